package parse

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// files describe a program each. Those in kinds have a parser of their own, so they describe the records.
//
//go:embed programs/*.yaml kinds/*.yaml
var files embed.FS

// Programs are described programs.
type Programs []*program

// shipped are the programs that Latchkey knows, by their files.
var shipped = sync.OnceValue(func() Programs { return mustRead("programs") })

func mustRead(folder string) Programs {
	all, err := readPrograms(files, folder, "")
	if err != nil {
		panic(err) // a test reads them
	}
	return all
}

// parsed are the programs with a parser of their own, by name. The files of kinds describe their records.
var parsed = sync.OnceValue(func() map[string]*program {
	all := map[string]*program{}
	for _, p := range mustRead("kinds") {
		all[p.Name] = p
	}
	return all
})

// kindOf returns the kind of the records of a program with a parser of its own.
func kindOf(name string) *report.Kind { return &parsed()[name].Kind }

// ReadPrograms reads descriptions: files, and all *.yaml below folders. The error names each mistake with its line and column.
func ReadPrograms(paths []string) (all Programs, err error) {
	var problems []error
	for _, path := range paths {
		folder, name := filepath.Split(filepath.Clean(path))
		found, err := readPrograms(os.DirFS(filepath.Clean(folder)), name, folder)
		if err == nil && len(found) == 0 {
			err = fmt.Errorf("%s: there is no description of a program: the names of their files end in .yaml", path)
		}
		all, problems = append(all, found...), append(problems, err)
	}
	return all, errors.Join(problems...)
}

// readPrograms reads the descriptions at a path of a file system. The path of the file system itself is for messages.
func readPrograms(files fs.FS, root, above string) (all Programs, err error) {
	var problems []error
	err = fs.WalkDir(files, root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".yaml") && !strings.HasSuffix(path, ".yml") {
			return err
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		p, mistakes := readDescription(above+path, text)
		problems = append(problems, mistakes...)
		all = append(all, p)
		return nil
	})
	return all, errors.Join(append([]error{err}, problems...)...)
}
