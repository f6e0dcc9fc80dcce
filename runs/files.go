package runs

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
)

// SetFile is the name of the file with a [Set].
const SetFile = "set.json"

// LogFile returns the path of a container's log, relative to the folder of its set, with / between folders.
func LogFile(pod, container string) string { return path.Join(pod, container+".log") }

// PreviousLogFile returns the path of the log of a container's life before, likewise.
func PreviousLogFile(pod, container string) string { return path.Join(pod, container+".previous.log") }

// Folder returns the folder of a set below the folder given to `latchkey logs -o`.
func Folder(root, set string) string { return filepath.Join(root, set) }

// Write writes set.json into the folder of a set, which must exist. A reader never sees half a file.
func Write(folder string, set *Set) error {
	data, err := json.MarshalIndent(set, "", "  ")
	if err != nil {
		return fmt.Errorf("encode %s: %w", SetFile, err)
	}
	file := filepath.Join(folder, SetFile)
	if err := os.WriteFile(file+".new", append(data, '\n'), 0o666); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// Read reads the set.json of a folder. Unknown fields are passed over: a later Latchkey may have written them.
func Read(folder string) (*Set, error) {
	file := filepath.Join(folder, SetFile)
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	set := &Set{}
	if err := json.Unmarshal(data, set); err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	return set, nil
}
