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

// files describe a program each.
//
//go:embed programs/*.yaml
var files embed.FS

// Programs are described programs.
type Programs []*program

// shipped are the programs that Latchkey knows, by their files.
var shipped = sync.OnceValue(func() Programs {
	all, err := readPrograms(files, "programs", "")
	if err != nil {
		panic(err) // a test reads them
	}
	return all
})

// ReadPrograms reads the descriptions of files, and of the files *.yaml below folders. The error names each mistake with its line and
// column.
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

// readPrograms reads the descriptions at a path of a file system, whose own path is for messages.
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
		p, mistakes := newProgram(above+path, text)
		problems = append(problems, mistakes...)
		all = append(all, p)
		return nil
	})
	return all, errors.Join(append([]error{err}, problems...)...)
}

// families returns the families of the programs.
func (all Programs) families() (families []family) {
	for _, p := range all {
		families = append(families, p.built)
	}
	return families
}

// newProgram reads the description of a program.
func newProgram(file string, text []byte) (*program, []error) {
	d, mistakes := readDescription(file, text)
	if len(mistakes) > 0 {
		return nil, mistakes
	}
	k := &report.Kind{
		Name: d.Name, Title: d.Title, Metrics: d.Metrics, Form: d.Source, URL: d.URL, Merit: d.Figures, Tasks: d.Tasks, Further: d.Further,
		Total: d.Problem.Total, Each: d.Problem.Each,
	}
	if k.Title == "" {
		k.Title = k.Name
	}
	for _, product := range []string{d.Problem.Total, d.Problem.Each} {
		for name := range strings.SplitSeq(product, "*") {
			k.Problem = report.AddNew(k.Problem, name)
		}
	}
	k.Problem = append(k.Problem, d.Problem.With...)
	p := &program{kind: k, first: d.Begin, forms: d.Lines, last: d.End, faults: d.Fail, curves: d.Curves, keys: d.Keys, mixed: d.Mixed}
	p.called, p.names, p.part, p.partBegin, p.partEnd = d.Called, map[string]string{}, d.Part.Name, d.Part.Begin, d.Part.End
	for _, n := range d.Names {
		p.names[n.Text] = n.Name
	}
	for _, t := range d.Tables {
		p.tables = append(p.tables, layout{header: t.Header, name: t.Name, title: t.Title, label: t.Label, columns: t.Columns, loose: t.Loose, matrix: t.Matrix, wide: t.Wide, by: t.By})
	}
	for _, f := range d.Fields {
		field := report.Field{Name: f.Name, Title: f.Title, Group: f.Group, Unit: f.Unit, Take: report.Take(f.Take), At: f.At, Rows: report.Take(f.Rows), Log: f.Log, Scales: f.Scales, Doc: f.Doc}
		if field.Title == "" {
			field.Title = f.Name
		}
		field.Better = map[string]report.Better{"lower": report.Lower, "higher": report.Higher}[f.Better]
		k.Fields = append(k.Fields, field)
	}
	p.built = p.family()
	return p, nil
}
