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

// staleFiles returns the files that an earlier render wrote into a directory and that this render does not write. It
// leaves out files that somebody wrote by hand, files in folders below, which another render writes, and files of
// programs with further kinds.
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
		case isWritten(data) && !isOfOthers(path, data, kinds):
			stale = append(stale, path)
		}
	}
	return stale, errors.Join(errs...)
}

// isOfOthers tells whether a file has an object made from a kind that this program does not know.
func isOfOthers(path string, data []byte, kinds generators.Registry) bool {
	items, _ := fn.ParseDocuments(path, data) // an unreadable object has no mark
	return slices.ContainsFunc(items, func(item *fn.Item) bool { return item.Source() != "" && !item.IsMadeFrom(kinds) })
}

// keptFiles returns the files, relative to a directory, that are written now or that only an option leaves out.
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

// leavesOut tells whether an option may leave objects of a source out of the output. The files with such objects stay.
func (m made) leavesOut(source *fn.Item) bool {
	isSaid := func(option string) bool { return source.Annotation(latchkey.Prefix+option) != "" }
	return m.settings.Options.Include != nil || isSaid("include") || isSaid("validate-only")
}

// writeFiles writes the objects as files, and removes stale files or warns about them.
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

// firstOf names the first of the files, and counts the others.
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
