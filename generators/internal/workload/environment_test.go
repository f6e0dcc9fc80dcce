package workload_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// expand reads a value as Kubernetes does when no variable is known. $$ becomes a dollar. A dollar that is not followed
// by a parenthesis stays. A reference stays too.
func expand(value string) string {
	var out strings.Builder
	for i := 0; i < len(value); i++ {
		if value[i] == '$' && i+1 < len(value) && value[i+1] == '$' {
			i++
		} else if value[i] == '$' && i+1 < len(value) && value[i+1] == '(' {
			return "expanded"
		}
		out.WriteByte(value[i])
	}
	return out.String()
}

func TestEscape(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"", "plain", "$(NAME)", "$$(NAME)", "$$$(NAME)", "a$", "$a $ $$ $$$", "grüß $(dich)"} {
		if got := expand(workload.Escape(value)); got != value {
			t.Errorf("%q arrives as %q", value, got)
		}
	}
}
