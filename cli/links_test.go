package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/folder"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/fn"
)

// secretFile is a file outside the directory that a command works on. No command may print or change it.
const secretFile = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: secret}\n"

// links are sets of links in a directory "in", some of which lead out of it. They end at outside/secret.yaml or, inside
// the directory, at in/below/own.yaml.
var links = map[string]struct {
	// links are made in this order. Each has a name and a target.
	links [][2]string
	reads bool
}{
	"to a file beside":             {[][2]string{{"in/k.yaml", "../outside/secret.yaml"}}, false},
	"to an absolute path outside":  {[][2]string{{"in/k.yaml", "ROOT/outside/secret.yaml"}}, false},
	"to an absolute path below":    {[][2]string{{"in/k.yaml", "ROOT/in/below/own.yaml"}}, false},
	"through a link to the parent": {[][2]string{{"in/up", ".."}, {"in/k.yaml", "up/outside/secret.yaml"}}, false},
	"through two links":            {[][2]string{{"in/a", "../outside/secret.yaml"}, {"in/k.yaml", "a"}}, false},
	"out and in again":             {[][2]string{{"in/k.yaml", "../in/below/own.yaml"}}, false},
	"to nothing outside":           {[][2]string{{"in/k.yaml", "../outside/gone.yaml"}}, false},
	"to itself":                    {[][2]string{{"in/k.yaml", "k.yaml"}}, false},
	"to nothing below":             {[][2]string{{"in/k.yaml", "below/gone.yaml"}}, false},
	"to a file below":              {[][2]string{{"in/k.yaml", "below/own.yaml"}}, true},
	"as a mounted ConfigMap":       {[][2]string{{"in/..data", "below"}, {"in/k.yaml", "..data/own.yaml"}}, true},
}

// linked makes the directories of one row, and returns their parent.
func linked(t *testing.T, made [][2]string) string {
	t.Helper()
	root := t.TempDir()
	for name, data := range map[string]string{"outside/secret.yaml": secretFile, "in/below/own.yaml": strings.ReplaceAll(secretFile, "secret", "own")} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range made {
		target := strings.Replace(link[1], "ROOT", root, 1)
		if err := os.Symlink(target, filepath.Join(root, link[0])); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	return root
}

// TestReadLinks reads directories with links. It wants nothing from outside, and a finding about every link that is not
// followed.
func TestReadLinks(t *testing.T) {
	t.Parallel()
	for name, row := range links {
		root := linked(t, row.links)
		files, unread, _ := new(input.Reader).Read([]string{filepath.Join(root, "in")}, "")
		for _, f := range files {
			if strings.Contains(string(f.Data), "secret") {
				t.Errorf("%s: %s was read", name, f.Name)
			}
		}
		if told := len(unread) == 1 && filepath.Base(unread[0].File.Path) == "k.yaml"; told == row.reads {
			t.Errorf("%s: unread %v, while the link can be read: %t", name, unread, row.reads)
		}
		if len(files) != 1 { // the file is read once, by its own name or by the name of the link
			t.Errorf("%s: %d files were read, want that below", name, len(files))
		}
	}
}

// TestWriteLinks writes where a link is in the place of the file or of its directory.
func TestWriteLinks(t *testing.T) {
	t.Parallel()
	items, _ := fn.ParseDocuments("x.yaml", []byte(strings.ReplaceAll(secretFile, "secret", "k")))
	for name, row := range links {
		root := linked(t, row.links)
		if err := os.Rename(filepath.Join(root, "in/k.yaml"), filepath.Join(root, "in/configmap-k.latchkey.yaml")); err != nil {
			t.Fatal(err)
		}
		err := folder.Write(filepath.Join(root, "in"), items)
		if err == nil || !strings.Contains(err.Error(), "this is a link") || exit.Code(err) != exit.Problems {
			t.Errorf("%s: error %v, want one about the link", name, err)
		}
		data, err := os.ReadFile(filepath.Join(root, "outside/secret.yaml"))
		if string(data) != secretFile {
			t.Errorf("%s: the file outside holds %q (%v)", name, data, err)
		}
		checkNoRest(t, filepath.Join(root, "in"))
	}
}

// checkNoRest finds files that a failed run has left.
func checkNoRest(t *testing.T, directory string) {
	t.Helper()
	entries, err := os.ReadDir(directory)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), ".tmp") {
			t.Errorf("%s was left", entry.Name())
		}
	}
}
