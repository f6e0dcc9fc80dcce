package parse

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// openTable is a table. Its rows are being read.
type openTable struct {
	*layout
	table report.Table
	names []string // of the curves of the columns after the first
	gap   int      // lines since the titles that were no rows
	rows  int      // of a matrix
	width int
}

// patience is the number of lines between titles and rows: units and rules.
const patience = 4

// tableLine reads a line of a table. It tells whether it was one.
func (o *output) tableLine(l *line) bool {
	for i := range o.Tables {
		if o.Tables[i].Header.fits(l.words) && o.Tables[i].Header.follows(o.before) {
			o.closeTable()
			o.openTable(&o.Tables[i], l.text)
			return true
		}
	}
	if o.open == nil || o.row(l) {
		return o.open != nil
	}
	if o.open.gap++; o.open.gap > patience && !o.open.Loose {
		o.closeTable()
	}
	return false
}

func (o *output) openTable(t *layout, header []byte) {
	columns, names := o.columns(t, header)
	o.open = &openTable{layout: t, names: names, table: report.Table{Name: t.Name, Title: t.Title, Process: o.process, Label: t.Label, Columns: columns}}
	// A program that prints the titles again goes on with its table.
	same := func(r report.Table) bool {
		return r.Name == t.Name && r.Process == o.process && len(r.Columns) == len(columns)
	}
	if i := slices.IndexFunc(o.result.Tables, same); i >= 0 {
		o.open.table = o.result.Tables[i]
		o.result.Tables = slices.Delete(o.result.Tables, i, i+1)
	}
}

// columns returns the fields of a table, and the names of its curves.
func (o *output) columns(t *layout, header []byte) (all []report.Column, names []string) {
	header = bytes.TrimSpace(bytes.TrimLeft(header, "# "))
	titles := strings.Fields(clean(header))
	if t.By != "" {
		all = append(all, columnOf(&o.Kind, t.Columns[0]))
		for _, title := range titles {
			all, names = append(all, columnOf(&o.Kind, t.Columns[1])), append(names, t.By+" "+title)
		}
		return all, names
	}
	for _, name := range t.Columns {
		all = append(all, columnOf(&o.Kind, name))
	}
	if len(all) > 0 {
		return all, nil
	}
	if t.Wide {
		titles = gap().Split(clean(header), -1)
	}
	for i, title := range titles {
		title, unit, _ := strings.Cut(title, "(")
		name := slug(title)
		if i > 0 && t.Name != "" {
			name = t.Name + "." + name
		}
		field := fieldOf(&o.Kind, name)
		if field.Doc == "" {
			titled := *field
			titled.Title, titled.Unit = strings.TrimSpace(title), strings.TrimSuffix(unit, ")")
			field = &titled
		}
		all = append(all, report.Column{Field: field})
	}
	return all, nil
}

// gap is what stands between wide titles.
var gap = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[ \t]*(?:  |\t)[ \t]*`) })

// noValues are what programs print in place of a number in a table.
var noValues = []string{"", "-", "NA", "nan", "-nan", "inf", "Not run", "Pass", "Fail"}

// row adds a row. It is false if the line is none.
func (o *output) row(l *line) bool {
	t := o.open
	if t.Matrix {
		return o.matrixRow(l)
	}
	cells := cellsOf(l.text, t.Header.text)
	labels := len(cells) - len(t.table.Columns)
	if labels < 0 || (labels == 0) != (t.Label == "") {
		if t.Label == "" && isDamaged(cells) {
			o.source.lost(l.number, "a row of "+cmp.Or(o.result.Title, o.Title)+" has "+itoa(len(cells))+" columns and not "+itoa(len(t.table.Columns)))
		}
		return false
	}
	read := make([]float64, len(t.table.Columns))
	for i, word := range cells[labels:] {
		value, ok := number(word)
		if !ok && !slices.Contains(noValues, string(word)) {
			return false
		}
		if read[i] = value; !ok {
			read[i] = report.Unknown
		}
	}
	t.gap = patience // after a row, the first line that is none ends the table
	t.table.Labels = append(t.table.Labels, clean(bytes.Join(cells[:labels], []byte(" "))))
	addRow(t.table.Columns, read)
	o.source.doubt(&o.result, t.table.Columns[len(read)-1].Field, l)
	return true
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
			t.table.Labels = append(t.table.Labels, itoa(t.rows)+"-"+itoa(i))
			addRow(t.table.Columns, []float64{value})
		}
	}
	t.rows, t.gap = t.rows+1, patience
	return true
}

// isDamaged tells whether the cells of a line are a row of a curve that is not whole, or with which other words are mixed.
func isDamaged(cells [][]byte) bool {
	few := cells[:min(len(cells), 2)]
	return len(cells) > 0 && !slices.ContainsFunc(few, func(cell []byte) bool { _, ok := finite(cell); return !ok })
}

// addRow adds a value to each column.
func addRow(columns []report.Column, read []float64) {
	for i, value := range read {
		columns[i].Values = append(columns[i].Values, value)
	}
}

// cellsOf cuts a row at what stands between the titles of its table: bars, commas or blanks.
func cellsOf(text []byte, header string) [][]byte {
	at := strings.IndexAny(header, "|,")
	if at < 0 {
		return bytes.Fields(text)
	}
	cells := bytes.Split(text, []byte(header[at:at+1]))
	for i := range cells {
		cells[i] = bytes.TrimSpace(cells[i])
	}
	return cells
}

// closeTable adds the open table to the result, as curves if it has no labels.
func (o *output) closeTable() {
	t := o.open
	if t != nil && t.rows != t.width {
		o.source.lost(o.source.lines, t.Title+": "+itoa(t.rows)+" rows of "+itoa(t.width)+" columns: it was cut")
	}
	switch {
	case t == nil || len(t.table.Labels) == 0:
	case t.Label == "":
		o.addCurves(t.table.Process, t.names, t.table.Columns)
	default:
		o.result.Tables = append(o.result.Tables, t.table)
	}
	o.open = nil
}

// addCurves adds the columns after the first as curves over the first. They have a name each, or one, or none.
func (o *output) addCurves(process string, names []string, columns []report.Column) {
	for i, y := range columns[1:] {
		curve := report.Curve{Process: process, X: columns[0], Y: y}
		if len(names) > 0 {
			curve.Name = names[min(i, len(names)-1)]
		}
		o.result.Curves = append(o.result.Curves, curve)
	}
}

// drawn are the curves of one form, by the words in their lines: "Bcast". Lines with one number are rows of a table by their words.
type drawn struct {
	label  string // what the words are
	names  []string
	curves map[string][]report.Column
}

// addDrawn adds the curves of a form, or its table. Rows of the same words are one, with their mean.
func (o *output) addDrawn(d drawn) {
	if len(d.names) == 0 {
		return
	}
	first := d.curves[d.names[0]][0].Field
	t := report.Table{Name: first.Name, Title: first.Title, Label: d.label, Columns: []report.Column{{Field: first}}}
	for _, name := range d.names {
		if columns := d.curves[name]; len(columns) > 1 {
			if o.Mixed {
				meanRows(columns)
			}
			o.addCurves("", []string{name}, columns)
			continue
		}
		t.Labels = append(t.Labels, name)
		addRow(t.Columns, []float64{meanOf(d.curves[name][0].Values)})
	}
	if len(t.Labels) > 0 {
		o.result.Tables = append(o.result.Tables, t)
	}
}

// meanRows makes one row of all rows with the same first value, with the mean of each column: one row for all devices.
func meanRows(columns []report.Column) {
	rows, order := map[float64][]int{}, report.Numbers(nil)
	for i, x := range columns[0].Values {
		if rows[x] == nil {
			order = append(order, x)
		}
		rows[x] = append(rows[x], i)
	}
	for at, c := range columns {
		means := make(report.Numbers, len(order))
		for place, x := range order {
			var all []float64
			for _, i := range rows[x] {
				all = append(all, c.Values[i])
			}
			means[place] = meanOf(all)
		}
		columns[at].Values = means
	}
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
		var words, labels, fields []string
		var read []float64
		for _, m := range found {
			if m.text != nil {
				words, labels = append(words, clean(m.text)), append(labels, m.name)
				continue
			}
			read, fields = append(read, m.number), append(fields, m.name)
		}
		name := strings.Join(words, "-")
		d := &o.drawn[i]
		if d.curves[name] == nil {
			if d.curves == nil {
				d.curves = map[string][]report.Column{}
			}
			d.names, d.label = append(d.names, name), strings.Join(labels, "-")
			for _, field := range fields {
				d.curves[name] = append(d.curves[name], columnOf(&o.Kind, field))
			}
		}
		addRow(d.curves[name], read)
		fits = true
	}
	return fits
}

// tellApart adds the values of key columns to labels that several rows have, where they differ: "WR00L2L2 n=3840". Rows that
// still have one label are repetitions.
func tellApart(t report.Table, keys []string) {
	plain := slices.Clone(t.Labels)
	for _, c := range t.Columns {
		if !slices.Contains(keys, c.Name) {
			continue
		}
		last, differs := map[string]float64{}, map[string]bool{}
		for i, value := range c.Values {
			if before, known := last[plain[i]]; known && before != value {
				differs[plain[i]] = true
			}
			last[plain[i]] = value
		}
		for i, value := range c.Values {
			if differs[plain[i]] {
				t.Labels[i] += " " + c.Name + "=" + report.Number(value)
			}
		}
	}
}
