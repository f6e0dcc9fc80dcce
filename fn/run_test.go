package fn_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/latchkey-dev/latchkey/fn"
)

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestRunFaults checks what is told when the streams themselves fail.
func TestRunFaults(t *testing.T) {
	t.Parallel()
	var stderr strings.Builder
	if code := fn.Run(iotest.ErrReader(errors.New("gone")), io.Discard, &stderr); code != fn.ExitInternal {
		t.Errorf("exit code %d", code)
	}
	if code := fn.Run(strings.NewReader(listOf(set)), brokenWriter{}, &stderr); code != fn.ExitInternal {
		t.Errorf("exit code %d", code)
	}
	want := "latchkey: read standard input: gone\nlatchkey: write ResourceList: no space left\n"
	if stderr.String() != want {
		t.Errorf("got %q, want %q", stderr.String(), want)
	}
}

// TestRunKinds runs the function with a further kind, and with two of one name.
func TestRunKinds(t *testing.T) {
	t.Parallel()
	list := listOf("apiVersion: votes.example.org/v1\nkind: Ballot\nmetadata:\n  name: pets\nspec:\n  options:\n" +
		"  - {id: a, label: Cats, color: \"#FF6B6B\"}\n  - {id: b, label: Dogs, color: \"#4ECDC4\"}\n")
	var stdout, stderr strings.Builder
	code := fn.Run(strings.NewReader(list), &stdout, &stderr, ballot())
	if code != fn.ExitOK || !strings.Contains(stdout.String(), "latchkey.dev/source: votes.example.org/Ballot//pets\n") {
		t.Errorf("exit code %d, messages %q, output\n%s", code, stderr.String(), stdout.String())
	}
	stdout.Reset()
	code = fn.Run(strings.NewReader(list), &stdout, &stderr, ballot(), ballot())
	if code != fn.ExitInternal || stdout.String() != list || !strings.HasPrefix(stderr.String(), "latchkey: the kind votes.example.org/Ballot is there twice: ") {
		t.Errorf("exit code %d, messages %q, output\n%s", code, stderr.String(), stdout.String())
	}
}

// TestWarnings checks that people see warnings once: kpt shows the results itself, kustomize shows none.
func TestWarnings(t *testing.T) {
	t.Parallel()
	warned := strings.Replace(set, "size: 1", "size: 1\n  cleanup: true", 1)
	for name, tc := range map[string]struct {
		list string
		want bool
	}{
		"kustomize": {listOf(inKustomize(warned)), true},
		"kpt":       {listOf(inKpt(warned, "set.yaml", 0)), false},
		"unknown":   {listOf(warned), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			output, messages, code := run(t, tc.list)
			if code != fn.ExitOK || !strings.Contains(output, "\n  severity: warning\n") {
				t.Errorf("exit code %d:\n%s", code, output)
			}
			if shown := strings.Contains(messages, "MiniCluster/lammps: spec.cleanup: warning: "); shown != tc.want {
				t.Errorf("standard error: %q", messages)
			}
		})
	}
}
