package crds_test

import (
	"testing"

	"github.com/latchkey-dev/latchkey/apis/crds"
)

func TestParseRefuses(t *testing.T) {
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
