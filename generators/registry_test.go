package generators_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/apis/crds"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	schoolofdevops "github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// votes is a complete definition of a kind that Latchkey does not know.
func votes() generators.Definition[*schoolofdevops.VoteConfig] {
	return generators.Definition[*schoolofdevops.VoteConfig]{
		Group: "votes.example.org", Name: "Ballot", Version: "v1", Uses: []string{"include"},
		CRD:    "spec: {versions: [{name: v1, schema: {openAPIV3Schema: {type: object}}}]}",
		Expand: func(*schoolofdevops.VoteConfig, latchkey.Options) []runtime.Object { return nil },
	}
}

func TestRegistry(t *testing.T) {
	t.Parallel()
	kind := generators.NewKind(votes())
	registry, err := generators.NewRegistry(kind)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(registry.Kinds()), len(generators.Kinds())+1; got != want {
		t.Errorf("%d kinds, want %d", got, want)
	}
	if !slices.IsSortedFunc(registry.Kinds(), func(a, b generators.Kind) int {
		return cmp.Or(strings.Compare(a.Group, b.Group), strings.Compare(a.Name, b.Name))
	}) {
		t.Error("the kinds are not sorted")
	}
	if _, found := registry.Kind("votes.example.org", "Ballot"); !found {
		t.Error("the further kind is not found")
	}
	if _, found := registry.Kind("flux-framework.org", "MiniCluster"); !found {
		t.Error("a kind of Latchkey is not found beside another")
	}
	if _, found := (generators.Registry{}).Kind("votes.example.org", "Ballot"); found {
		t.Error("a registry knows the kind of another one")
	}
}

// TestRegistryRefuses wants all faults of a definition in one error.
func TestRegistryRefuses(t *testing.T) {
	t.Parallel()
	with := func(change func(d *generators.Definition[*schoolofdevops.VoteConfig])) generators.Kind {
		d := votes()
		change(&d)
		return generators.NewKind(d)
	}
	type definition = generators.Definition[*schoolofdevops.VoteConfig]
	for name, tt := range map[string]struct {
		kinds []generators.Kind
		want  string
	}{
		"two of one name": {
			[]generators.Kind{generators.NewKind(votes()), generators.NewKind(votes())},
			"the kind votes.example.org/Ballot is there twice: give one of the two another group or name, or leave it out",
		},
		"one of Latchkey's": {
			[]generators.Kind{with(func(d *definition) { d.Group, d.Name = "flux-framework.org", "MiniCluster" })},
			"the kind flux-framework.org/MiniCluster is there twice: give one of the two another group or name, or leave it out",
		},
		"all at once": {
			[]generators.Kind{with(func(d *definition) { d.Name, d.Version, d.Expand, d.Uses = "", "", nil, []string{"ttlSeconds"} })},
			"the kind votes.example.org/ is not complete: its Definition needs Group, Name, CRD, a version, and Expand or Transform\n" +
				`the kind votes.example.org/ uses "ttlSeconds", which is not an option: did you mean "ttl-seconds"?`,
		},
		"no CRD": {
			[]generators.Kind{with(func(d *definition) { d.CRD = "" })},
			"the kind votes.example.org/Ballot is not complete: its Definition needs Group, Name, CRD, a version, and Expand or Transform",
		},
		"another CRD": {
			[]generators.Kind{with(func(d *definition) { d.CRD = crds.PodSets })},
			"the kind votes.example.org/Ballot has another CRD: the definition of PodSet has no schema of v1: make it with controller-gen",
		},
	} {
		if _, err := generators.NewRegistry(tt.kinds...); err == nil || err.Error() != tt.want {
			t.Errorf("%s:\n%v\nwant\n%s", name, err, tt.want)
		}
	}
}
