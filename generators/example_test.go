package generators_test

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	voting "github.com/latchkey-dev/latchkey/apis/voting/v1"
	schoolofdevops "github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// ballots is a CustomResourceDefinition. This one allows any fields.
const ballots = `
spec:
  versions:
  - {name: v1, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
  - {name: v1beta1, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
`

// A new kind needs a Go type, its CRD, and a function. The type here is one of Latchkey's, in place of a type of another module.
// An older version has another type, and is converted to this type.
func ExampleNewKind() {
	ballot := generators.NewKind(generators.Definition[*schoolofdevops.VoteConfig]{
		Group:   "votes.example.org",
		Name:    "Ballot",
		Version: "v1",
		Converted: []generators.Conversion[*schoolofdevops.VoteConfig]{
			generators.ConvertedFrom("v1beta1", (*voting.VoteConfig).ConvertTo),
		},
		CRD:  ballots, // what controller-gen makes of the types
		Uses: []string{"include"},
		Expand: func(v *schoolofdevops.VoteConfig, opts latchkey.Options) []runtime.Object {
			if !opts.Include.Has(latchkey.IncludeConfigMaps) {
				return nil
			}
			return []runtime.Object{&corev1.ConfigMap{
				TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
				ObjectMeta: metav1.ObjectMeta{Name: v.Name, Namespace: v.Namespace},
				Data:       map[string]string{"first": v.Spec.Options[0].Label},
			}}
		},
	})
	registry, err := generators.NewRegistry(ballot)
	if err != nil {
		fmt.Println(err)
	}
	for _, kind := range registry.Kinds() {
		fmt.Print(kind.Group, "/", kind.Name)
		for _, version := range kind.Versions {
			fmt.Print(" ", version.Name)
		}
		fmt.Println()
	}
	_, err = generators.NewRegistry(ballot, ballot)
	fmt.Println(err)
	// Output:
	// app.example.com/PodSet v1alpha1
	// flux-framework.org/MetricSet v1alpha1 v1alpha2
	// flux-framework.org/MiniCluster v1alpha1 v1alpha2
	// latchkey.dev/Study v1alpha1
	// magalix.com/ConfigMonitor v1
	// votes.example.org/Ballot v1beta1 v1
	// voting.example.com/VoteConfig v1
	// voting.schoolofdevops.com/VoteConfig v1alpha1
	// the kind votes.example.org/Ballot is there twice: give one of the two another group or name, or leave it out
}
