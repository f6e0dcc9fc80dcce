package parse

import (
	"bytes"
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// An output is the output of one run of a program.
type output struct {
	*program
	source *source
	result report.Result
	before [3][]byte // the lines before, the last first
	parts  int       // parts that have begun
	filled bool      // a line other than the first had a form
	ended  bool      // the last line was there
	twice  bool      // the first line came again before the last
	open   *openTable
	drawn  []groups // of each form of curves, the points so far
	seen   map[word]bool
	unread map[string]report.Problem // of figures of merit: a string in place of a number
	// process is what values belong to from now on: a part of the program, or "" for all of it.
	process string
}

// newOutput returns what reads an output by the description of the program.
func (p *program) newOutput(s *source) *output {
	return &output{program: p, source: s, result: s.newResult(&p.Kind), drawn: make([]groups, len(p.Curves)), seen: map[word]bool{}, unread: map[string]report.Problem{}}
}

// goesOn tells whether a line with which an output of the program may begin belongs to the open output all the same.
func (p *program) goesOn(open parser, l *line) bool {
	o, ok := open.(*output)
	if !ok || o.program != p {
		return false
	}
	begins := o.ended || (o.filled || p.Called != "") && fits(p.Begin[:1], l.words)
	o.twice = o.twice || !o.ended && fits(p.Begin[:1], l.words) && l.number > o.result.Line
	return p.Mixed || !begins
}

func fits(forms []*form, text []byte) bool {
	return slices.ContainsFunc(forms, func(f *form) bool { return f.fits(text) })
}

func (o *output) line(l *line) {
	isLast := fits(o.End, l.words)
	if isLast && o.ended && (o.twice || o.hasMerit(l)) && len(o.End) == 1 && !o.Mixed {
		o.source.spoil(&o.result, l, "lines of several outputs are mixed: write each to a file of its own")
	}
	o.ended = o.ended || isLast
	if o.result.Fault == "" && fits(o.Fail, l.words) {
		o.result.Fault = clean(bytes.TrimSpace(l.text))
	}
	o.turn(l.words)
	if o.tableLine(l) || o.point(l) || o.figure(l) {
		o.filled = o.filled || !fits(o.Begin, l.words)
	}
	o.before = [...][]byte{append(o.before[2][:0], l.words...), o.before[0], o.before[1]}
}

// turn begins or ends a part of the program.
func (o *output) turn(text []byte) {
	for _, f := range o.Part.Begin {
		found, ok := f.match(text)
		if !ok || len(found) == 0 && fits(o.Part.Begin, o.before[0]) { // a part of two first lines
			continue
		}
		o.nextPart()
		if len(found) > 0 && found[0].text != nil {
			o.process = clean(found[0].text)
		}
		return
	}
	if fits(o.Part.End, text) {
		o.process = ""
	}
}

func (o *output) nextPart() {
	if o.parts++; o.parts > 1 {
		o.process = o.Part.Name + " " + itoa(o.parts)
	}
}

// has tells whether the open part has a figure.
func (o *output) has(name string) bool {
	return slices.ContainsFunc(o.result.Values, func(v report.Value) bool { return v.Name == name && v.Process == o.process })
}

// figure reads a line of a form. It tells whether it was one.
func (o *output) figure(l *line) bool {
	var broken []match
	for _, f := range o.Lines {
		found, ok := f.match(l.words)
		switch {
		case !ok && found == nil || !f.follows(o.before[:]...):
		case ok:
			o.keep(found, l)
			if t := o.open; t != nil && t.Loose && !o.Mixed && slices.ContainsFunc(found, o.isMerit) {
				o.closeTable() // other lines may come between its rows, but not this one
			}
			return true
		case slices.Contains(o.Merit, found[0].name) && noNumbers.Match(found[0].text):
			broken = found
		}
	}
	for _, figure := range broken {
		o.source.spoil(&o.result, l, figure.name+" is not a number: "+clean(figure.text))
	}
	return false
}

// hasMerit tells whether a line has a figure of merit.
func (o *output) hasMerit(l *line) bool {
	return slices.ContainsFunc(o.Lines, func(f *form) bool {
		found, ok := f.match(l.words)
		return ok && slices.ContainsFunc(found, o.isMerit)
	})
}

func (o *output) isMerit(m match) bool { return slices.Contains(o.Merit, m.name) }

// keep adds what a form has found. A figure that is printed again replaces none; what only describes the run is kept once.
func (o *output) keep(found []match, l *line) {
	for _, m := range found {
		if m.name == "" {
			continue
		}
		field := fieldOf(&o.Kind, m.name)
		if m.text != nil && o.isMerit(m) {
			o.unread[m.name] = report.Problem{Line: l.number, What: o.called() + ": " + m.name + " is not known, because it cannot be read in " + strconv.Quote(clean(m.text))}
			continue
		}
		if m.number = o.inUnit(m, field, l); !report.Known(m.number) {
			continue
		}
		if field.Take == report.TakeLast {
			delete(o.unread, m.name)
		}
		if o.Part.Name != "" && slices.Contains(o.Merit, m.name) && o.has(m.name) {
			o.parts = max(o.parts, 1)
			o.nextPart()
		}
		word := word{m.name, clean(m.text), m.number, o.process}
		if o.seen[word] {
			continue
		}
		o.seen[word] = m.text != nil || field.Better == report.Neither && field.Take == report.TakeMean && !slices.Contains(o.Merit, m.name)
		if m.text != nil {
			o.result.Texts = append(o.result.Texts, report.Text{Name: m.name, Text: word.text})
			if m.name == o.Called {
				o.result.Title = cmp.Or(o.nameOf(word.text), slug(o.Name+" "+word.text)) // osu_bw for MPI Bandwidth Test
			}
			continue
		}
		o.source.doubt(&o.result, field, l)
		o.result.Values = append(o.result.Values, report.Value{Field: field, Value: m.number, Process: o.process, Time: l.time})
	}
}

// nameOf returns the name that the description has for a string, or "".
func (p *program) nameOf(text string) string {
	for _, n := range p.Names {
		if n.Text == text {
			return n.Name
		}
	}
	return ""
}

func (o *output) called() string { return cmp.Or(o.result.Title, o.Title) }

// A word describes a run: its problem, its tasks.
type word struct {
	name, text string
	number     float64
	process    string
}

func (o *output) end(last int) {
	if len(o.End) > 0 && !o.ended {
		o.result.Fault = cmp.Or(o.result.Fault, "its output has no end: it was cut, or the program failed")
		o.source.log.add(o.result.Line, last, "the output of "+o.Title+" has no end: it was cut, or the program failed")
	}
	for _, name := range o.Facts {
		n := 0
		for said := range o.seen {
			if said.name == name {
				n++
			}
		}
		if o.Mixed && n > 1 {
			o.source.spoil(&o.result, &line{number: last}, "its outputs say "+itoa(n)+" values of "+name+": they are several experiments, so write each to a file of its own")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.unread)) {
		o.source.lost(o.unread[name].Line, o.unread[name].What)
		o.result.Values = slices.DeleteFunc(o.result.Values, func(v report.Value) bool { return v.Name == name })
	}
	o.closeTable()
	o.lead()
	for i, drawn := range o.drawn {
		o.addDrawn(o.Curves[i], drawn)
	}
	for _, t := range o.result.Tables {
		tellApart(t, o.Keys)
	}
	if r := &o.result; len(r.Values)+len(r.Curves)+len(r.Tables) == 0 && len(r.Texts) > 0 && r.Fault == "" {
		r.Fault = "it printed no figures that are known"
		o.source.log.lost(last, last, o.called()+" printed no figures that are known")
	}
	o.source.add(o.result)
}

// lead puts the longest part first, and drops the figures of merit of parts in which nothing was done.
func (o *output) lead() {
	length := map[string]float64{}
	for _, v := range o.result.Values {
		if v.Name == o.Part.Length {
			length[v.Process] = v.Value
		}
	}
	o.result.Values = slices.DeleteFunc(o.result.Values, func(v report.Value) bool {
		of, known := length[v.Process]
		return known && of == 0 && slices.Contains(o.Merit, v.Name)
	})
	slices.SortStableFunc(o.result.Values, func(a, b report.Value) int { return cmp.Compare(length[b.Process], length[a.Process]) })
}

// fieldOf returns a field of a kind. A field that the kind does not have gets its name.
func fieldOf(kind *report.Kind, name string) *report.Field {
	if i := kind.Index(name); i < len(kind.Fields) {
		return &kind.Fields[i]
	}
	return &report.Field{Name: name, Title: name}
}

// notName is what a name for programs does not have.
var notName = regexp.MustCompile(`[^a-z0-9]+`)

// slug makes a name for programs of words: lower case letters, digits and underscores.
func slug(text string) string {
	return strings.Trim(notName.ReplaceAllString(strings.ToLower(text), "_"), "_")
}
