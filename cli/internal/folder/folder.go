// Package folder is a folder of manifests that render -o writes: it replaces what an earlier render wrote, and no other file.
package folder

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/files"
)

// header begins each file that -o writes. A file with this header may be overwritten.
const header = "# Written by latchkey render, which will overwrite any change.\n"

// A target is one file of the output directory.
type target struct {
	files.File
	items []*fn.Item
	// changed says that the file gets at least one object that was not read from it.
	changed bool
}

// Write writes the objects as files. It prepares all files before it puts the first into its place. Files that
// have the right content already stay untouched.
func Write(directory string, items []*fn.Item) error {
	targets := targetsOf(directory, items)
	for _, t := range targets {
		if err := t.encode(); err != nil {
			return err
		}
	}
	root, err := files.Open(directory)
	if err != nil {
		return input.FileError("create", directory, err)
	}
	defer func() { _ = root.Close() }() // the files in it are closed already
	var errs []error
	var changed []files.File
	for _, t := range targets {
		errs = append(errs, t.check(root))
		if t.changed {
			changed = append(changed, t.File)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if err := files.Replace(root, changed...); err != nil {
		var path *fs.PathError
		errors.As(err, &path)
		return input.FileError("write", path.Path, err)
	}
	return nil
}

// targetsOf sorts the objects into files. Objects that were read from the directory are there already. They matter only
// in files that change.
func targetsOf(directory string, items []*fn.Item) []*target {
	byPath := map[string]*target{}
	var targets []*target
	for _, item := range items {
		below, inPlace := PathOf(directory, item)
		t := byPath[below]
		if t == nil {
			t = &target{File: files.File{Name: below}}
			byPath[below] = t
			targets = append(targets, t)
		}
		t.items = append(t.items, item)
		t.changed = t.changed || !inPlace
	}
	return slices.DeleteFunc(targets, func(t *target) bool { return !t.changed })
}

// Below returns the path of a file relative to a directory, and whether the file is below the directory.
func Below(directory, name string) (string, bool) {
	path, err := filepath.Rel(input.RealPath(directory), input.RealPath(name))
	return path, err == nil && filepath.IsLocal(path)
}

// IsWritten tells whether [Write] wrote a file with this content.
func IsWritten(data []byte) bool { return bytes.HasPrefix(data, []byte(header)) }

// PathOf returns the path of an object's file relative to the directory. inPlace says that the object was read from
// there and has not changed.
func PathOf(directory string, item *fn.Item) (below string, inPlace bool) {
	if !item.Generated() && item.File != fn.StandardInput {
		if below, ok := Below(directory, item.File); ok {
			return below, !item.Edited()
		}
	}
	return FileName(item), false
}

// FileName returns the name of the file for an object. All objects of one source share one file, as in kpt packages. So do
// objects with names that differ in case alone: many file systems make no difference there.
func FileName(item *fn.Item) string {
	key := item.Key()
	if source, ok := latchkey.ParseMark(item.Mark()); ok {
		key = source
	}
	return strings.Map(safe, strings.ToLower(fn.GeneratedFile(key)))
}

// safe replaces a character that a name may have but a file name may not. A role may be called system:node, for example, and input may be
// hostile.
func safe(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == '-', r == '.', r == '_':
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
		t.Private = t.Private || hasSecret(item)
	}
	t.Data = data.Bytes()
	return nil
}

// hasSecret tells whether an object is a Secret with data, such as the key of curve: Inline.
func hasSecret(item *fn.Item) bool {
	if item.APIVersion != "v1" || item.Kind != "Secret" {
		return false
	}
	content, err := item.Content() // the object was encoded already
	return err == nil && (content["data"] != nil || content["stringData"] != nil)
}

// check refuses to overwrite links and files that somebody wrote by hand. Latchkey never makes links.
func (t *target) check(root *os.Root) error {
	path := filepath.Join(root.Name(), t.Name)
	old, err := files.Read(root, t.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, files.ErrIrregular):
		return exit.Inputf("%s: %w: remove it, or choose another directory for -o", path, files.ErrIrregular)
	case err != nil:
		return input.FileError("read", path, err)
	case !isOurs(path, old):
		return exit.Inputf("%s: this file was not written by latchkey: move it, or choose another directory for -o", path)
	}
	info, err := root.Stat(t.Name)
	isOpen := err == nil && t.Private && info.Mode().Perm()&0o077 != 0
	t.changed = isOpen || !bytes.Equal(old, t.Data)
	return nil
}

// isOurs tells whether a file may be overwritten: it has the header, or it contains only generated objects, as the
// files of the function do.
func isOurs(path string, data []byte) bool {
	if IsWritten(data) {
		return true
	}
	items, results := fn.ParseDocuments(path, data)
	isHandwritten := func(item *fn.Item) bool { return item.Mark() == "" }
	return len(items) > 0 && !fn.HasErrors(results) && !slices.ContainsFunc(items, isHandwritten)
}

// Stale returns the files that an earlier render wrote into a directory and that this render does not write. It
// leaves out the files that are kept, files that somebody wrote by hand, files in folders below, which another render writes,
// and files of programs with further kinds.
func Stale(directory string, kept map[string]bool, kinds generators.Registry) ([]string, error) {
	entries, err := os.ReadDir(directory)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, input.FileError("read", directory, err)
	}
	var stale []string
	var errs []error
	for _, entry := range entries {
		path := filepath.Join(directory, entry.Name())
		if kept[entry.Name()] || !entry.Type().IsRegular() || !strings.HasSuffix(path, fn.GeneratedSuffix) {
			continue
		}
		data, err := os.ReadFile(path)
		switch {
		case err != nil:
			errs = append(errs, input.FileError("read", path, err))
		case IsWritten(data) && !isOfOthers(path, data, kinds):
			stale = append(stale, path)
		}
	}
	return stale, errors.Join(errs...)
}

// isOfOthers tells whether a file has an object made from a kind that this program does not know.
func isOfOthers(path string, data []byte, kinds generators.Registry) bool {
	items, _ := fn.ParseDocuments(path, data) // an unreadable object has no mark
	return slices.ContainsFunc(items, func(item *fn.Item) bool { return item.Mark() != "" && !item.IsMadeFrom(kinds) })
}
