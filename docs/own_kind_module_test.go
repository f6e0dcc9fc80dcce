//go:build e2e

package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func init() { buildsPrograms = true }

// TestOwnKind follows the page to the letter in a module outside this one. Three commands need a network: what "go get"
// and "go mod tidy" do is done by a replacement with this checkout, and controller-gen is used if it is on PATH or in
// bin. Without it the files that the page shows are used, and the subtest that it would run in is skipped by name. The test
// builds programs, so it is one of make recipes and not of make test.
func TestOwnKind(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("GOBIN", bin)
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -mod=mod -buildvcs=false -ldflags=-w")
	blocks := blocksOfFile(t, ownKind)
	module := t.TempDir()
	for at, b := range blocks {
		runOne(t, func() string { return module }, b)
		if at == 0 {
			useCheckout(t, module)
		}
	}
}

// useCheckout does what "go get" would do, with this checkout and without a network. The module gets all requirements of
// this one, so that go needs no module beyond the modules of a build of Latchkey.
func useCheckout(t *testing.T, module string) {
	t.Helper()
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	const latchkey = "github.com/latchkey-dev/latchkey"
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(module, name), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	edit := exec.Command("go", "mod", "edit", "-module=example.org/backups", "-require="+latchkey+"@v0.0.0", "-replace="+latchkey+"="+here)
	edit.Dir = module
	if out, err := edit.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
