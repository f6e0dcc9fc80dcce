package live

import (
	"regexp"
	"strings"
	"testing"
)

// TestHints wants each command of a status to have the flags of the user, and each command of a record to have the namespace only.
func TestHints(t *testing.T) {
	t.Parallel()
	isCommand := regexp.MustCompile(`kubectl (?:latchkey )?[a-z]+ `)
	for name := range faults {
		set := theSet(t, "faults/"+name)
		set.Hints = Hints{Program: "kubectl latchkey", Flags: []string{"-n", "team", "--context=a b"}}
		status := set.Status()
		for text, flags := range map[string]string{
			status.Remedy:              " -n team --context='a b'",
			status.Output:              " -n team --context='a b'",
			status.Record.Cause.Remedy: " --namespace=" + set.Namespace,
		} {
			named := isCommand.MatchString(text) || strings.Contains(text, "latchkey ")
			if named != strings.Contains(text, flags) || strings.ContainsAny(text, "{}") {
				t.Errorf("%s: %q names a command: %t, and its flags are%s", name, text, named, flags)
			}
		}
	}
}
