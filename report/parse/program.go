package parse

import (
	"bytes"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/report"
)

// A program describes the output of a program that prints text lines of known forms. Its parser makes one result.
type program struct {
	kind *report.Kind
	// first are forms of lines at which an output begins. While one is open that has not ended, only the first of these
	// forms begins another.
	first []string
	// forms are the lines with figures and texts. The first form that fits a line is taken. The name of a mark is the name
	// of a field of the kind; a text has a name of its own.
	forms []string
	// last is a form of the line that ends a complete output, or "" if there is none. Without this line the output was cut.
	last string
	// curves are lines of which many come, each with a point of curves: the first mark is x, the others are y.
	curves []string
	// tables are tables with a line of titles.
	tables []layout
	// table reads lines that need more than a form. It tells whether the line is done with. It may be nil.
	table func(*output, line) bool
}

// An output is the output of one run of a program.
type output struct {
	*program
	source *source
	result report.Result
	rules  *rules
	found  []match
	ended  bool // the last line was there
	open   *openTable
	begun  map[int]int // first curve of each form of curves
	state  any         // of the function table
	// process is what values belong to from now on: a part of the program, or "" for all of it.
	process string
}

// rules are the forms of a program, ready for matching.
type rules struct {
	first, forms, last, curves []form
	headers                    []form // of tables
}

// family returns the family of a program.
func (p *program) family() family {
	r := &rules{first: newForms(p.first), forms: newForms(p.forms), curves: newForms(p.curves)}
	for _, t := range p.tables {
		r.headers = append(r.headers, newForm(t.header))
	}
	if p.last != "" {
		r.last = newForms([]string{p.last})
	}
	return family{
		kinds:  []*report.Kind{p.kind},
		begins: func(text []byte) bool { return fits(r.first, text) },
		continues: func(open parser, text []byte) bool {
			o, ok := open.(*output)
			return ok && o.program == p && !o.ended && !fits(r.first[:1], text)
		},
		start: func(s *source) parser {
			return &output{program: p, source: s, rules: r, result: s.newResult(p.kind)}
		},
	}
}

func newForms(texts []string) []form {
	var all []form
	for _, text := range texts {
		all = append(all, newForm(text))
	}
	return all
}

func fits(forms []form, text []byte) bool {
	for _, f := range forms {
		if _, ok := f.match(text, nil); ok {
			return true
		}
	}
	return false
}

func (o *output) line(l line) {
	if fits(o.rules.last, l.text) {
		o.ended = true
	}
	if o.table != nil && o.table(o, l) || o.tableLine(l) || o.curve(l) {
		return
	}
	for _, f := range o.rules.forms {
		var ok bool
		if o.found, ok = f.match(l.text, o.found[:0]); ok {
			o.keep(o.found, l)
			return
		}
	}
}

// keep adds what a form has found to the result. A figure that a program prints again replaces none: both are kept.
func (o *output) keep(found []match, l line) {
	for _, m := range found {
		if m.text != nil {
			o.result.Texts = append(o.result.Texts, report.Text{Name: m.name, Text: clean(m.text)})
			continue
		}
		o.value(m.name, m.number, l)
	}
}

// value adds a value to the result.
func (o *output) value(name string, number float64, l line) {
	o.result.Values = append(o.result.Values, report.Value{Field: fieldOf(o.kind, name), Value: number, Process: o.process, Time: l.time})
}

func (o *output) end(last int) {
	if o.last != "" && !o.ended {
		o.source.log.lost(last, last, "the output of "+o.kind.Title+" that began at line "+itoa(o.result.Line)+" has no end: it was cut, or the program failed")
	}
	o.closeTable()
	o.dropEmpty()
	o.source.add(o.result)
}

// dropEmpty removes curves of a table that had no row.
func (o *output) dropEmpty() {
	o.result.Curves = slices.DeleteFunc(o.result.Curves, func(c report.Curve) bool { return len(c.Xs) == 0 })
}

// fieldOf returns a field of a kind. A field that the kind does not have gets its name.
func fieldOf(kind *report.Kind, name string) report.Field {
	for _, f := range kind.Fields {
		if f.Name == name {
			return f
		}
	}
	return report.Field{Name: name, Title: name}
}

// slug makes a name for programs of words: lower case letters, digits and underscores.
func slug(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		switch {
		case c >= 'A' && c <= 'Z':
			b.WriteByte(c + 'a' - 'A')
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteByte(c)
		default:
			if b.Len() > 0 && !strings.HasSuffix(b.String(), "_") {
				b.WriteByte('_')
			}
		}
	}
	return strings.TrimRight(b.String(), "_")
}

// columnsOf cuts a line at two or more blanks.
func columnsOf(text []byte) []string {
	var all []string
	for len(text) > 0 {
		text = trimBlanks(text)
		end := bytes.Index(text, []byte("  "))
		if tab := bytes.IndexByte(text, '\t'); tab >= 0 && (end < 0 || tab < end) {
			end = tab
		}
		if end < 0 {
			end = len(text)
		}
		if end > 0 {
			all = append(all, clean(bytes.TrimSpace(text[:end])))
		}
		text = text[end:]
	}
	return all
}
