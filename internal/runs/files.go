package runs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// SetFile is the name of the file with a [Set].
const SetFile = "set.json"

// StudyEnd ends the name of the file with the Study, in the folder of its runs: scaling.study.yaml.
const StudyEnd = ".study.yaml"

// LockFile is the name of a file that lets one "study run" at a time use this folder.
const LockFile = ".latchkey.lock"

// AboutFile has what a person adds to a folder of results, and CrateFile is what "study crate" makes of both.
const (
	AboutFile = "crate.yaml"
	CrateFile = "ro-crate-metadata.json"
)

// MarkEnd ends the name of the file that says how far a log is written.
const MarkEnd = ".mark"

// IsOwn tells whether a file or folder with a name is one that Latchkey writes beside the logs, a kept report, or a page or picture.
func IsOwn(name string) bool {
	return slices.Contains([]string{SetFile, LockFile, SourcesFolder, ManifestsFolder, AboutFile, CrateFile, "report.csv", "report.json"}, name) ||
		strings.HasSuffix(name, StudyEnd) || strings.HasSuffix(name, MarkEnd) || slices.Contains([]string{".html", ".svg", ".png", ".pdf"}, path.Ext(name))
}

// LogFile returns the path of a container's log, relative to the folder of its set, with / between folders.
func LogFile(pod, container string) string { return path.Join(pod, container+".log") }

// MarkFile returns the path of the file that says how far a container's log is written, likewise.
func MarkFile(pod, container string) string { return path.Join(pod, "."+container+MarkEnd) }

// Folder returns the folder of a set below the folder given to `latchkey logs -o`. before counts the sets of its name that were saved
// there before: their folders are lammps, lammps.2, and so on. No workload has a name with a point.
func Folder(root, set string, before int) string {
	if before > 0 {
		set = fmt.Sprintf("%s.%d", set, before+1)
	}
	return filepath.Join(root, set)
}

// History reads the records of all sets of a name below a folder, the oldest first.
func History(root, set string) (all []*Set, _ error) {
	for {
		record, err := Read(Folder(root, set, len(all)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, record)
	}
}

// Encode returns the content of set.json.
func Encode(set *Set) ([]byte, error) {
	data, err := json.MarshalIndent(set, "", " ") // one blank: there are thousands of these files
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", SetFile, err)
	}
	return append(data, '\n'), nil
}

// Decode reads the content of set.json, of any version. Unknown fields are passed over: a later Latchkey may have written
// them.
func Decode(data []byte) (*Set, error) {
	set := &Set{Version: 1}
	if err := json.Unmarshal(data, set); err != nil {
		return nil, fmt.Errorf("decode %s: %w", SetFile, err)
	}
	return set, nil
}

// Read reads the set.json of a folder.
func Read(folder string) (*Set, error) {
	file := filepath.Join(folder, SetFile)
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // to open a pipe would wait for ever
		return nil, &fs.PathError{Op: "open", Path: file, Err: errors.New("this is not a regular file")}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	set, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	return set, nil
}
