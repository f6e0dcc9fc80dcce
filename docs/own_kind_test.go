package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ownKind is the page on kinds of other modules. Its commands run in such a module and not in a copy of this one.
const ownKind = "docs/your-own-kind.md"

// TestOwnKind follows the page to the letter in a module outside this one. Three commands need a network: what "go get"
// and "go mod tidy" do is done by a replacement with this checkout, and controller-gen is used if it is on PATH or in
// bin. Without it the files that the page shows are used, and the subtest that it would run in is skipped by name.
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
// this one, so that go needs no module beyond those of a build of Latchkey.
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

// writeShown writes a file that a document shows, or compares it with the one that commands have made.
func writeShown(t *testing.T, path, text string) {
	t.Helper()
	if made, err := os.ReadFile(path); err == nil {
		if diff := cmp.Diff(text, string(made)); diff != "" {
			t.Errorf("the document shows another file (-shown +made):\n%s", diff)
		}
		return
	}
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestOwnKindPinsTheGenerator wants the page to name the version of controller-gen that this module uses.
func TestOwnKindPinsTheGenerator(t *testing.T) {
	t.Parallel()
	pins, err := os.ReadFile("hack/tools.mk")
	if err != nil {
		t.Fatal(err)
	}
	pin := regexp.MustCompile(`(?m)^controller-gen +:= (\S+@(\S+))$`).FindStringSubmatch(string(pins))
	page, err := os.ReadFile(ownKind)
	if err != nil || pin == nil {
		t.Fatalf("pin %q, %v", pin, err)
	}
	for _, want := range []string{"go install " + pin[1] + "\n", "controller-gen " + pin[2], "controller-gen.kubebuilder.io/version: " + pin[2]} {
		if !strings.Contains(string(page), want) {
			t.Errorf("%s does not say %q", ownKind, want)
		}
	}
}
