package fn

import (
	"io"
	"strings"
	"testing"
)

// TestGuard wants the input back when Latchkey has a fault, and nothing more if a part of an answer is written.
func TestGuard(t *testing.T) {
	t.Parallel()
	const input = "items:\n- a: 1"
	for name, tc := range map[string]struct {
		answer func(*startedWriter) int
		want   string
	}{
		"nothing is written yet": {func(*startedWriter) int { panic("at once") }, input},
		"something is written": {func(out *startedWriter) int {
			_, _ = io.WriteString(out, "items:")
			panic("later")
		}, "items:"},
		"an object that is none": {func(*startedWriter) int {
			_, _ = Process(&ResourceList{Items: []*Item{nil}}, Settings{})
			return ExitOK
		}, input},
	} {
		var stdout, stderr strings.Builder
		code := guard([]byte(input), &stdout, &stderr, tc.answer)
		if code != ExitInternal || stdout.String() != tc.want || !strings.HasPrefix(stderr.String(), "latchkey: internal fault, please report it: ") ||
			!strings.Contains(stderr.String(), "fn.guard(") {
			t.Errorf("%s: exit code %d, output %q, messages %q", name, code, stdout.String(), stderr.String())
		}
	}
}
