package parse

import (
	"bytes"

	"github.com/latchkey-dev/latchkey/report"
)

// A layout is the form of a table: a line of titles, and rows of a label and numbers.
type layout struct {
	header string // form of the line with the titles
	name   string
	title  string
	label  string // what the label is; "" if the first column is the x axis of curves
	// columns are the fields of the numbers, from the left. A row has as many numbers at its end, and before them the label.
	columns []string
}

// openTable is a table whose rows come now.
type openTable struct {
	*layout
	table report.Table
	first int // curve of the second column, if there is no label
	gap   int // lines since the titles that were no rows
	rows  int
}

// patience is the number of lines between titles and rows: units and rules.
const patience = 4

// tableLine reads a line of a table. It tells whether it was one.
func (o *output) tableLine(l line) bool {
	for i, header := range o.rules.headers {
		if _, ok := header.match(l.text, nil); ok {
			o.closeTable()
			o.openTable(&o.tables[i])
			return true
		}
	}
	if o.open == nil {
		return false
	}
	if o.row(bytes.Fields(l.text)) {
		return true
	}
	o.open.gap++
	if o.open.rows > 0 || o.open.gap > patience {
		o.closeTable()
	}
	return false
}

func (o *output) openTable(t *layout) {
	o.open = &openTable{layout: t, first: len(o.result.Curves)}
	if t.label == "" {
		for _, name := range t.columns[1:] {
			o.result.Curves = append(o.result.Curves, report.Curve{
				Process: o.process, X: fieldOf(o.kind, t.columns[0]), Y: fieldOf(o.kind, name),
			})
		}
		return
	}
	o.open.table = report.Table{Name: t.name, Title: t.title, Process: o.process, Label: t.label, Cells: make([][]float64, len(t.columns))}
	for _, name := range t.columns {
		o.open.table.Columns = append(o.open.table.Columns, fieldOf(o.kind, name))
	}
}

// row adds a row. It is false if the words are none.
func (o *output) row(words [][]byte) bool {
	t := o.open
	labels := len(words) - len(t.columns)
	if labels < 0 || labels == 0 && t.label != "" || labels != 0 && t.label == "" {
		return false
	}
	read := make([]float64, len(t.columns))
	for i, word := range words[labels:] {
		value, ok := number(word)
		switch {
		case ok:
			read[i] = value
		case string(word) == "NA" || string(word) == "-":
			read[i] = report.Unknown
		default:
			return false
		}
	}
	t.rows++
	if t.label == "" {
		o.points(t.first, read)
		return true
	}
	t.table.Labels = append(t.table.Labels, clean(bytes.Join(words[:labels], []byte(" "))))
	for i, value := range read {
		t.table.Cells[i] = append(t.table.Cells[i], value)
	}
	return true
}

// points adds a point to each of the curves from first on. The first number is x.
func (o *output) points(first int, read []float64) {
	for i, y := range read[1:] {
		curve := &o.result.Curves[first+i]
		curve.Xs, curve.Ys = append(curve.Xs, read[0]), append(curve.Ys, y)
	}
}

func (o *output) closeTable() {
	if o.open != nil && len(o.open.table.Labels) > 0 {
		o.result.Tables = append(o.result.Tables, o.open.table)
	}
	o.open = nil
}

// curve reads a line with a point of curves.
func (o *output) curve(l line) bool {
	for i, f := range o.rules.curves {
		found, ok := f.match(l.text, o.found[:0])
		if o.found = found; !ok {
			continue
		}
		read := make([]float64, len(found))
		for j, m := range found {
			read[j] = m.number
		}
		o.points(o.curvesOf(i, found), read)
		return true
	}
	return false
}

// curvesOf returns the first curve of a form. The curves are made with the first point.
func (o *output) curvesOf(i int, found []match) int {
	if o.begun == nil {
		o.begun = map[int]int{}
	}
	first, begun := o.begun[i]
	if !begun {
		first = len(o.result.Curves)
		o.begun[i] = first
		for _, m := range found[1:] {
			o.result.Curves = append(o.result.Curves, report.Curve{X: fieldOf(o.kind, found[0].name), Y: fieldOf(o.kind, m.name)})
		}
	}
	return first
}
