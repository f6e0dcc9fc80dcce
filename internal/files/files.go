package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrIrregular says that something else than a file has the name of a file: a link, a folder, a pipe.
var ErrIrregular = errors.New("this is a link or no file")

// Open makes a folder, with the folders above it, and opens it.
func Open(folder string) (*os.Root, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	return os.OpenRoot(folder)
}

// CheckName tells whether a name that a server gave may be the name of a file or folder. kind says what the server calls
// so: "set", "pod".
func CheckName(kind, name string) error {
	if strings.ContainsAny(name, `/\:`) || !filepath.IsLocal(name) || strings.HasPrefix(name, ".") {
		return fmt.Errorf("the server calls a %s %q, and this is not a valid file name: nothing of it is saved", kind, name)
	}
	return nil
}

// Exists tells whether a file is there. The error is [ErrIrregular] if something else has the name.
func Exists(root *os.Root, name string) (bool, error) {
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, &fs.PathError{Op: "open", Path: filepath.Join(root.Name(), name), Err: ErrIrregular}
	}
	return true, nil
}

// Read reads a file. It does not wait for a pipe, and does not follow a link.
func Read(root *os.Root, name string) ([]byte, error) {
	if _, err := Exists(root, name); err != nil {
		return nil, err
	}
	return root.ReadFile(name)
}
