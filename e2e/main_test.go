//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Paths as seen from this folder, in which go test runs.
const (
	examplesDir = "../examples"
	toolsDir    = "../bin"
)

// binary is the latchkey program under test, built once.
var binary string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "latchkey-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary folder left behind harms nobody
	binary = filepath.Join(dir, "latchkey")
	if out, err := exec.Command("go", "build", "-o", binary, "..").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build latchkey: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// missing skips the test because what it needs is absent, or fails it where that is required.
func missing(t *testing.T, what, why string) {
	t.Helper()
	if required(what) {
		t.Fatalf("%s is required here: %s", what, why)
	}
	t.Skipf("needs %s: %s", what, why)
}

// required tells whether LATCHKEY_E2E_REQUIRE names something.
func required(what string) bool {
	words := strings.FieldsFunc(os.Getenv("LATCHKEY_E2E_REQUIRE"), func(r rune) bool { return r == ',' || r == ' ' })
	return slices.Contains(words, what)
}

// tool returns the path of a program, or skips the test when it is absent.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := lookUp(name)
	if err != nil {
		missing(t, name, "not in ./bin and not on PATH")
	}
	return path
}

// lookUp finds a program that `make` has installed into ./bin or that is on PATH.
func lookUp(name string) (string, error) {
	if path, err := filepath.Abs(filepath.Join(toolsDir, name)); err == nil {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return exec.LookPath(name)
}

// rendered is what one call of `latchkey render` gave back.
type rendered struct {
	manifest []byte
	problems string
	ok       bool
}

// render runs `latchkey render` on one file, with more flags.
func render(t *testing.T, path string, flags ...string) rendered {
	t.Helper()
	var problems strings.Builder
	cmd := exec.Command(binary, append([]string{"render", path}, flags...)...)
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if code := cmd.ProcessState.ExitCode(); code > 1 || code < 0 {
		t.Fatalf("latchkey render %s: %v\n%s", path, err, problems.String())
	}
	return rendered{manifest: out, problems: problems.String(), ok: err == nil}
}
