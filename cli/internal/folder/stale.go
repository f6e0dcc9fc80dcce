package folder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
)

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
	return slices.ContainsFunc(items, func(item *fn.Item) bool { return item.Source() != "" && !item.IsMadeFrom(kinds) })
}
