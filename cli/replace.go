package cli

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// A replacement is a file with its new content beside it, both as paths from the directory of the output.
type replacement struct{ temporary, below string }

// replaceFiles writes the files that change beside their places first, and
// then renames them, so that nobody ever sees half a file.
func replaceFiles(root *os.Root, targets []*target) error {
	var prepared []replacement
	defer func() {
		for _, r := range prepared {
			_ = root.Remove(r.temporary) // renamed, if all went well
		}
	}()
	for _, t := range targets {
		if !t.changed {
			continue
		}
		r, err := prepare(root, t)
		if err != nil {
			return fileError("write", filepath.Join(root.Name(), t.below), err)
		}
		prepared = append(prepared, r)
	}
	for _, r := range prepared {
		if err := root.Rename(r.temporary, r.below); err != nil {
			return fileError("write", filepath.Join(root.Name(), r.below), err)
		}
	}
	return nil
}

// prepare writes the new content of a file. Its name begins with a dot, so
// that whoever reads the directory meanwhile leaves it out. Nobody can have made a file or a link of that name before:
// the name cannot be guessed, and the file has to be new.
func prepare(root *os.Root, t *target) (replacement, error) {
	name := ".latchkey-" + rand.Text() + ".tmp"
	r := replacement{temporary: filepath.Join(filepath.Dir(t.below), name), below: t.below}
	mode := fs.FileMode(0o666)
	if info, err := root.Lstat(t.below); err == nil {
		mode = info.Mode().Perm()
	}
	file, err := root.OpenFile(r.temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return r, err
	}
	_, err = file.Write(t.data)
	if err = errors.Join(err, file.Close()); err != nil {
		_ = root.Remove(r.temporary) // the first error counts
	}
	return r, err
}
