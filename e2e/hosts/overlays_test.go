//go:build e2e

package hosts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestOverlays runs the sets of both overlays of examples/kustomize side by side in one namespace. The base names an image
// that no node has, so that each overlay has to change it.
func TestOverlays(t *testing.T) {
	lab.Rare(t)
	t.Parallel()
	lab.Tool(t, "kustomize")
	l := lab.Need(t)
	l.NeedFlux(t)
	lab.TakeSlot(t)
	root := t.TempDir()
	for folder, from := range map[string]string{"kustomize": "../../kustomize", "examples/kustomize": "../../examples/kustomize"} {
		if err := os.CopyFS(filepath.Join(root, folder), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	edit := func(path string, more string, words ...string) {
		t.Helper()
		file := filepath.Join(root, "examples/kustomize", path)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lab.WriteFile(t, file, strings.NewReplacer(words...).Replace(string(text))+more)
	}
	edit("base/minicluster.yaml", "", "ubuntu:latest", "ubuntu:absent")
	edit("overlays/test/kustomization.yaml", "", "namespace: hpc", "namespace: "+l.Namespace, "noble", "latest")
	edit("overlays/large/kustomization.yaml", "images: [{name: docker.io/library/ubuntu, newTag: latest}]\n", "namespace: hpc", "namespace: "+l.Namespace)

	for _, overlay := range []string{"test", "large"} {
		l.Apply(t, []byte(lab.Kustomize(t, filepath.Join(root, "examples/kustomize/overlays", overlay))))
	}
	for name, row := range map[string]struct {
		says, label string
		pods        int
	}{
		"test-hello":  {"hello world\n", "team=hpc", 2},
		"hello-large": {"hello from many\n", "team=research", 3},
	} {
		l.WaitFor(t, name, lab.RunLimit)
		log := l.Logs(t, l.Lead(t, name), name)
		if got := strings.Count(log, row.says); got != row.pods {
			t.Errorf("%s says %q %d times, want %d:\n%s", name, row.says, got, row.pods, log)
		}
		pods := l.Must(t, "", "get", "pods", "-l", row.label+","+lab.IndexLabel, "-o", "name")
		if got := strings.Count(pods, "/"+name+"-m-0-"); got != row.pods {
			t.Errorf("%d pods of %s have the label %s, want %d:\n%s", got, name, row.label, row.pods, pods)
		}
		t.Logf("%s is Completed on %d pods", name, row.pods)
	}
}
