package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A replacement is a file with its new content beside it.
type replacement struct{ temporary, path string }

// replaceFiles writes the files that change beside their places first, and
// then renames them, so that nobody ever sees half a file.
func replaceFiles(targets []*target) error {
	var prepared []replacement
	defer func() {
		for _, r := range prepared {
			_ = os.Remove(r.temporary) // renamed, if all went well
		}
	}()
	for _, t := range targets {
		if !t.changed {
			continue
		}
		r, err := prepare(t)
		if err != nil {
			return fileError("write", t.path, err)
		}
		prepared = append(prepared, r)
	}
	for _, r := range prepared {
		if err := os.Rename(r.temporary, r.path); err != nil {
			return fileError("write", r.path, err)
		}
	}
	return nil
}

// prepare writes the new content of a file. Its name begins with a dot, so
// that whoever reads the directory meanwhile leaves it out.
func prepare(t *target) (replacement, error) {
	name := fmt.Sprintf(".%s.%d.tmp", filepath.Base(t.path), os.Getpid())
	r := replacement{temporary: filepath.Join(filepath.Dir(t.path), name), path: t.path}
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(t.path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.WriteFile(r.temporary, t.data, mode); err != nil {
		_ = os.Remove(r.temporary) // it may not be there
		return r, err
	}
	return r, nil
}
