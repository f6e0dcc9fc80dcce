package live

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// openFolder makes or opens the folder of a set below root, and reads what an earlier run has recorded there. The folder of
// another set with the same name stays where it is: then the name gets a number.
func openFolder(root string, set *Set) (*os.Root, *runs.Set, error) {
	if err := files.CheckName("set", set.Name); err != nil {
		return nil, nil, err
	}
	above, err := files.Open(root)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = above.Close() }() // no file is open in it
	for n := 1; ; n++ {
		name := set.Name
		if n > 1 {
			name = fmt.Sprintf("%s.%d", name, n) // no workload has a name with a point
		}
		if err := above.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, nil, err
		}
		folder, err := above.OpenRoot(name)
		if err != nil {
			return nil, nil, err
		}
		before, err := runs.Read(folder.Name())
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return folder, &runs.Set{}, nil
		case err == nil && before.UID == set.UID():
			return folder, before, nil
		}
		if err := errors.Join(err, folder.Close()); err != nil {
			return nil, nil, err
		}
	}
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
