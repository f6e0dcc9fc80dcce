package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/fn"
)

// header begins each file that -o writes. A file with this header may be overwritten.
const header = "# Written by latchkey render, which will overwrite any change.\n"

// A target is one file of the output directory.
type target struct {
	// below is the path of the file below the directory.
	below string
	items []*fn.Item
	// changed says that the file gets at least one object that was not read from it.
	changed bool
	data    []byte
}

// writeDirectory writes the objects as files. It prepares all files before it puts the first into its place. Files that
// have the right content already stay untouched.
func writeDirectory(directory string, items []*fn.Item) error {
	targets := targetsOf(directory, items)
	var errs []error
	for _, t := range targets {
		errs = append(errs, t.encode())
	}
	root, err := os.OpenRoot(directory)
	if err == nil {
		defer func() { _ = root.Close() }() // the files in it are closed already
		for _, t := range targets {
			errs = append(errs, t.check(root))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if root == nil {
		if root, err = makeRoot(directory); err != nil {
			return fileError("create", directory, err)
		}
		defer func() { _ = root.Close() }() // the files in it are closed already
	}
	return replaceFiles(root, targets)
}

// makeRoot makes a directory and opens it. A root does not follow links that lead out of it.
func makeRoot(directory string) (*os.Root, error) {
	if err := os.MkdirAll(directory, 0o777); err != nil {
		return nil, err
	}
	return os.OpenRoot(directory)
}

// targetsOf sorts the objects into files. Objects that were read from the directory are there already. They matter only
// in files that change.
func targetsOf(directory string, items []*fn.Item) []*target {
	byPath := map[string]*target{}
	var targets []*target
	for _, item := range items {
		below, inPlace := placeOf(directory, item)
		t := byPath[below]
		if t == nil {
			t = &target{below: below}
			byPath[below] = t
			targets = append(targets, t)
		}
		t.items = append(t.items, item)
		t.changed = t.changed || !inPlace
	}
	return slices.DeleteFunc(targets, func(t *target) bool { return !t.changed })
}

// withoutOwn leaves out what an earlier render wrote into the output directory. This render writes it again, so it
// would be there twice.
func withoutOwn(files []file, directory string) []file {
	if directory == "" {
		return files
	}
	return slices.DeleteFunc(files, func(f file) bool {
		_, below := pathBelow(directory, f.name)
		return below && isWritten(f.data)
	})
}

// pathBelow returns the path of a file relative to a directory, and whether the file is below the directory.
func pathBelow(directory, name string) (string, bool) {
	path, err := filepath.Rel(realPath(directory), realPath(name))
	return path, err == nil && filepath.IsLocal(path)
}

// placeOf returns the path of an object's file relative to the directory. inPlace says that the object was read from
// there and has not changed.
func placeOf(directory string, item *fn.Item) (below string, inPlace bool) {
	if !item.Generated() && item.File != fn.StandardInput {
		if below, ok := pathBelow(directory, item.File); ok {
			return below, !item.Edited()
		}
	}
	return fileName(item), false
}

// fileName returns the name of the file for an object. All objects of one source share one file, as in kpt packages.
func fileName(item *fn.Item) string {
	key := item.Key()
	if parts := strings.Split(item.Source(), "/"); len(parts) == 4 {
		key = fn.Key{Group: parts[0], Kind: parts[1], Namespace: parts[2], Name: parts[3]}
	}
	return strings.Map(safeRune, key.GeneratedFile())
}

// safeRune replaces a character that a name may have but a file name may not. A role may be called system:node, for
// example, and input may be hostile.
func safeRune(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '.', r == '_':
		return r
	default:
		return '-'
	}
}

func (t *target) encode() error {
	data := bytes.NewBufferString(header)
	for at, item := range t.items {
		if at > 0 {
			data.WriteString("---\n")
		}
		var document bytes.Buffer
		if err := item.Encode(&document); err != nil {
			return err
		}
		data.Write(bytes.TrimPrefix(document.Bytes(), []byte(header)))
	}
	t.data = data.Bytes()
	return nil
}

// check refuses to overwrite links and files that somebody wrote by hand. Latchkey never makes links.
func (t *target) check(root *os.Root) error {
	path := filepath.Join(root.Name(), t.below)
	info, err := root.Lstat(t.below)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fileError("read", path, err)
	case !info.Mode().IsRegular():
		return inputError{fmt.Errorf("%s: this is a link or no file: remove it, or choose another directory for -o", path)}
	}
	old, err := root.ReadFile(t.below)
	switch {
	case err != nil:
		return fileError("read", path, err)
	case !isOurs(path, old):
		return inputError{fmt.Errorf("%s: this file was not written by latchkey: move it, or choose another directory for -o", path)}
	}
	t.changed = !bytes.Equal(old, t.data)
	return nil
}

// isOurs tells whether a file may be overwritten: it has the header, or it contains only generated objects, as the
// files of the function do.
func isOurs(path string, data []byte) bool {
	if isWritten(data) {
		return true
	}
	items, results := fn.ParseDocuments(path, data)
	isHandwritten := func(item *fn.Item) bool { return item.Source() == "" }
	return len(items) > 0 && !fn.HasErrors(results) && !slices.ContainsFunc(items, isHandwritten)
}
