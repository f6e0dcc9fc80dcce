package input

import (
	"archive/tar"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// readRevision reads a file or the manifests of a folder as they were in a revision of the git repository of the working
// directory. The names of the files begin with the revision, as git writes them: HEAD~1:sets/lammps.yaml.
func (r *Reader) readRevision(revision, below string) {
	name := revision + ":" + below
	data, err := archived(revision, below)
	if err != nil {
		r.refuse(name, exit.Inputf("cannot be read: %w", err))
		return
	}
	before := len(r.files)
	for in := tar.NewReader(bytes.NewReader(data)); ; {
		entry, err := in.Next()
		if err != nil {
			break // the end: git has written all of it
		}
		isNamed := path.Clean(entry.Name) == path.Clean(below)
		if entry.Typeflag != tar.TypeReg || !isNamed && (!IsManifest(entry.Name) || isBelowHidden(entry.Name)) {
			continue
		}
		text, _ := io.ReadAll(in)
		r.files = append(r.files, File{Name: revision + ":" + entry.Name, Data: text})
	}
	if len(r.files) == before {
		r.refuse(name, errEmpty)
	}
}

// archived returns what is below a path in a revision, as an archive of tar.
func archived(revision, below string) ([]byte, error) {
	if strings.HasPrefix(revision, "-") {
		return nil, fmt.Errorf("%q is no revision", revision)
	}
	git := exec.Command("git", "archive", "--format=tar", revision, "--", cmp.Or(below, "."))
	var stderr bytes.Buffer
	git.Stderr = &stderr
	data, err := git.Output()
	switch ended := new(exec.ExitError); {
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("git is not on PATH, and there is no such file: install git, or check the path")
	case errors.As(err, &ended):
		return nil, errors.New("there is no such file, and git says: " + strings.TrimPrefix(text.FirstLine(stderr.String()), "fatal: "))
	}
	return data, err
}

// isBelowHidden tells whether a part of a path begins with a dot.
func isBelowHidden(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.HasPrefix(part, ".") })
}
