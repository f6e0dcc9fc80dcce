package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ownKind is the page on kinds of other modules. Its commands run in such a module and not in a copy of this one.
const ownKind = "docs/your-own-kind.md"

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
