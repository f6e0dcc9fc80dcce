package main

import (
	"io/fs"
	"path/filepath"
	"strings"
)

// files are the paths of all files of a study below experiments, in lower case.
type files []string

func newFiles(study string) (all files, err error) {
	root := filepath.Join(study, "experiments")
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			all = append(all, strings.ToLower(strings.TrimPrefix(path, root)))
		}
		return err
	})
	return all, err
}

// state says whether a study has logs from which a value of a table can come: of its application in its experiment at its size. Folders
// are called size-32 or size32, and a study of one cloud leaves its name out.
func (all files) state(p published, table string) string {
	application, _, _ := strings.Cut(strings.Split(table, "/")[1], "-")
	application = strings.TrimRight(application, "0123456789")
	_, place, _ := strings.Cut(p.experiment, "/")
	for _, path := range all {
		sized := strings.Contains(path, "size"+p.nodes+"/") || strings.Contains(path, "size-"+p.nodes+"/")
		name := path[strings.LastIndex(path[:strings.LastIndex(path, "/")], "/")+1:]
		if sized && strings.Contains(path, "/"+place+"/") && strings.Contains(name, application) {
			return "its log is there"
		}
	}
	return "no log of " + application + " at this size is in this copy"
}
