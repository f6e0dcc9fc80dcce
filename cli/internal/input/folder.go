package input

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/monochromegane/go-gitignore"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
)

var errEmpty = exit.Inputf("this directory has no .yaml, .yml or .json file")

// errLeadsOut is the error about a link in a directory that is not followed. Otherwise the author of a package could
// have any of the user's files read and printed.
var errLeadsOut = exit.Inputf("this link leads out of the directory, or is absolute: " +
	"remove it, or name the file that it leads to as an argument")

// errNoFile is the error about a pipe, a folder or a device with the name of a file. To open a pipe would wait for ever.
var errNoFile = exit.Inputf("this is not a regular file: remove it")

// readDirectory reads the manifests below a directory. WalkDir sorts the names in a directory by their bytes, as kpt
// does.
func (r *Reader) readDirectory(directory string) {
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
		case path != "." && (IsHidden(path) || ignored.Match(path, entry.IsDir())):
			if entry.IsDir() {
				return fs.SkipDir
			}
		case IsManifest(path):
			empty = !r.readBelow(root, path) && empty
		}
		return nil
	}
	if err := fs.WalkDir(root.FS(), ".", visit); err != nil {
		r.fail(directory, err)
	}
	if empty && len(r.unread) == before {
		r.refuse(directory, errEmpty)
	}
}

// readBelow reads a file of a directory, and tells whether it is a file. It follows links that stay below the
// directory, because a mounted ConfigMap has such links.
func (r *Reader) readBelow(root *os.Root, path string) bool {
	name := filepath.Join(root.Name(), path)
	info, err := root.Stat(path)
	switch {
	case err != nil:
		r.failBelow(name, err)
	case info.Mode().IsRegular():
		r.readFile(RealPath(name), File{Name: name, Found: true}, func() ([]byte, error) { return root.ReadFile(path) })
		return true
	}
	return false
}

// failBelow notes an error of os.Root. os exports no error for a link that leads out of the root. All other errors come
// from the system.
func (r *Reader) failBelow(name string, err error) {
	if errno := syscall.Errno(0); errors.As(err, &errno) || errors.Is(err, errNoFile) || errors.Is(err, filepath.ErrBadPattern) {
		r.fail(name, err)
		return
	}
	r.refuse(name, errLeadsOut)
}

// IsHidden tells whether the name of a file begins with a dot.
func IsHidden(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") }

// IsManifest tells from the name of a file whether it is read as part of a directory.
func IsManifest(path string) bool {
	switch filepath.Ext(path) {
	case ".yaml", ".yml", ".json":
		return true
	default:
		return false
	}
}

// ignoreFile is a file of a directory with patterns, one a line, for what is not read below this directory.
const ignoreFile = ".latchkeyignore"

// CheckPatterns refuses patterns that cannot be read, and so would match nothing.
func CheckPatterns(patterns []string) error {
	for _, pattern := range patterns {
		if _, err := filepath.Match(pattern, ""); err != nil && !strings.HasPrefix(pattern, "#") {
			return fmt.Errorf(`%w %q: close each "[" with a "]", and write \[ or \\ for the character itself`, err, pattern)
		}
	}
	return nil
}

// ignored returns the rule for what is not read below a directory: the patterns of its ignore file and of
// --ignore. Patterns have the form of .gitignore (git-scm.com/docs/gitignore) and are relative to the directory.
func (r *Reader) ignored(root *os.Root) (gitignore.IgnoreMatcher, error) {
	var patterns []byte
	info, err := root.Stat(ignoreFile)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return nil, errNoFile
	case err == nil:
		patterns, err = root.ReadFile(ignoreFile)
		err = errors.Join(err, exit.BadInput(CheckPatterns(strings.Split(string(patterns), "\n"))))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	patterns = append(append(patterns, '\n'), strings.Join(r.Ignore, "\n")...)
	return gitignore.NewGitIgnoreFromReader(".", bytes.NewReader(patterns)), nil
}
