package parse

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// files describe a program each.
//
//go:embed programs/*.yaml
var files embed.FS

// A description is the file that describes a program. The tags doc are what "latchkey explain program" prints.
type description struct {
	Name    string   `yaml:"name" doc:"name of the records, in lower case; a program of this name that Latchkey knows is replaced"`
	Title   string   `yaml:"title" doc:"name for people; default the name"`
	Metrics []string `yaml:"metrics" doc:"metrics of the catalogue that print it"`
	Source  string   `yaml:"source" doc:"where the lines were taken from: version and file"`
	URL     string   `yaml:"url" doc:"page of the program"`
	Figures []string `yaml:"figures" doc:"figures of merit, which are compared: names of marks"`
	Tasks   string   `yaml:"tasks" doc:"the mark with the number of processes, or a product: px*py*pz"`
	Problem struct {
		Total string   `yaml:"total" doc:"size of the problem of all processes: a mark or a product, nx*ny*nz"`
		Each  string   `yaml:"each" doc:"likewise of each process"`
		With  []string `yaml:"with" doc:"marks that must be equal too: steps"`
	} `yaml:"problem" doc:"without it the figures have no speed-up"`
	Called string `yaml:"called" doc:"the text that the results of one program are called by: the name of a test"`
	Names  []struct {
		Text string `yaml:"text" doc:"the text as the program prints it"`
		Name string `yaml:"name" doc:"what is written for it"`
	} `yaml:"names" doc:"names for texts of called"`
	Part struct {
		Name  string   `yaml:"name" doc:"what a part is called: run"`
		Begin []string `yaml:"begin" doc:"forms of lines with which a part begins"`
		End   []string `yaml:"end" doc:"forms of lines after which figures belong to the whole program again"`
	} `yaml:"part" doc:"what the program does several times: figures from the second on belong to \"run 2\""`
	Further string   `yaml:"further" doc:"how the names of columns begin that a user of the program chooses"`
	Mixed   bool     `yaml:"mixed" doc:"each process prints an output of its own, and their lines come mixed"`
	Begin   []string `yaml:"begin" doc:"forms of lines with which an output begins; only the first begins another before the end of one"`
	End     []string `yaml:"end" doc:"forms of lines that only a complete output has"`
	Fail    []string `yaml:"fail" doc:"forms of lines with which the program says that it failed"`
	Lines   []string `yaml:"lines" doc:"forms of lines with figures: the first that fits counts"`
	Curves  []string `yaml:"curves" doc:"forms of lines with a point of curves: the first number is x, and words tell curves apart; with one number, a row of a table by its words, with the mean of equal rows; each form that fits counts"`
	Tables  []struct {
		Header  string   `yaml:"header" doc:"form of the line with the titles; bars or commas in it are also between the cells of rows"`
		Name    string   `yaml:"name" doc:"name of the table"`
		Title   string   `yaml:"title" doc:"title for people"`
		Label   string   `yaml:"label" doc:"what the first cells are; without it the first column is the x axis of curves"`
		Loose   bool     `yaml:"loose" doc:"other lines may come between the rows"`
		Columns []string `yaml:"columns" doc:"names of the numbers at the end of a row; without them the titles are the names"`
		Matrix  bool     `yaml:"matrix" doc:"rows and columns are the same things in one order: the label is two of them, such as 0-1; the diagonal is left out"`
		Wide    bool     `yaml:"wide" doc:"titles have blanks: two blanks or a tab are between them"`
		By      string   `yaml:"by" doc:"what the numbers in the line of titles are: each column after the first is a curve of the second name in columns"`
	} `yaml:"tables" doc:"tables with a line of titles"`
	Keys   []string `yaml:"keys" doc:"columns that tell rows of one label apart"`
	Fields []struct {
		Name   string  `yaml:"name" doc:"the mark or column"`
		Title  string  `yaml:"title" doc:"name for people"`
		Group  string  `yaml:"group" doc:"fields of a group are in one picture"`
		Unit   string  `yaml:"unit" doc:"s, us, MB/s, ..."`
		Better string  `yaml:"better" doc:"lower or higher; nothing for what only describes the run"`
		Take   string  `yaml:"take" doc:"which of several in a run counts: first, last, min, max, sum; default the mean"`
		At     float64 `yaml:"at" doc:"the point of a curve that is compared; default the first positive one if less is better, else the last"`
		Rows   string  `yaml:"rows" doc:"what is compared of all rows of a table or points of a curve: mean, min, max, sum"`
		Log    bool    `yaml:"log" doc:"it is drawn on a logarithmic axis"`
		Scales bool    `yaml:"scales" doc:"it has a speed-up though the program says no problem"`
		Doc    string  `yaml:"doc" doc:"one sentence"`
	} `yaml:"fields" doc:"what marks and columns are; one without an entry only describes the run"`
}

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
	var d description
	c := decodeStrict(file, text, &d)
	d.check(c)
	if len(c.mistakes) > 0 {
		return nil, c.mistakes
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

// check notes what is wrong with the values of a description.
func (d *description) check(c *checker) {
	switch {
	case d.Name == "":
		c.wrong("", "name is missing: give the program a name")
	case slug(d.Name) != strings.ReplaceAll(d.Name, "-", "_"):
		c.wrong("name", fmt.Sprintf("%q is no name: use lower case letters, digits and hyphens", d.Name))
	}
	if len(d.Begin) == 0 {
		c.wrong("", "begin is missing: give the form of the first line of an output")
	}
	known := map[string]bool{}
	for name, forms := range map[string][]string{
		"begin": d.Begin, "end": d.End, "fail": d.Fail, "lines": d.Lines, "curves": d.Curves, "part.begin": d.Part.Begin, "part.end": d.Part.End,
	} {
		for i, form := range forms {
			form = escaped.Replace(form)
			if strings.Contains(formMark.ReplaceAllString(form, ""), "{") {
				c.wrong(fmt.Sprintf("%s[%d]", name, i), fmt.Sprintf("%q has a brace that does not close: a mark is {name}, and a brace of the line is {{", form))
			}
			for _, mark := range formMark.FindAllString(form, -1) {
				mark, _, _ = strings.Cut(strings.Trim(mark, "{}!."), ":")
				known[mark] = true
			}
		}
	}
	named := false // by the titles in a log
	for _, t := range d.Tables {
		named = named || len(t.Columns) == 0
		for _, column := range t.Columns {
			known[column] = true
		}
	}
	takes := []string{"", "mean", "first", "last", "min", "max", "sum"}
	for i, f := range d.Fields {
		at := fmt.Sprintf("fields[%d]", i)
		if !slices.Contains([]string{"", "lower", "higher"}, f.Better) {
			c.wrong(at+".better", fmt.Sprintf("%q: write lower or higher, or leave it out", f.Better))
		}
		if !slices.Contains(takes, f.Take) {
			c.wrong(at+".take", fmt.Sprintf("%q: write first, last, min, max or sum, or leave it out for the mean", f.Take))
		}
		if !slices.Contains(takes, f.Rows) {
			c.wrong(at+".rows", fmt.Sprintf("%q: write mean, min, max or sum, or leave it out to compare each row", f.Rows))
		}
		known[f.Name] = known[f.Name] || named
	}
	names := func(path string, all ...string) {
		for i, name := range all {
			if name != "" && !known[name] {
				c.wrong(path, fmt.Sprintf("%q is no mark of a line and no column", all[i]))
			}
		}
	}
	names("figures", d.Figures...)
	names("called", d.Called)
	names("tasks", strings.Split(d.Tasks, "*")...)
	names("problem.total", strings.Split(d.Problem.Total, "*")...)
	names("problem.each", strings.Split(d.Problem.Each, "*")...)
	names("problem.with", d.Problem.With...)
}
