//go:build e2e

package hosts

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

var kindLine = regexp.MustCompile(`(?m)^kind: (\S+)$`)

// TestKustomize builds every kustomization among the examples that lists Latchkey with the real program.
func TestKustomize(t *testing.T) {
	built := 0
	for _, root := range lab.ExamplesWith(t, "kustomization.yaml") {
		text, err := os.ReadFile(filepath.Join(root, "kustomization.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\ntransformers:") {
			continue // a base, or options
		}
		built++
		out := lab.Kustomize(t, root)
		kinds := fmt.Sprint(kindLine.FindAllStringSubmatch(out, -1))
		if !strings.Contains(kinds, " JobSet]") || strings.Contains(kinds, " MiniCluster]") {
			t.Errorf("%s gives these kinds: %s", root, kinds)
		}
		if again := lab.Kustomize(t, root); again != out {
			t.Errorf("%s gives other bytes the second time", root)
		}
	}
	t.Logf("kustomize: %d packages built", built)
	if built < 3 {
		t.Error("too few packages")
	}
}

// TestKpt renders every kpt package among the examples with the real program, twice.
func TestKpt(t *testing.T) {
	program := lab.Tool(t, "kpt")
	packages := lab.ExamplesWith(t, "Kptfile")
	for _, source := range packages {
		work := filepath.Join(t.TempDir(), filepath.Base(source))
		if err := os.CopyFS(work, os.DirFS(source)); err != nil {
			t.Fatal(err)
		}
		lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
		first := lab.FilesOf(t, work)
		if text := fmt.Sprint(first); !strings.Contains(text, ".latchkey.yaml:") || !strings.Contains(text, "\nkind: JobSet\n") {
			t.Errorf("%s renders to:\n%s", source, text)
		}
		lab.OnPath(t, program, "fn", "render", "--allow-exec", work)
		if diff := cmp.Diff(first, lab.FilesOf(t, work)); diff != "" {
			t.Errorf("%s changes when it is rendered again (-first +second):\n%s", source, diff)
		}
	}
	t.Logf("kpt: %d packages rendered", len(packages))
}
