package parse

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis/schema"
)

// A description is the file that describes a program. Its schema is made of the tags, and "latchkey explain program" prints it.
type description struct {
	Name    string   `json:"name" doc:"name of the records, in lower case; a program of this name that Latchkey knows is replaced"`
	Title   string   `json:"title" doc:"name for people; default the name"`
	Metrics []string `json:"metrics" doc:"metrics of the catalogue that print it"`
	Source  string   `json:"source" doc:"where the lines were taken from: version and file"`
	URL     string   `json:"url" doc:"page of the program"`
	Figures []string `json:"figures" doc:"figures of merit, which are compared: names of marks"`
	Tasks   string   `json:"tasks" doc:"the mark with the number of processes, or a product: px*py*pz"`
	Problem struct {
		Total string   `json:"total" doc:"size of the problem of all processes: a mark or a product, nx*ny*nz"`
		Each  string   `json:"each" doc:"likewise of each process"`
		With  []string `json:"with" doc:"marks that must be equal too: steps"`
	} `json:"problem" doc:"without it the figures have no speed-up"`
	Called string `json:"called" doc:"the text that the results of one program are called by: the name of a test"`
	Names  []struct {
		Text string `json:"text" doc:"the text as the program prints it"`
		Name string `json:"name" doc:"what is written for it"`
	} `json:"names" doc:"names for texts of called"`
	Part struct {
		Name  string   `json:"name" doc:"what a part is called: run"`
		Begin []string `json:"begin" doc:"forms of lines with which a part begins"`
		End   []string `json:"end" doc:"forms of lines after which figures belong to the whole program again"`
	} `json:"part" doc:"what the program does several times: figures from the second on belong to \"run 2\""`
	Further string   `json:"further" doc:"how the names of columns begin that a user of the program chooses"`
	Mixed   bool     `json:"mixed" doc:"each process prints an output of its own, and their lines come mixed"`
	Begin   []string `json:"begin" doc:"forms of lines with which an output begins; only the first begins another before the end of one"`
	End     []string `json:"end" doc:"forms of lines that only a complete output has"`
	Fail    []string `json:"fail" doc:"forms of lines with which the program says that it failed"`
	Lines   []string `json:"lines" doc:"forms of lines with figures: the first that fits counts"`
	Curves  []string `json:"curves" doc:"forms of lines with a point of curves: the first number is x, and words tell curves apart; with one number, a row of a table by its words, with the mean of equal rows; each form that fits counts"`
	Tables  []struct {
		Header  string   `json:"header" doc:"form of the line with the titles; bars or commas in it are also between the cells of rows"`
		Name    string   `json:"name" doc:"name of the table"`
		Title   string   `json:"title" doc:"title for people"`
		Label   string   `json:"label" doc:"what the first cells are; without it the first column is the x axis of curves"`
		Loose   bool     `json:"loose" doc:"other lines may come between the rows"`
		Columns []string `json:"columns" doc:"names of the numbers at the end of a row; without them the titles are the names"`
		Matrix  bool     `json:"matrix" doc:"rows and columns are the same things in one order: the label is two of them, such as 0-1; the diagonal is left out"`
		Wide    bool     `json:"wide" doc:"titles have blanks: two blanks or a tab are between them"`
		By      string   `json:"by" doc:"what the numbers in the line of titles are: each column after the first is a curve of the second name in columns"`
	} `json:"tables" doc:"tables with a line of titles"`
	Keys   []string `json:"keys" doc:"columns that tell rows of one label apart"`
	Fields []struct {
		Name   string  `json:"name" doc:"the mark or column"`
		Title  string  `json:"title" doc:"name for people"`
		Group  string  `json:"group" doc:"fields of a group are in one picture"`
		Unit   string  `json:"unit" doc:"s, us, MB/s, ..."`
		Better string  `json:"better" enum:"lower higher" doc:"which is better; nothing for what only describes the run"`
		Take   string  `json:"take" enum:"mean first last min max sum" doc:"which of several in a run counts; default the mean"`
		At     float64 `json:"at" doc:"the point of a curve that is compared; default the first positive one if less is better, else the last"`
		Rows   string  `json:"rows" enum:"mean first last min max sum" doc:"what is compared of all rows of a table or points of a curve"`
		Log    bool    `json:"log" doc:"it is drawn on a logarithmic axis"`
		Scales bool    `json:"scales" doc:"it has a speed-up though the program says no problem"`
		Doc    string  `json:"doc" doc:"one sentence"`
	} `json:"fields" doc:"what marks and columns are; one without an entry only describes the run"`
}

// descriptionSchema is the schema of a description.
var descriptionSchema = sync.OnceValue(func() *schema.Schema {
	s := schemaOf(reflect.TypeFor[description](), "")
	s.Required, s.Properties["begin"].MinItems = []string{"name", "begin"}, new(int64(1))
	return s
})

// schemaOf returns the schema of a type, with the meaning and the words of a field's tag.
func schemaOf(of reflect.Type, tag reflect.StructTag) *schema.Schema {
	s := &schema.Schema{Description: tag.Get("doc")}
	for word := range strings.FieldsSeq(tag.Get("enum")) {
		s.Enum = append(s.Enum, word)
	}
	switch of.Kind() {
	case reflect.Struct:
		s.Type, s.Properties = "object", map[string]*schema.Schema{}
		for f := range of.Fields() {
			s.Properties[f.Tag.Get("json")] = schemaOf(f.Type, f.Tag)
		}
	case reflect.Slice:
		s.Type, s.Items = "array", schemaOf(of.Elem(), "")
	case reflect.Bool:
		s.Type = "boolean"
	case reflect.Float64:
		s.Type = "number"
	default:
		s.Type = "string"
	}
	return s
}

// readDescription reads a description. Each mistake has its line and column.
func readDescription(file string, text []byte) (d description, mistakes []error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return d, []error{fmt.Errorf("%s: %w", file, err)}
	}
	if yaml.NewRNode(&document).IsNilOrEmpty() {
		return d, []error{fmt.Errorf("%s: the file is empty: latchkey explain program says what is in it", file)}
	}
	root := document.Content[0]
	problems := schema.Check(root, descriptionSchema())
	if len(problems) == 0 {
		if err := schema.Fill(root, descriptionSchema(), &d); err != nil {
			return d, []error{fmt.Errorf("%s: %w", file, err)}
		}
		problems = d.check()
	}
	for _, problem := range problems {
		at := schema.Place(root, problem.Field, problem.Type)
		mistakes = append(mistakes, fmt.Errorf("%s:%d:%d: %s", file, at.Line, at.Column, strings.TrimPrefix(problem.Field+": "+problem.Detail, ": ")))
	}
	return d, mistakes
}

// check returns what is wrong with the values of a description.
func (d *description) check() (problems field.ErrorList) {
	wrong := func(path, format string, args ...any) {
		problems = append(problems, &field.Error{Type: field.ErrorTypeInvalid, Field: path, Detail: fmt.Sprintf(format, args...)})
	}
	if d.Name == "" || slug(d.Name) != strings.ReplaceAll(d.Name, "-", "_") {
		wrong("name", "%q is no name: use lower case letters, digits and hyphens", d.Name)
	}
	known := map[string]bool{}
	all := map[string][]string{
		"begin": d.Begin, "end": d.End, "fail": d.Fail, "lines": d.Lines, "curves": d.Curves, "part.begin": d.Part.Begin, "part.end": d.Part.End,
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for i, form := range all[name] {
			form = escaped.Replace(form)
			if strings.Contains(formMark.ReplaceAllString(form, ""), "{") {
				wrong(fmt.Sprintf("%s[%d]", name, i), "%q has a brace that does not close: a mark is {name}, and a brace of the line is {{", form)
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
	for _, f := range d.Fields {
		known[f.Name] = known[f.Name] || named
	}
	names := func(path string, all ...string) {
		for _, name := range all {
			if name != "" && !known[name] {
				wrong(path, "%q is no mark of a line and no column", name)
			}
		}
	}
	names("figures", d.Figures...)
	names("called", d.Called)
	names("tasks", strings.Split(d.Tasks, "*")...)
	names("problem.total", strings.Split(d.Problem.Total, "*")...)
	names("problem.each", strings.Split(d.Problem.Each, "*")...)
	names("problem.with", d.Problem.With...)
	return problems
}

// Explain returns an example of a description, what forms of lines can have, and the fields with their meaning.
func Explain() string {
	var out strings.Builder
	out.WriteString(explanation)
	explain(&out, descriptionSchema(), reflect.TypeFor[description](), "  ")
	return out.String()
}

const explanation = `A program is described by a YAML file, which "latchkey report --programs FILE|DIR" reads:

  name: laplace
  begin: ['Laplace solver {version!}']
  end: ['Done.']
  lines:
  - 'Grid {nx} x {ny} on {ranks} ranks'
  - 'Solved in {time} s'
  figures: [time]
  tasks: ranks
  problem: {total: nx*ny}
  fields:
  - {name: time, unit: s, better: lower, doc: time to solve the system}

A form is a line with marks in place of what differs. One blank stands for one or more. What follows the form in the line does not count.

  {name}       a number
  {name:time}  a time: 62.003, 1:02.003, 0:01:02 or 1m2.003s
  {name:si}    a number with k, M, G or T, if it has one
  {name!}      a word without blanks
  {name...}    a text up to what comes next in the form, or to the end of the line
  {}           a number or word that is not kept
  {{           a brace
  $            the end of the line

Fields:
`

// explain writes the fields in the order of their type.
func explain(out *strings.Builder, s *schema.Schema, of reflect.Type, indent string) {
	for of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct {
		return
	}
	for f := range of.Fields() {
		inner, _ := s.Field(f.Tag.Get("json"))
		kind := inner.Kind()
		if len(inner.Enum) > 0 {
			kind = strings.Join(inner.Words(), ", ")
		}
		fmt.Fprintf(out, "%s%s <%s>: %s\n", indent, f.Tag.Get("json"), kind, inner.Description)
		explain(out, inner, f.Type, indent+"  ")
	}
}
