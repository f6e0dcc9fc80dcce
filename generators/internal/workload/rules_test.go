package workload_test

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// TestJudgeTexts points at the first of the largest texts, and takes none for fine.
func TestJudgeTexts(t *testing.T) {
	t.Parallel()
	var f findings.Findings
	workload.JudgeTexts(&f, "texts", nil)
	if len(f.Errors)+len(f.Warnings) > 0 {
		t.Errorf("no texts: %v %v", f.Errors, f.Warnings)
	}
	text := func(name string, size int) v1alpha2.Text {
		return v1alpha2.Text{At: field.NewPath(name), Value: strings.Repeat("x", size)}
	}
	workload.JudgeTexts(&f, "texts", []v1alpha2.Text{text("a", 1), text("b", 600_000), text("c", 600_000)})
	if len(f.Errors) != 1 || f.Errors[0].Field != "b" {
		t.Errorf("%v, want an error at b", f.Errors)
	}
}
