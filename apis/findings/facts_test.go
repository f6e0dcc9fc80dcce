package findings_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// TestUnknown wants the near words in the message and in the value. The printed error has the value alone.
func TestUnknown(t *testing.T) {
	t.Parallel()
	at := field.NewPath("kind")
	for word, want := range map[string]struct {
		known   []string
		meant   []string
		message string
	}{
		"Jbo":   {[]string{"Job", "JobSet"}, []string{"Job"}, `kind: Not found: "Jbo": there is none: did you mean "Job"?`},
		"other": {[]string{"Job", "JobSet"}, nil, `kind: Not found: "other": there is none: choose one of "Job", "JobSet"`},
		"mxSize": {
			[]string{"maxSize", "mixSize", "size"},
			[]string{"maxSize", "mixSize"},
			`kind: Not found: "mxSize": there is none: did you mean "maxSize" or "mixSize"?`,
		},
	} {
		problem := field.NotFound(at, word)
		problem.Detail = "there is none: "
		problem = findings.Unknown(problem, word, want.known)
		value, meant := findings.ValueOf(problem)
		if value != word || !slices.Equal(meant, want.meant) || problem.Error() != want.message {
			t.Errorf("%v, %q, %s", value, meant, problem)
		}
	}
}

func TestDepending(t *testing.T) {
	t.Parallel()
	var f findings.Findings
	judge := func() {
		f.Required(field.NewPath("a"), "x")
		f.Invalid(field.NewPath("b"), 1, "y")
	}
	judge()
	before := f.Errors.ToAggregate().Error()
	if got := findings.OptionsOf(f.Errors[0]); got != nil {
		t.Errorf("%q, want none", got)
	}
	f.Errors = nil
	f.Depending(func() { f.Depending(judge, "workload") }, "curve", "workload")
	for _, err := range f.Errors {
		if diff := cmp.Diff([]string{"curve", "workload"}, findings.OptionsOf(err)); diff != "" {
			t.Error(diff)
		}
	}
	if after := f.Errors.ToAggregate().Error(); after != before || !strings.Contains(after, "a: Required") {
		t.Errorf("the errors read %s", after)
	}
}
