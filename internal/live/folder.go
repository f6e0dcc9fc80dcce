package live

import (
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// openFolder makes or opens the folder of a set below root, and reads what an earlier run has recorded there. The folder of
// another set with the same name stays where it is: then the name gets a number.
func openFolder(root string, set *Set) (*os.Root, *runs.Set, error) {
	if err := files.CheckName("set", set.Name); err != nil {
		return nil, nil, err
	}
	known, err := runs.History(root, set.Name)
	if err != nil {
		return nil, nil, err
	}
	before := &runs.Set{}
	at := slices.IndexFunc(known, func(record *runs.Set) bool { return record.UID == set.UID() })
	if at >= 0 {
		before = known[at]
	} else {
		at = len(known)
	}
	above, err := files.Open(root)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = above.Close() }() // no file is open in it
	name := runs.Folder("", set.Name, at)
	if err := above.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, nil, err
	}
	folder, err := above.OpenRoot(name)
	return folder, before, err
}

// containerOf returns what is recorded about a container.
func containerOf(record *runs.Set, of container) runs.Container {
	for _, pod := range record.Pods {
		for _, own := range pod.Containers {
			if pod.Name == of.pod && own.Name == of.name {
				return own
			}
		}
	}
	return runs.Container{}
}
