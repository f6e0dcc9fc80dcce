package fn_test

import (
	"fmt"
	"io"
	"os"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	podsets "github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
)

// A program that is nothing but a function hands its streams and its kinds to Run.
func ExampleRun() {
	list := strings.NewReader(`
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: votes.example.org/v1
  kind: Ballot
  metadata:
    name: pets
  spec:
    options:
    - {id: a, label: Cats, colour: "#FF6B6B"}
    - {id: b, label: Dogs, color: "#4ECDC4"}
`)
	code := fn.Run(list, io.Discard, os.Stdout, ballot())
	fmt.Println("exit code", code)
	// Output:
	// Ballot/pets: spec.options[0].colour: unknown field: did you mean "color"?
	// exit code 1
}

// A file with a MiniCluster becomes the objects that one would apply.
func ExampleProcess() {
	items, problems := fn.ParseDocuments("cluster.yaml", []byte(`
apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: lammps
spec:
  containers:
  - image: ghcr.io/rse-ops/vanilla-lammps:tag-latest
    command: lmp -in in.reaxff.hns
`))
	list, err := fn.Process(&fn.ResourceList{Items: items, Results: problems}, fn.Settings{CommandLine: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, result := range list.Results {
		fmt.Fprintln(os.Stderr, fn.Line(result))
	}
	for _, item := range list.Items {
		fmt.Println(item.Kind)
	}
	// Output:
	// ConfigMap
	// Service
	// JobSet
}

// A program with an object in hand gets what "latchkey render" prints for it: YAML is the way in, and the way out.
func ExampleProcess_object() {
	input, err := yaml.Marshal(&podsets.PodSet{
		TypeMeta:   metav1.TypeMeta{APIVersion: "app.example.com/v1alpha1", Kind: "PodSet"},
		ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "shop"},
		Spec:       podsets.PodSetSpec{Image: "docker.io/library/nginx:1.27"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	items, problems := fn.ParseDocuments("", input)
	list, err := fn.Process(&fn.ResourceList{Items: items, Results: problems}, fn.Settings{CommandLine: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, item := range list.Items {
		if err := item.Encode(os.Stdout); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// apiVersion: v1
	// kind: Pod
	// metadata:
	//   annotations:
	//     kubectl.kubernetes.io/default-container: main
	//     latchkey.dev/source: app.example.com/PodSet/shop/web
	//   labels:
	//     app: web
	//     app.kubernetes.io/managed-by: latchkey
	//     latchkey.dev/set: web
	//     version: v0.1
	//   name: web-pod-0
	//   namespace: shop
	// spec:
	//   containers:
	//   - command:
	//     - sleep
	//     - "3600"
	//     image: docker.io/library/nginx:1.27
	//     imagePullPolicy: IfNotPresent
	//     name: main
	//     resources: {}
	//     securityContext:
	//       allowPrivilegeEscalation: false
	//       capabilities:
	//         drop:
	//         - ALL
	//       runAsNonRoot: true
	//       runAsUser: 65534
	//       seccompProfile:
	//         type: RuntimeDefault
}
