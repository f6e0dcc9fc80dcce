package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared makes a folder "in" that others may write to, and a file outside of it. It returns the parent of both.
func shared(t *testing.T) (parent string, root *os.Root) {
	t.Helper()
	parent = t.TempDir()
	for _, folder := range []string{"in/below", "outside"} {
		if err := os.MkdirAll(filepath.Join(parent, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(parent, "outside/secret"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := Open(filepath.Join(parent, "in"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return parent, root
}

// TestReplaceLinks writes where somebody has planted links, and wants no change outside of the folder.
func TestReplaceLinks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		link, target, write string
		written             bool
	}{
		"in the place of the file":          {"a", "../outside/secret", "a", true},
		"to an absolute path":               {"a", "PARENT/outside/secret", "a", true},
		"to a folder outside":               {"a", "../outside", "a/secret", false},
		"with the name of a temporary file": {"a.new", "../outside/secret", "a", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parent, root := shared(t)
			if err := os.Symlink(strings.Replace(c.target, "PARENT", parent, 1), filepath.Join(parent, "in", c.link)); err != nil {
				t.Skip("no symbolic links here:", err)
			}
			err := Replace(root, File{Name: "b", Data: []byte("b")}, File{Name: c.write, Data: []byte("new")})
			if (err == nil) != c.written {
				t.Errorf("the error is %v", err)
			}
			if path := new(fs.PathError); err != nil && (!errors.As(err, &path) || path.Path != filepath.Join(parent, "in", c.write)) {
				t.Errorf("the error %v does not name the file", err)
			}
			if _, err := os.Stat(filepath.Join(parent, "in/b")); (err == nil) != c.written {
				t.Errorf("either all files are written or none: %v", err)
			}
			if data, err := os.ReadFile(filepath.Join(parent, "outside/secret")); string(data) != "secret" {
				t.Errorf("the file outside holds %q (%v)", data, err)
			}
			if rest, _ := filepath.Glob(filepath.Join(parent, "in", ".latchkey-*")); len(rest) > 0 {
				t.Errorf("%v is left", rest)
			}
		})
	}
}

// TestTemporaryName checks that nobody can guess the name of a temporary file.
func TestTemporaryName(t *testing.T) {
	t.Parallel()
	_, root := shared(t)
	one, err := prepare(root, File{Name: "a"})
	if err != nil {
		t.Fatal(err)
	}
	if other, err := prepare(root, File{Name: "a"}); err != nil || one.temporary == other.temporary {
		t.Errorf("both are called %s (%v)", one.temporary, err)
	}
}

func TestCheckName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"lammps", "lammps-m-0-0-x2k4p", "a.b"} {
		if err := CheckName("pod", name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"", ".", "..", "../../evil", "a/b", `a\b`, "/etc", ".ssh", "c:x"} {
		if CheckName("pod", name) == nil {
			t.Errorf("%q is taken", name)
		}
	}
}
