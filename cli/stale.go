package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
)

// staleFiles are the files of a directory that an earlier render wrote there and that this one does not write. What
// somebody wrote by hand is none of them, nor what lies in a folder below: that is the output of another render. What a
// program with further kinds made of those is none either.
func staleFiles(directory string, kept map[string]bool, kinds generators.Registry) ([]string, error) {
	entries, err := os.ReadDir(directory)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fileError("read", directory, err)
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
			errs = append(errs, fileError("read", path, err))
		case isWritten(file{data: data}) && !isOfOthers(path, data, kinds):
			stale = append(stale, path)
		}
	}
	return stale, errors.Join(errs...)
}

// isOfOthers tells whether a file holds what was made from a kind that this program does not know.
func isOfOthers(path string, data []byte, kinds generators.Registry) bool {
	items, _ := fn.ParseDocuments(path, data) // what cannot be read has no mark
	return slices.ContainsFunc(items, func(item *fn.Item) bool { return item.Source() != "" && !item.IsMadeFrom(kinds) })
}

// keptFiles are the files of a directory, as paths from there, that are written now, or would be but for an option.
func keptFiles(directory string, m made) map[string]bool {
	kept := map[string]bool{}
	for _, item := range m.items {
		below, _ := placeOf(directory, item)
		kept[below] = true
	}
	for _, item := range m.input {
		if item.IsSource(m.settings.Kinds) && m.leavesOut(item) {
			kept[fileName(item)] = true
		}
	}
	return kept
}

// leavesOut tells whether an option may keep objects of a source from being written. What is left out has to exist.
func (m made) leavesOut(source *fn.Item) bool {
	isSaid := func(option string) bool { return source.Annotation(latchkey.Prefix+option) != "" }
	return m.settings.Options.Include != nil || isSaid("include") || isSaid("validate-only")
}

// writeFiles writes the objects as files, and removes the stale ones or warns about them.
func (r *renderer) writeFiles(directory string, m made) error {
	stale, err := staleFiles(directory, keptFiles(directory, m), m.settings.Kinds)
	if err != nil {
		return err
	}
	if err := writeDirectory(directory, m.items); err != nil {
		return err
	}
	if r.prune {
		return r.removeFiles(stale)
	}
	if len(stale) > 0 {
		r.command.report(fn.Results{(&fn.Item{File: directory}).Warning(fmt.Sprintf(
			"an earlier render wrote %s, and this one did not: use --prune to remove what no other input makes", firstOf(stale)))})
	}
	return nil
}

// firstOf names the first of some files, and says how many there are besides.
func firstOf(paths []string) string {
	if len(paths) == 1 {
		return filepath.Base(paths[0])
	}
	return fmt.Sprintf("%s and %d more", filepath.Base(paths[0]), len(paths)-1)
}

func (r *renderer) removeFiles(paths []string) error {
	var errs []error
	for _, path := range paths {
		if err := os.Remove(path); err != nil {
			errs = append(errs, fileError("remove", path, err))
			continue
		}
		r.command.say(fmt.Sprintf("removed %s: an earlier render wrote it, and this input does not make it", fn.Printable(path)))
	}
	return errors.Join(errs...)
}
