package parse

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// A program describes the output of a program that prints text lines of known forms. Its parser makes one result.
type program struct {
	kind *report.Kind
	// first are forms of lines at which an output begins. While an output has no end, only the first of these forms begins
	// another.
	first []string
	// forms are the lines with figures and texts. The first form that fits a line is taken. The name of a mark is the name
	// of a field of the kind; a text has a name of its own. A form with a newline spans two lines.
	forms []string
	// last are forms of lines that only a complete output has. Without any of them the output was cut. It may be empty.
	last []string
	// faults are forms of lines with which the program says that it failed.
	faults []string
	// curves are lines of which many come, each with a point of curves: the first mark is x, the others are y.
	curves []string
	// tables are tables with a line of titles.
	tables []layout
	// keys are columns of tables that tell rows of one label apart.
	keys []string
	// mixed says that each task prints an output of its own, and that their lines come mixed. They make one result, in
	// which figures repeat.
	mixed bool
	// called is the text that a result is called by, and names are what it is called by instead: osu_bw for MPI Bandwidth Test.
	called string
	names  map[string]string
	// part is what the program does several times, such as a run. From the second on its figures belong to "run 2".
	part               string
	partBegin, partEnd []string

	built family // of the program
}

// An output is the output of one run of a program.
type output struct {
	*program
	*rules
	source *source
	result report.Result
	before []byte // the line before
	parts  int    // parts that have begun
	filled bool   // a line other than the first had a form
	ended  bool   // the last line was there
	open   *openTable
	drawn  []drawn // of each form of curves, with the points so far
	seen   map[word]bool
	// process is what values belong to from now on: a part of the program, or "" for all of it.
	process string
}

// rules are the forms of a program, ready for matching.
type rules struct {
	firsts, figures, lasts, errors, points []form
	partBegins, partEnds                   []form
	headers                                []form // of tables
}

func newRules(p *program) *rules {
	r := &rules{firsts: newForms(p.first), figures: newForms(p.forms), lasts: newForms(p.last), errors: newForms(p.faults), points: newForms(p.curves)}
	r.partBegins, r.partEnds = newForms(p.partBegin), newForms(p.partEnd)
	for _, t := range p.tables {
		r.headers = append(r.headers, newForm(t.header))
	}
	return r
}

// family returns the family of a program.
func (p *program) family() family {
	r := newRules(p)
	return family{
		kinds:  []*report.Kind{p.kind},
		starts: startsOf(r.firsts),
		begins: func(text []byte) bool { return fits(r.firsts, text) },
		continues: func(open parser, text []byte) bool {
			o, ok := open.(*output)
			if !ok || o.program != p {
				return false
			}
			begins := o.ended || (o.filled || p.called != "") && fits(r.firsts[:1], text)
			return p.mixed || !begins
		},
		start: func(s *source) parser {
			return &output{program: p, rules: r, source: s, result: s.newResult(p.kind), drawn: make([]drawn, len(p.curves)), seen: map[word]bool{}}
		},
	}
}

// startsOf returns the characters with which lines of some forms start, or nil for any.
func startsOf(forms []form) *[256]bool {
	var starts [256]bool
	for _, f := range forms {
		if f.start == "" {
			return nil
		}
		starts[f.start[0]] = true
	}
	return &starts
}

func fits(forms []form, text []byte) bool {
	return slices.ContainsFunc(forms, func(f form) bool { return f.fits(text) })
}

func (o *output) line(l line) {
	o.ended = o.ended || fits(o.lasts, l.text)
	if o.result.Fault == "" && fits(o.errors, l.text) {
		o.result.Fault = clean(bytes.TrimSpace(l.text))
	}
	o.turn(l.text)
	if o.tableLine(l) || o.point(l) || o.figure(l) {
		o.filled = o.filled || !fits(o.firsts, l.text)
	}
	o.before = append(o.before[:0], l.text...)
}

// turn begins or ends a part of the program.
func (o *output) turn(text []byte) {
	switch {
	case fits(o.partBegins, text):
		if o.parts++; o.parts > 1 {
			o.process = o.part + " " + itoa(o.parts)
		}
	case fits(o.partEnds, text):
		o.process = ""
	}
}

// figure reads a line of a form. It tells whether it was one.
func (o *output) figure(l line) bool {
	for _, f := range o.figures {
		if found, ok := f.match(l.text); ok && f.follows(o.before) {
			o.keep(found, l)
			return true
		}
	}
	for _, f := range o.figures {
		if name, word := f.broken(l.text, o.kind.Merit); name != "" && f.follows(o.before) {
			o.source.spoil(&o.result, l, name+" is no number: "+word)
		}
	}
	return false
}

// keep adds what a form has found to the result. A figure that a program prints again replaces none: both are kept. What
// only describes the run is kept once.
func (o *output) keep(found []match, l line) {
	for i, m := range found {
		if i > 0 && m.name == found[i-1].name && m.text != nil {
			continue
		}
		for _, more := range found[i+1:] {
			if more.name == m.name && m.text != nil { // one text in two pieces
				m.text = slices.Concat(m.text, []byte(" "), more.text)
			}
		}
		word := word{m.name, clean(m.text), m.number, o.process}
		if o.seen[word] {
			continue
		}
		if m.text != nil {
			o.seen[word] = true
			o.result.Texts = append(o.result.Texts, report.Text{Name: m.name, Text: word.text})
			if m.name == o.called {
				o.result.Title = cmp.Or(o.names[word.text], slug(o.kind.Name+" "+word.text))
			}
			continue
		}
		o.seen[word] = fieldOf(o.kind, m.name).Better == report.Neither
		o.source.doubt(&o.result, fieldOf(o.kind, m.name), l)
		o.value(m.name, m.number, l.time)
	}
}

// A word describes a run: its problem, its tasks.
type word struct {
	name, text string
	number     float64
	process    string
}

// value adds a value to the result. at is the time at which it was printed, or report.Unknown.
func (o *output) value(name string, number, at float64) {
	o.result.Values = append(o.result.Values, report.Value{Field: fieldOf(o.kind, name), Value: number, Process: o.process, Time: at})
}

func (o *output) end(last int) {
	if len(o.last) > 0 && !o.ended {
		o.result.Fault = "its output has no end: it was cut, or the program failed"
		o.source.log.lost(last, last, "the output of "+o.kind.Title+" that began at line "+itoa(o.result.Line)+" has no end: it was cut, or the program failed")
	}
	o.closeTable()
	for _, d := range o.drawn {
		o.addDrawn(d)
	}
	for _, t := range o.result.Tables {
		tellApart(t, o.keys)
	}
	if r := &o.result; len(r.Values)+len(r.Curves)+len(r.Tables) == 0 && len(r.Texts) > 0 && r.Fault == "" {
		r.Fault = "it printed no figures"
		o.source.log.lost(last, last, cmp.Or(r.Title, o.kind.Title)+" printed no figures")
	}
	o.source.add(o.result)
}

// fieldOf returns a field of a kind. A field that the kind does not have gets its name.
func fieldOf(kind *report.Kind, name string) *report.Field {
	if i := kind.Index(name); i < len(kind.Fields) {
		return &kind.Fields[i]
	}
	return &report.Field{Name: name, Title: name}
}

// columnOf returns a column of a field, without values.
func columnOf(kind *report.Kind, name string) report.Column {
	return report.Column{Field: *fieldOf(kind, name)}
}

// notName is what a name for programs does not have.
var notName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^a-z0-9]+`) })

// slug makes a name for programs of words: lower case letters, digits and underscores.
func slug(text string) string {
	return strings.Trim(notName().ReplaceAllString(strings.ToLower(text), "_"), "_")
}
