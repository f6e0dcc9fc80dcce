package findings_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

func TestFieldsWritten(t *testing.T) {
	t.Parallel()
	fields := findings.Fields{
		"spec.a":         "spec.old",
		"spec.a.b":       "spec.other",
		"spec.list[0].a": "spec.first",
		"spec.map[x.y]":  "spec.map",
	}
	for converted, want := range map[string]string{
		"spec.a":           "spec.old",
		"spec.ab":          "spec.ab",
		"spec.a[0].c":      "spec.old[0].c",
		"spec.a.b.c":       "spec.other.c",
		"spec.list[0].a.b": "spec.first.b",
		"spec.list[1].a":   "spec.list[1].a",
		"spec.map[x.y].z":  "spec.map.z",
		"spec.map[x.z].z":  "spec.map[x.z].z",
	} {
		problem := &field.Error{Type: field.ErrorTypeInvalid, Field: converted, Detail: "a"}
		written := fields.Written(field.ErrorList{problem, problem})
		if len(written) != 1 || written[0].Field != want || problem.Field != converted {
			t.Errorf("%s becomes %v, want one of %s", converted, written, want)
		}
	}
}
