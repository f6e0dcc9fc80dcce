package generators_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/generators"
)

// definitions are the definitions of every kind that Latchkey expands, and of its own kinds.
func definitions(t *testing.T) map[string]crds.Kind {
	t.Helper()
	texts := map[string]string{"latchkey.dev/Latchkey": crds.Latchkeys}
	for _, kind := range generators.Kinds() {
		texts[kind.Group+"/"+kind.Name] = kind.CRD
	}
	kinds := map[string]crds.Kind{}
	for name, text := range texts {
		kind, err := crds.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if kind.Group+"/"+kind.Name != name {
			t.Errorf("%s has the definition of %s/%s", name, kind.Group, kind.Name)
		}
		kinds[name] = kind
	}
	return kinds
}

// TestVersions wants every version that Latchkey reads to be described, and no other.
func TestVersions(t *testing.T) {
	t.Parallel()
	described := definitions(t)
	files, err := filepath.Glob("../apis/crds/*.yaml")
	if err != nil || len(files) != len(described) {
		t.Errorf("%d files hold the definitions of %d kinds: %v", len(files), len(described), err)
	}
	for _, kind := range generators.Kinds() {
		var want, got []string
		for _, version := range kind.Versions {
			want = append(want, version.Name)
		}
		for _, version := range described[kind.Group+"/"+kind.Name].Versions {
			got = append(got, version.Name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("versions of %s (-read +described):\n%s", kind.Name, diff)
		}
	}
}

// TestEveryFieldIsDescribed wants a description of every field except fields of Kubernetes types.
func TestEveryFieldIsDescribed(t *testing.T) {
	t.Parallel()
	described := 0
	for _, kind := range definitions(t) {
		for _, version := range kind.Versions {
			spec, _ := version.Schema.Field("spec")
			described += describe(t, kind.Name+" "+version.Name+" spec", spec)
		}
	}
	if described < 300 {
		t.Errorf("only %d fields are described", described)
	}
}

func describe(t *testing.T, path string, schema *schema.Schema) int {
	t.Helper()
	count := 1
	if schema.Description == "" {
		t.Errorf("%s is not described", path)
	}
	for _, name := range schema.Names() {
		field, _ := schema.Field(name)
		count += describe(t, path+"."+name, field)
	}
	return count
}

func TestParseCRDRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "spec: {group: example.org}", "spec: [", "spec: {group: a, names: {kind: B}, versions: [{name: v1}]}"} {
		if kind, err := crds.Parse(text); err == nil {
			t.Errorf("%q is read as %v", text, kind)
		}
	}
}

// TestNewest wants the versions in the order of Kubernetes, where v1 is newer than v1beta1.
func TestNewest(t *testing.T) {
	t.Parallel()
	const schema = "schema: {openAPIV3Schema: {}}"
	kind, err := crds.Parse("spec: {group: g, names: {kind: K}, versions: [{name: v1, " + schema + "}, {name: v1beta1, " + schema + "}]}")
	if err != nil || len(kind.Versions) != 2 || kind.Versions[1].Name != "v1" {
		t.Errorf("%v, %v", kind, err)
	}
}

// TestIDsHaveBounds wants the bounds of Kubernetes at every number of a user or a group: a server takes a JobSet with any number, and
// refuses its pods.
func TestIDsHaveBounds(t *testing.T) {
	t.Parallel()
	kind, _ := generators.Registry{}.Kind("flux-framework.org", "MiniCluster")
	for _, version := range kind.Versions {
		for path, want := range map[string]string{
			"spec: {pod: {securityContext: {runAsUser: 2147483648}}}":               "v1alpha2",
			"spec: {pod: {securityContext: {fsGroup: -1}}}":                         "v1alpha2",
			"spec: {pod: {securityContext: {supplementalGroups: [3000000000]}}}":    "v1alpha2",
			"spec: {containers: [{securityContext: {runAsGroup: 4294967296}}]}":     "v1alpha2",
			"spec: {services: [{securityContext: {runAsUser: -1}}]}":                "v1alpha2",
			"spec: {flux: {container: {securityContext: {runAsUser: 2147483648}}}}": "v1alpha2",
			"spec: {containers: [{fluxUser: {uid: 2147483648}}]}":                   "v1alpha1",
		} {
			if want != version.Name {
				continue
			}
			_, problems := version.Decode(kyaml.MustParse("{" + path + "}").YNode())
			if !slices.ContainsFunc(problems, func(e *field.Error) bool { return strings.Contains(e.Detail, "a number from 0 to 2147483647") }) {
				t.Errorf("%s, %s: %v", version.Name, path, problems)
			}
		}
	}
}
