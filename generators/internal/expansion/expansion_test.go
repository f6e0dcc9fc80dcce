package expansion_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/generators/internal/expansion"
)

// expand reads a value as Kubernetes does where no variable is known: $$ is a dollar, and so is one before anything but
// a parenthesis; a reference stays as it is.
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
		if got := expand(expansion.Escape(value)); got != value {
			t.Errorf("%q arrives as %q", value, got)
		}
	}
}
