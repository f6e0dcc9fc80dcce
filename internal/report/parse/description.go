package parse

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/internal/report"
)

// A program is what the file that describes it says. The tags make the schema that "latchkey explain program" prints.
type program struct {
	report.Kind
	Called string `json:"called" doc:"the text that the results of one program are called by: the name of a test"`
	Names  []struct {
		Text string `json:"text" doc:"the text as the program prints it"`
		Name string `json:"name" doc:"what is written for it"`
	} `json:"names" doc:"names for values of called"`
	Part struct {
		Name   string  `json:"name" doc:"what a part is called: run"`
		Begin  []*form `json:"begin" doc:"forms of lines with which a part begins; a word or text in one is the name of the part; a figure of merit that is printed again begins one too"`
		End    []*form `json:"end" doc:"forms of lines after which figures belong to the whole program again"`
		Length string  `json:"length" doc:"the mark with the length of a part: the longest comes first, and a part of length 0 has no figure of merit"`
	} `json:"part" doc:"what the program does several times: figures from the second on belong to \"run 2\""`
	Holds  []string `json:"holds" doc:"programs that it runs itself: their outputs are part of its own"`
	Mixed  bool     `json:"mixed" doc:"each process prints an output of its own, and their lines come mixed"`
	Begin  []*form  `json:"begin" doc:"forms of lines with which an output begins; only the first begins another before the end of one"`
	End    []*form  `json:"end" doc:"forms of lines that only a complete output has"`
	Fail   []*form  `json:"fail" doc:"forms of lines with which the program says that it failed"`
	Lines  []*form  `json:"lines" doc:"forms of lines with figures: the first that fits counts"`
	Curves []*form  `json:"curves" doc:"forms of lines with a point of curves: the first number is x, and words tell curves apart; with one number, a row of a table by its words, with the mean of equal rows; each form that fits counts"`
	Tables []layout `json:"tables" doc:"tables with a line of titles"`
	Keys   []string `json:"keys" doc:"columns that tell rows of one label apart"`

	// These are set for a program with a parser of its own.
	start  func(*source) parser
	begins func(*line) bool // tells whether a line begins an output, if the forms do not say it
	beside []*report.Kind   // other kinds of records that the parser makes
}

// A layout is the form of a table: a line of titles, and rows of a label and numbers.
type layout struct {
	Header   *form    `json:"header" doc:"form of the line with the titles; bars or commas in it are also between the cells of rows"`
	Name     string   `json:"name" doc:"name of the table"`
	Title    string   `json:"title" doc:"title for people"`
	Columns  []*form  `json:"columns" doc:"a title of the log each, and a mark for what stands below: 'Best Rate {rate}'; the first number is the x axis of curves, and a word as the first names the rows of a table; without them the titles are the names"`
	Loose    bool     `json:"loose" doc:"other lines may come between the rows"`
	Values   bool     `json:"values" doc:"a row holds figures of the program; a star in the name of a mark stands for the first word of the row: {*.rate}"`
	Complete string   `json:"complete" doc:"the mark with the number of rows that each first word has in a complete output, if no line says the end"`
	Unsaid   string   `json:"unsaid" doc:"what no log with this table says, such as its number of rows: the report says so, and an output is cut if its first words have unequal numbers of rows"`
	Options  []string `json:"options" doc:"options of which each that the mark command has makes rows of one first word; without one of them in it there are rows of all"`
	Matrix   bool     `json:"matrix" doc:"rows and columns are the same things in one order: the first mark is two of them, such as 0-1; the diagonal is left out"`
	By       string   `json:"by" doc:"what the numbers in the line of titles are: each column after the first is a curve of the second mark in columns"`

	columns []column
}

var descriptionSchema = sync.OnceValue(func() *schema.Schema {
	s := schemaOf(reflect.TypeFor[program](), "")
	s.Required, s.Properties["begin"].MinItems = []string{"name", "begin"}, new(int64(1))
	s.Properties["tables"].Items.Required = []string{"header"}
	return s
})

// schemaOf returns the schema of a type, with the meaning and the words of a field's tag.
func schemaOf(of reflect.Type, tag reflect.StructTag) *schema.Schema {
	s := &schema.Schema{Description: tag.Get("doc")}
	for word := range strings.FieldsSeq(tag.Get("enum")) {
		s.Enum = append(s.Enum, word)
	}
	switch {
	case of == reflect.TypeFor[*form]():
		s.Type = "string"
	case of.Kind() == reflect.Struct:
		s.Type, s.Properties = "object", map[string]*schema.Schema{}
		for _, f := range entries(of) {
			s.Properties[f.Tag.Get("json")] = schemaOf(f.Type, f.Tag)
		}
	case of.Kind() == reflect.Slice:
		s.Type, s.Items = "array", schemaOf(of.Elem(), "")
	case of.Kind() == reflect.Bool:
		s.Type = "boolean"
	case of.Kind() == reflect.Float64:
		s.Type = "number"
	default:
		s.Type = "string"
	}
	return s
}

// entries are the fields of a struct that a file may have, also the fields of a struct inside it.
func entries(of reflect.Type) []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(of), func(f reflect.StructField) bool { return f.Tag.Get("doc") == "" })
}

// readDescription reads the description of a program. Each mistake has its line and column.
func readDescription(file string, text []byte) (p *program, mistakes []error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, []error{fmt.Errorf("%s: %w", file, err)}
	}
	if yaml.NewRNode(&document).IsNilOrEmpty() {
		return nil, []error{fmt.Errorf("%s: the file is empty: latchkey explain program says what is in it", file)}
	}
	root := document.Content[0]
	problems := schema.Check(root, descriptionSchema())
	if p = new(program); len(problems) == 0 {
		if err := schema.Fill(root, descriptionSchema(), p); err != nil {
			return nil, []error{fmt.Errorf("%s: %w", file, err)}
		}
		problems = p.check()
		p.complete()
	}
	for _, problem := range problems {
		at := schema.Place(root, problem.Field, problem.Type)
		mistakes = append(mistakes, fmt.Errorf("%s:%d:%d: %s", file, at.Line, at.Column, strings.TrimPrefix(problem.Field+": "+problem.Detail, ": ")))
	}
	return p, mistakes
}

// complete fills what follows from the description.
func (p *program) complete() {
	p.Title = cmp.Or(p.Title, p.Name)
	for i := range p.Tables {
		t := &p.Tables[i]
		for _, c := range t.Columns {
			t.columns = append(t.columns, newColumn(c))
		}
		if t.isOpen() {
			p.Further = t.nameOf("", false)
		}
	}
	for i := range p.Fields {
		p.Fields[i].Title = cmp.Or(p.Fields[i].Title, p.Fields[i].Name)
	}
}

func (p *program) check() (problems field.ErrorList) {
	wrong := func(path, format string, args ...any) {
		problems = append(problems, &field.Error{Type: field.ErrorTypeInvalid, Field: path, Detail: fmt.Sprintf(format, args...)})
	}
	if p.Name == "" || slug(p.Name) != strings.ReplaceAll(p.Name, "-", "_") {
		wrong("name", "%q is not a valid name: use lower case letters, digits and hyphens", p.Name)
	}
	known, open := p.known(wrong)
	names := func(path string, all ...string) {
		for _, name := range all {
			if name != "" && !slices.Contains(known, name) && !slices.ContainsFunc(open, func(start string) bool { return strings.HasPrefix(name, start) }) {
				wrong(path, "%q is not a mark of a line and not a column: there are %s", name, cmp.Or(strings.Join(known, ", "), "none"))
			}
		}
	}
	for i, t := range p.Tables {
		names(fmt.Sprintf("tables[%d].complete", i), t.Complete)
	}
	for i, name := range p.Merit {
		names(fmt.Sprintf("figures[%d]", i), name)
	}
	for i, f := range p.Fields {
		names(fmt.Sprintf("fields[%d].name", i), f.Name)
	}
	names("called", p.Called)
	names("part.length", p.Part.Length)
	names("tasks", strings.FieldsFunc(p.Tasks, func(r rune) bool { return strings.ContainsRune("#*|", r) })...)
	names("nodes", p.Nodes)
	names("facts", p.Facts...)
	names("problem.total", strings.Split(p.Problem.Total, "*")...)
	names("problem.each", strings.Split(p.Problem.Each, "*")...)
	names("problem.with", p.Problem.With...)
	return problems
}

// known returns the names of all marks and columns, and how the names begin that titles of a log give.
func (p *program) known(wrong func(path, format string, args ...any)) (known, open []string) {
	all := map[string][]*form{
		"begin": p.Begin, "end": p.End, "fail": p.Fail, "lines": p.Lines, "curves": p.Curves, "part.begin": p.Part.Begin, "part.end": p.Part.End,
	}
	for i, t := range p.Tables {
		all[fmt.Sprintf("tables[%d].columns", i)] = t.Columns
		for j, c := range t.Columns {
			if len(c.marks) != 1 || !strings.HasSuffix(c.text, "}") {
				wrong(fmt.Sprintf("tables[%d].columns[%d]", i, j), "%q is not a title and a mark: write 'Title {name}'", c.text)
			}
		}
		if len(t.Columns) == 0 {
			if known = append(known, t.given()...); t.isOpen() {
				open = append(open, t.nameOf("", false))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for i := range all[name] {
			for f := all[name][i]; f != nil; f = f.before {
				if strings.Contains(formMark.ReplaceAllString(escaped.Replace(f.text), ""), "{") {
					wrong(fmt.Sprintf("%s[%d]", name, i), "%q has a brace that does not close: a mark is {name}, and a brace of the line is {{", f.text)
				}
				for _, mark := range f.marks {
					mark, _, _ = strings.Cut(strings.TrimRight(strings.Split(mark, "=")[0], "!.?"), ":")
					known = append(known, mark)
				}
			}
		}
	}
	parsed := len(p.Lines)+len(p.Curves)+len(p.Tables) == 0 // by a parser of its own
	for _, f := range p.Fields {
		if parsed {
			known = append(known, f.Name)
		}
		for _, mark := range known {
			if before, after, star := strings.Cut(mark, "*"); star && strings.HasPrefix(f.Name, before) && strings.HasSuffix(f.Name, after) {
				known = append(known, f.Name)
				break
			}
		}
	}
	slices.Sort(known)
	known = slices.DeleteFunc(slices.Compact(known), func(name string) bool { return name == "" || strings.Contains(name, "*") })
	return known, open
}

// Explain returns an example of a description, what forms of lines can have, and the fields with their meaning.
func Explain() string {
	var out strings.Builder
	out.WriteString(explanation)
	explain(&out, descriptionSchema(), reflect.TypeFor[program](), "  ")
	return out.String()
}

//go:embed explanation.txt
var explanation string

// explain writes the fields in the order of their type.
func explain(out *strings.Builder, s *schema.Schema, of reflect.Type, indent string) {
	for of.Kind() == reflect.Slice {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct {
		return
	}
	for _, f := range entries(of) {
		inner, _ := s.Field(f.Tag.Get("json"))
		values := inner.Kind()
		if len(inner.Enum) > 0 {
			values = strings.Join(inner.Words(), ", ")
		}
		fmt.Fprintf(out, "%s%s <%s>: %s\n", indent, f.Tag.Get("json"), values, inner.Description)
		explain(out, inner, f.Type, indent+"  ")
	}
}
