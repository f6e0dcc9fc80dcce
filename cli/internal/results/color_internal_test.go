package results

import (
	"bytes"
	"os"
	"testing"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"

	"github.com/latchkey-dev/latchkey/fn"
)

func TestColored(t *testing.T) {
	t.Parallel()
	for severity, color := range map[krm.Severity]string{krm.Error: red, krm.Warning: yellow} {
		result := &fn.Result{Result: krm.Result{Severity: severity, Message: "too small", File: &krm.File{Path: "a.yaml"}}, Line: 3, Column: 5}
		want := color + "a.yaml:3:5:" + plain + " too small"
		if severity == krm.Warning {
			want = color + "a.yaml:3:5:" + plain + " warning: too small"
		}
		if got := colored(result); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestHasColors wants no color where no person reads. The terminal of a machine without one is /dev/ptmx.
func TestHasColors(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("needs a terminal: ", err)
	}
	defer func() { _ = terminal.Close() }()
	file, err := os.Create(t.TempDir() + "/log")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for name, test := range map[string]struct {
		noColor, term string
		want          bool
	}{
		"terminal": {"", "xterm", true},
		"NO_COLOR": {"1", "xterm", false},
		"dumb":     {"", "dumb", false},
	} {
		t.Setenv("NO_COLOR", test.noColor)
		t.Setenv("TERM", test.term)
		if got := hasColors(terminal); got != test.want {
			t.Errorf("%s: got %v", name, got)
		}
		if hasColors(file) || hasColors(&bytes.Buffer{}) {
			t.Errorf("%s: a file gets colors", name)
		}
	}
}
