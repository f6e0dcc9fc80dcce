package parse

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// openTable is a table. Its rows are being read.
type openTable struct {
	*layout
	splits  [][]title // ways to cut the titles; the first row leaves one
	process string
	groups  groups
	gap     int // lines since the titles that were not rows
	rows    int
	places  int            // decimals of the last cell of the last row
	counts  map[string]int // rows by their first words, of a table that says when it is complete
	width   int            // of a matrix
}

// A group is the rows of a curve, or all rows of a table. Words in rows tell curves apart.
type group struct {
	name    string
	columns []report.Column
	labels  []string // of the rows of a table
}

// groups are by their names.
type groups = ordered[string, *group]

// patience is the number of lines between titles and rows: units and rules.
const patience = 4

// tableLine reads a line of a table. It tells whether it was one.
func (o *output) tableLine(l *line) bool {
	for i := range o.Tables {
		if t := &o.Tables[i]; t.Header.fits(l.words) && t.Header.follows(o.before[:]...) {
			if !o.Mixed || o.open == nil || o.open.layout != t { // another process prints the same titles
				o.closeTable()
				o.openTable(t, l)
			}
			return true
		}
	}
	if o.open == nil || o.units(l.text) || o.row(l) {
		return o.open != nil
	}
	if o.open.gap++; o.open.gap > patience && !o.open.Loose {
		o.closeTable()
	}
	return false
}

// openTable opens a table, if its titles are those of the description.
func (o *output) openTable(t *layout, l *line) {
	open, lacks := &openTable{layout: t, process: o.process, counts: map[string]int{}}, []string(nil)
	for _, gaps := range []bool{false, true} {
		titles, missing := t.titlesOf(clean(l.text), gaps)
		if len(missing) == 0 {
			open.splits = append(open.splits, titles)
			continue
		}
		lacks = missing
	}
	if len(open.splits) == 0 {
		o.source.lost(l.number, "the titles of "+o.called()+" lack "+strings.Join(slices.Compact(lacks), ", ")+": this table is not read")
		return
	}
	o.open = open
	what := o.called() + ": the log does not say " + t.Unsaid
	if t.Unsaid != "" && !slices.ContainsFunc(o.source.log.problems, func(p report.Problem) bool { return p.What == what }) {
		o.source.lost(l.number, what)
	}
}

// units reads a line of units below the titles. It tells whether it was one.
func (o *output) units(text []byte) bool {
	if o.open.rows > 0 {
		return false
	}
	units := tokensOf(clean(text))
	if len(units) == 0 || slices.ContainsFunc(units, func(t token) bool { return !t.isUnit() }) {
		return false
	}
	for _, titles := range o.open.splits {
		below(titles, units)
	}
	return true
}

// row adds a row. It is false if the line is none.
func (o *output) row(l *line) bool {
	t := o.open
	if t.Matrix {
		return o.matrixRow(l)
	}
	cells := t.cellsOf(l.text)
	for _, titles := range t.splits {
		found, ok := readRow(titles, cells)
		if !ok {
			continue
		}
		t.splits, t.gap = [][]title{titles}, patience // after a row, the first line that is none ends the table
		t.rows++
		if t.Values {
			o.keep(o.named(found), l)
			o.endsAt(cells[0])
		} else {
			o.add(found, l, t.rows > 1 && t.places == placesOf(cells))
		}
		t.places = placesOf(cells)
		return true
	}
	if t.isDamaged(cells) {
		o.source.lost(l.number, "a row of "+o.called()+" has "+itoa(len(cells))+" columns and not "+itoa(len(t.splits[0])))
	}
	return false
}

// placesOf counts the decimals of the last cell. A last line without a newline is whole if it has as many as the line before.
func placesOf(cells [][]byte) int {
	last := cells[len(cells)-1]
	return len(last) - 1 - bytes.IndexByte(last, '.')
}

// endsAt tells the output that it is complete if each first word has as many rows as the program says, or as the others if it says none.
func (o *output) endsAt(first []byte) {
	t := o.open
	t.counts[string(first)]++
	want := t.counts[string(first)]
	if at := slices.IndexFunc(o.result.Values, func(v report.Value) bool { return v.Name == t.Complete }); at >= 0 {
		want = int(o.result.Values[at].Value)
	} else if t.Unsaid == "" {
		return
	}
	o.ended = len(t.counts) >= o.asked(t.Options)
	for _, rows := range t.counts {
		o.ended = o.ended && rows == want
	}
}

// asked returns how many of some options the command has: all, if it has none of them, and 0 if the output does not say the command.
func (o *output) asked(options []string) int {
	at := slices.IndexFunc(o.result.Texts, func(t report.Text) bool { return t.Name == "command" })
	if at < 0 {
		return 0
	}
	command := strings.Fields(o.result.Texts[at].Text)
	others := slices.DeleteFunc(slices.Clone(options), func(option string) bool { return slices.Contains(command, option) })
	return cmp.Or(len(options)-len(others), len(options))
}

// noValue is what programs print in place of a number in a table.
var noValue = regexp.MustCompile(`(?i)^(|-+|n/?a|[+-]?(nan|inf|infinity)|\*+|not run|pass|fail)$`)

// readRow reads what stands below titles. It tells whether the cells can be a row: one for each title, with numbers where they belong.
func readRow(titles []title, cells [][]byte) (found []match, ok bool) {
	if more := len(cells) - len(titles); more > 0 && strings.HasSuffix(titles[0].mark, "...") {
		cells = append([][]byte{bytes.Join(cells[:more+1], []byte(" "))}, cells[more+1:]...)
	}
	if len(cells) != len(titles) {
		return nil, false
	}
	numbers, blank := 0, 0
	for i, t := range titles {
		if t.mark == "" {
			continue
		}
		m, ok := matchOf(t.mark, cells[i])
		if !ok && !noValue.Match(cells[i]) {
			return nil, false
		}
		if !ok {
			m.number = report.Unknown
			blank++
		}
		if m.text == nil {
			numbers++
		}
		m.title, m.unit = t.text, t.unit
		found = append(found, m)
	}
	return found, numbers == 0 || blank < numbers // a rule has no number
}

// named gives the values of a row their names, in which the first word of the row stands in place of a star.
func (o *output) named(found []match) (kept []match) {
	row := ""
	for _, m := range found {
		if m.text != nil && row == "" {
			row = cmp.Or(o.nameOf(clean(m.text)), slug(clean(m.text)))
		}
	}
	for _, m := range found {
		name := strings.ReplaceAll(m.name, "*", row)
		if name != "" && (name == m.name || o.Index(name) < len(o.Fields)) {
			m.name = name
			kept = append(kept, m)
		}
	}
	return kept
}

// add adds a row to the table, or to the curves that its words name. A row that is not known to be whole may be cut.
func (o *output) add(found []match, l *line, whole bool) {
	t := o.open
	words, numbers := apart(found)
	for _, m := range found {
		if m.text != nil && slices.Contains(o.Facts, m.name) {
			o.keep([]match{{name: m.name, text: m.text}}, l)
		}
	}
	label := strings.Join(words, " ")
	switch {
	case len(numbers) == 0:
		return
	case t.By != "":
		for _, y := range numbers[1:] {
			o.addRow(&t.groups, t.By+" "+y.title, []match{numbers[0], y}, l)
		}
	case t.label() == "":
		o.addRow(&t.groups, label, numbers, l)
	default:
		g := o.addRow(&t.groups, "", numbers, l)
		g.labels = append(g.labels, label)
	}
	if last := numbers[len(numbers)-1]; report.Known(last.number) && !whole {
		o.source.doubt(&o.result, fieldOf(&o.Kind, last.name), l)
	}
}

func apart(found []match) (words []string, numbers []match) {
	for _, m := range found {
		if m.text == nil {
			numbers = append(numbers, m)
		} else {
			words = append(words, clean(m.text))
		}
	}
	return words, numbers
}

// addRow adds numbers to the group of a name, which may be new.
func (o *output) addRow(to *groups, name string, numbers []match, l *line) *group {
	g := to.get(name, func() *group {
		made := &group{name: name}
		for _, m := range numbers {
			made.columns = append(made.columns, report.Column{Field: o.fieldOf(m)})
		}
		return made
	})
	for i, m := range numbers {
		c := &g.columns[i]
		c.Values = append(c.Values, o.inUnit(m, c.Field, l))
	}
	return g
}

// fieldOf returns the field of a number. A title that the description does not have says itself what it is.
func (o *output) fieldOf(m match) *report.Field {
	field := fieldOf(&o.Kind, m.name)
	if o.Index(m.name) == len(o.Fields) && m.title != "" {
		return &report.Field{Name: m.name, Title: m.title, Unit: m.unit}
	}
	if field.Unit == "" && m.unit != "" {
		field = new(*field)
		field.Unit = m.unit
	}
	return field
}

// inUnit returns a number in the unit of its field, or report.Unknown if the log has a unit in which that cannot be.
func (o *output) inUnit(m match, field *report.Field, l *line) float64 {
	if m.unit == "" {
		return m.number
	}
	value, ok := inUnit(m.number, m.unit, field.Unit)
	if !ok {
		o.source.lost(l.number, o.called()+" prints "+field.Name+" in "+m.unit+", which cannot be read as "+field.Unit+": the number is not read")
		return report.Unknown
	}
	return value
}

// matrixRow adds a row of a matrix without its diagonal. It is false if the line is none.
func (o *output) matrixRow(l *line) bool {
	t := o.open
	read := numbers(bytes.ReplaceAll(l.text, []byte(","), []byte(" ")))
	if len(read) == 0 {
		return false
	}
	if t.width = max(t.width, len(read)); len(read) != t.width {
		o.source.lost(l.number, "a row of "+t.Title+" has "+itoa(len(read))+" columns and not "+itoa(t.width))
	}
	for i, value := range read {
		if i != t.rows {
			g := o.addRow(&t.groups, "", []match{{name: t.columns[1].mark, number: value}}, l)
			g.labels = append(g.labels, itoa(t.rows)+"-"+itoa(i))
		}
	}
	t.rows, t.gap = t.rows+1, patience
	return true
}

// isDamaged tells whether the cells of a line are a row that is not whole, or with which other words are mixed.
func (t *layout) isDamaged(cells [][]byte) bool {
	if t.label() != "" && len(cells) > 0 {
		if cells = cells[1:]; len(cells) < 2 {
			return false
		}
	}
	few := cells[:min(len(cells), 2)]
	return len(cells) > 0 && !slices.ContainsFunc(few, func(cell []byte) bool { _, ok := finite(cell); return !ok })
}

// closeTable adds the open table to the result, as curves if its rows have no labels.
func (o *output) closeTable() {
	t := o.open
	if o.open = nil; t == nil {
		return
	}
	if t.Matrix && t.rows != t.width {
		o.source.lost(o.source.lines, t.Title+": "+itoa(t.rows)+" rows of "+itoa(t.width)+" columns, so the matrix was cut")
	}
	for _, g := range t.groups.all {
		if g.labels != nil {
			o.addTable(report.Table{Name: t.Name, Title: t.Title, Process: t.process, Label: t.label(), Labels: g.labels, Columns: g.columns})
			continue
		}
		if len(t.groups.all) == 1 && t.By == "" {
			g.name = ""
		}
		for len(g.columns) > 0 { // a column with the name of the first is the x axis of those after it
			n := 1
			for n < len(g.columns) && g.columns[n].Name != g.columns[0].Name {
				n++
			}
			o.addCurves(t.process, g.name, g.columns[:n])
			g.columns = g.columns[n:]
		}
	}
}

// addTable adds a table. A program that prints the titles again goes on with its table.
func (o *output) addTable(t report.Table) {
	same := func(r report.Table) bool {
		return r.Name == t.Name && r.Process == t.Process && slices.EqualFunc(r.Columns, t.Columns, func(a, b report.Column) bool { return a.Field == b.Field })
	}
	at := slices.IndexFunc(o.result.Tables, same)
	if at < 0 {
		o.result.Tables = append(o.result.Tables, t)
		return
	}
	of := &o.result.Tables[at]
	of.Labels = append(of.Labels, t.Labels...)
	for i, c := range t.Columns {
		of.Columns[i].Values = append(of.Columns[i].Values, c.Values...)
	}
}

// addCurves adds the columns after the first as curves over the first. Rows of several processes with one x are one, with their mean.
func (o *output) addCurves(process, name string, columns []report.Column) {
	if o.Mixed {
		meanRows(columns)
	}
	for _, y := range columns[1:] {
		o.result.Curves = append(o.result.Curves, report.Curve{Name: name, Process: process, X: columns[0], Y: y})
	}
}

// addDrawn adds the curves of a form, by the words in its lines: "Bcast". Lines with one number are rows, with the mean of equal words.
func (o *output) addDrawn(f *form, drawn groups) {
	if len(drawn.all) == 0 {
		return
	}
	var words []string
	for _, mark := range f.marks {
		if name, isText := nameOfText(mark); isText {
			words = append(words, name)
		}
	}
	first := drawn.all[0].columns[0].Field
	t := report.Table{Name: first.Name, Title: first.Title, Label: strings.Join(words, "-"), Columns: []report.Column{{Field: first}}}
	for _, g := range drawn.all {
		if len(g.columns) > 1 {
			o.addCurves("", g.name, g.columns)
			continue
		}
		t.Labels, t.Columns[0].Values = append(t.Labels, g.name), append(t.Columns[0].Values, meanOf(g.columns[0].Values))
	}
	if len(t.Labels) > 0 {
		o.result.Tables = append(o.result.Tables, t)
	}
}

// meanRows makes one row of all rows with the same first value, with the mean of each column: one row for all devices.
func meanRows(columns []report.Column) {
	rows := grouped(columns[0].Values)
	for at, c := range columns {
		means := make(report.Numbers, len(rows))
		for place, same := range rows {
			var all []float64
			for _, i := range same {
				all = append(all, c.Values[i])
			}
			means[place] = meanOf(all)
		}
		columns[at].Values = means
	}
}

func grouped[T comparable](values []T) [][]int {
	places := make([]int, len(values))
	for i := range places {
		places[i] = i
	}
	return report.Grouped(places, func(i int) T { return values[i] })
}

// meanOf returns the mean of some values, the same in whatever order their lines came.
func meanOf(values []float64) float64 { return stat.Mean(slices.Sorted(slices.Values(values)), nil) }

// point reads a line with a point of curves, one for each form that fits.
func (o *output) point(l *line) (fits bool) {
	for i, f := range o.Curves {
		found, ok := f.match(l.words)
		if !ok {
			continue
		}
		words, numbers := apart(found)
		o.addRow(&o.drawn[i], strings.Join(words, "-"), numbers, l)
		fits = true
	}
	return fits
}

// tellApart adds values of key columns that differ to equal labels: "WR00L2L2 n=3840". Rows that stay equal are repetitions.
func tellApart(t report.Table, keys []string) {
	rows := grouped(t.Labels)
	for _, c := range t.Columns {
		if !slices.Contains(keys, c.Name) {
			continue
		}
		for _, same := range rows {
			differs := slices.ContainsFunc(same, func(i int) bool { return c.Values[i] != c.Values[same[0]] })
			for _, i := range same {
				if differs {
					t.Labels[i] += " " + c.Name + "=" + report.Number(c.Values[i])
				}
			}
		}
	}
}
