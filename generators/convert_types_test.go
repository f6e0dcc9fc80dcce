package generators_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/schema"
)

// whole returns a value with every field of a schema.
func whole(s *schema.Schema) any {
	switch {
	case s.IntOrString:
		return 1
	case s.Items != nil:
		return []any{whole(s.Items)}
	case s.AdditionalProperties != nil:
		return map[string]any{"x": whole(s.AdditionalProperties)}
	}
	switch s.Type {
	case "object":
		fields := map[string]any{}
		for name, member := range s.Properties {
			fields[name] = whole(member)
		}
		return fields
	case "integer":
		return 1
	case "boolean":
		return true
	case "string":
		if s.Format == "date-time" {
			return "2024-01-01T00:00:00Z"
		}
		return "x"
	}
	return nil
}

// TestTypesHaveEveryField wants a place in the Go types for every field of the CustomResourceDefinitions.
func TestTypesHaveEveryField(t *testing.T) {
	t.Parallel()
	for text, object := range map[string]any{crds.MiniClusters: &v1alpha1.MiniCluster{}, crds.MetricSets: &v1alpha1.MetricSet{}} {
		kind, err := crds.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(whole(kind.Versions[0].Schema))
		if err != nil {
			t.Fatal(err)
		}
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(object); err != nil {
			t.Errorf("%s %s: %v", kind.Name, kind.Versions[0].Name, err)
		}
	}
}
