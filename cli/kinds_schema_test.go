package cli_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/generators"
)

// TestSchemas wants the schema of each kind to have the fields of its definition. One kind is a program's own.
func TestSchemas(t *testing.T) {
	t.Parallel()
	text, message, code := runWith([]generators.Kind{ballot(ballotCRD)}, "", "schema")
	var schema struct {
		AllOf []struct {
			If struct {
				Properties struct{ APIVersion, Kind struct{ Const string } }
			}
			Then struct {
				Properties struct {
					Spec struct{ Properties map[string]any }
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &schema); err != nil || code != 0 {
		t.Fatalf("exit code %d, %s, %v", code, message, err)
	}
	fields := map[string][]string{}
	for _, one := range schema.AllOf {
		name := one.If.Properties.APIVersion.Const + " " + one.If.Properties.Kind.Const
		fields[name] = slices.Sorted(maps.Keys(one.Then.Properties.Spec.Properties))
	}
	for _, kind := range append(generators.Kinds(), ballot(ballotCRD)) {
		described, err := crds.Parse(kind.CRD)
		if err != nil {
			t.Fatal(err)
		}
		for _, version := range described.Versions {
			spec, _ := version.Schema.Field("spec")
			name := fmt.Sprintf("%s/%s %s", kind.Group, version.Name, kind.Name)
			if diff := cmp.Diff(spec.Names(), fields[name]); diff != "" || len(fields[name]) == 0 {
				t.Errorf("%s:\n%s", name, diff)
			}
		}
	}
}
