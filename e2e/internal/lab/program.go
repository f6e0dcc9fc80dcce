package lab

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// CorpusDir is a folder of public custom resources, each with the verdict of a real API server. It is kept beside the
// checkout.
const CorpusDir = "../../../shared/corpus"

// Paths, relative to the folders in which go test runs.
const (
	// ExamplesDir holds the examples.
	ExamplesDir = "../../examples"
	toolsDir    = "../../bin"
)

// Binary is the latchkey program under test, built once.
var Binary string

// Main builds latchkey, runs the tests of a folder and returns the exit status.
func Main(m *testing.M) int {
	dir, err := os.MkdirTemp("", "latchkey-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary folder left behind harms nobody
	Binary = filepath.Join(dir, "latchkey")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", Binary, "../..") // as in the image
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build latchkey: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// Missing skips the test because something is absent, or fails the test if it is required.
func Missing(t *testing.T, what, why string) {
	t.Helper()
	if required(what) {
		t.Fatalf("%s is required here: %s", what, why)
	}
	t.Skipf("needs %s: %s", what, why)
}

// Rare skips a test with -short, as CI runs the tests: it takes long, and what it proves is also proven by tests that do not start pods
// or by a test of nearly the same.
func Rare(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("this test runs without -short only")
	}
}

// required tells whether LATCHKEY_E2E_REQUIRE names something.
func required(what string) bool {
	words := strings.FieldsFunc(os.Getenv("LATCHKEY_E2E_REQUIRE"), func(r rune) bool { return r == ',' || r == ' ' })
	return slices.Contains(words, what)
}

// Dir returns the folder of the lab that ../shared/lab starts.
func Dir() string {
	if dir := os.Getenv("LAB_DIR"); dir != "" {
		return dir
	}
	return "/tmp/lab"
}

// Tool returns the path of a program, or skips the test when it is absent.
func Tool(t *testing.T, name string) string {
	t.Helper()
	path, err := LookUp(name)
	if err != nil {
		Missing(t, name, "not in ./bin and not on PATH")
	}
	return path
}

// LookUp finds a program that `make` has installed into ./bin or that is on PATH.
func LookUp(name string) (string, error) {
	if path, err := filepath.Abs(filepath.Join(toolsDir, name)); err == nil {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return exec.LookPath(name)
}

// Rendered is the result of one call of `latchkey render`.
type Rendered struct {
	Manifest []byte
	Problems string
	OK       bool
}

// Render runs `latchkey render` on one file, with more flags.
func Render(t *testing.T, path string, flags ...string) Rendered {
	t.Helper()
	var problems strings.Builder
	cmd := exec.Command(Binary, append([]string{"render", path}, flags...)...)
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if code := cmd.ProcessState.ExitCode(); code > 1 || code < 0 {
		t.Fatalf("latchkey render %s: %v\n%s", path, err, problems.String())
	}
	return Rendered{Manifest: out, Problems: problems.String(), OK: err == nil}
}
