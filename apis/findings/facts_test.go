package findings_test

import (
	"slices"
	"testing"

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
