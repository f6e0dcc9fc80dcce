package cli_test

import (
	"strings"
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli"
)

// TestOptionFlags wants a flag with help and completion for every option of the table, in both commands.
func TestOptionFlags(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"render", "validate"} {
		help, _, _ := run("", command, "--help")
		for _, option := range latchkey.OptionTable() {
			if !strings.Contains(help, "--"+option.Flag+" ") || !strings.Contains(help, option.Meaning) {
				t.Errorf("%s --help does not explain --%s", command, option.Flag)
			}
			offered, _, _ := run("", "__complete", command, "--"+option.Flag+"=")
			for _, value := range option.Values {
				if !strings.Contains(offered, value+"\n") {
					t.Errorf("%s --%s: completion offers %q, want %q too", command, option.Flag, offered, value)
				}
			}
		}
	}
}

// TestOptionValues wants every word of the table to be accepted, and any other word to be a mistake on the command
// line.
func TestOptionValues(t *testing.T) {
	t.Parallel()
	for _, option := range latchkey.OptionTable() {
		if len(option.Values) == 0 {
			continue
		}
		if _, stderr, code := run(configMap, "render", "-", "--"+option.Flag+"="+option.Values[0]); code != cli.ExitOK {
			t.Errorf("--%s %s: exit code %d: %s", option.Flag, option.Values[0], code, stderr)
		}
		if _, stderr, code := run(configMap, "render", "-", "--"+option.Flag+"=Nonsense"); code != cli.ExitUsage || !strings.Contains(stderr, "--"+option.Flag) {
			t.Errorf("--%s Nonsense: exit code %d: %s", option.Flag, code, stderr)
		}
	}
}
