package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

var errEmpty = inputError{errors.New("this directory has no .yaml, .yml or .json file")}

// errLeadsOut is the error about a link in a directory that is not followed. Otherwise the author of a package could
// have any of the user's files read and printed.
var errLeadsOut = inputError{errors.New("this link leads out of the directory, or is absolute: " +
	"remove it, or name the file that it leads to as an argument")}

// readDirectory reads the manifests below a directory. WalkDir sorts the names in a directory by their bytes, as kpt
// does.
func (r *reader) readDirectory(directory string) {
	root, err := os.OpenRoot(directory)
	if err != nil {
		r.fail(directory, err)
		return
	}
	defer func() { _ = root.Close() }() // nothing was written
	before := len(r.unread)
	ignored, err := r.ignored(root)
	if err != nil {
		r.failBelow(filepath.Join(directory, ignoreFile), err)
		return
	}
	empty := true
	visit := func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			r.fail(filepath.Join(directory, path), err)
		case path != "." && (isHidden(path) || ignored.Match(path, entry.IsDir())):
			return skip(entry)
		case isManifest(path):
			empty = !r.readBelow(root, path) && empty
		}
		return nil
	}
	if err := fs.WalkDir(root.FS(), ".", visit); err != nil {
		r.fail(directory, err)
	}
	if empty && len(r.unread) == before {
		r.unread = append(r.unread, unread{directory, errEmpty})
	}
}

// readBelow reads a file of a directory, and tells whether it is a file. It follows links that stay below the
// directory, because a mounted ConfigMap has such links.
func (r *reader) readBelow(root *os.Root, path string) bool {
	name := filepath.Join(root.Name(), path)
	info, err := root.Stat(path)
	switch {
	case err != nil:
		r.failBelow(name, err)
	case info.Mode().IsRegular():
		before := len(r.files)
		r.readFile(name, func(string) ([]byte, error) { return root.ReadFile(path) })
		for at := range r.files[before:] {
			r.files[before+at].found = true
		}
		return true
	}
	return false
}

// failBelow notes an error of os.Root. os exports no error for a link that leads out of the root. All other errors come
// from the system.
func (r *reader) failBelow(name string, err error) {
	if errno := syscall.Errno(0); errors.As(err, &errno) {
		r.fail(name, err)
		return
	}
	r.unread = append(r.unread, unread{name, errLeadsOut})
}

// skip leaves out one file, or one directory with its content.
func skip(entry fs.DirEntry) error {
	if entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func isHidden(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") }

// isManifest tells whether a file of a directory is read. Its name alone decides.
func isManifest(path string) bool {
	switch filepath.Ext(path) {
	case ".yaml", ".yml", ".json":
		return true
	default:
		return false
	}
}
