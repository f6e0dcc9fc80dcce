//go:build unix

package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestRead reads files, and neither follows links nor waits for pipes.
func TestRead(t *testing.T) {
	t.Parallel()
	parent, root := shared(t)
	in := filepath.Join(parent, "in")
	if err := errors.Join(os.Symlink("../outside/secret", filepath.Join(in, "link")), syscall.Mkfifo(filepath.Join(in, "pipe"), 0o600)); err != nil {
		t.Skip("no links or pipes here:", err)
	}
	if err := Replace(root, File{Name: "below/file", Data: []byte("text")}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{"link": ErrIrregular, "pipe": ErrIrregular, "below": ErrIrregular, "none": fs.ErrNotExist, "below/file": nil} {
		if data, err := Read(root, name); !errors.Is(err, want) || want == nil && string(data) != "text" {
			t.Errorf("%s: %q, %v, want the error %v", name, data, err, want)
		}
	}
}
