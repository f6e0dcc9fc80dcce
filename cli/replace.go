package cli

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// A replacement is a file and a temporary file with its new content. Both are paths below the output directory.
type replacement struct{ temporary, below string }

// replaceFiles writes temporary files beside the files that change, and then renames them. Nobody ever sees half a
// file.
func replaceFiles(root *os.Root, targets []*target) error {
	var prepared []replacement
	defer func() {
		for _, r := range prepared {
			_ = root.Remove(r.temporary) // this fails after a successful rename
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

// prepare writes the new content of a file into a temporary file. Its name begins with a dot, so that other programs
// that read the directory leave it out. Nobody can have made a file or a link with this name before: the name cannot be
// guessed, and the file must be new.
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
