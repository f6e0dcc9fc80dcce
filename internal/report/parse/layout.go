package parse

import (
	"bytes"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// A layout is the form of a table: a line of titles, and rows of a label and numbers. Where the titles have bars or commas
// between them, so have the rows.
type layout struct {
	header string // form of the line with the titles
	name   string
	title  string
	label  string // what the label is; "" if the first column is the x axis of curves
	// columns are the fields of the numbers, from the left. A row has as many numbers at its end, and before them the label.
	// Without columns the words of the header are the titles of the columns, as a user has chosen them.
	columns []string
	// loose says that other lines may come between the rows. Else the first line that is no row ends them.
	loose bool
}

// openTable is a table whose rows come now.
type openTable struct {
	*layout
	table report.Table
	gap   int // lines since the titles that were no rows
}

// patience is the number of lines between titles and rows: units and rules.
const patience = 4

// tableLine reads a line of a table. It tells whether it was one.
func (o *output) tableLine(l line) bool {
	for i := range o.headers {
		if fits(o.headers[i:i+1], l.text) {
			o.closeTable()
			o.openTable(&o.tables[i], l.text)
			return true
		}
	}
	if o.open == nil || o.row(l.text) {
		return o.open != nil
	}
	if o.open.gap++; o.open.gap > patience && !o.open.loose {
		o.closeTable()
	}
	return false
}

func (o *output) openTable(t *layout, header []byte) {
	columns := o.columns(t, header)
	o.open = &openTable{layout: t, table: report.Table{Name: t.name, Title: t.title, Process: o.process, Label: t.label, Columns: columns}}
	// A program that prints the titles again goes on with its table.
	same := func(r report.Table) bool {
		return r.Name == t.name && r.Process == o.process && len(r.Columns) == len(columns)
	}
	if i := slices.IndexFunc(o.result.Tables, same); i >= 0 {
		o.open.table = o.result.Tables[i]
		o.result.Tables = slices.Delete(o.result.Tables, i, i+1)
	}
}

// columns returns the fields of a table.
func (o *output) columns(t *layout, header []byte) []report.Column {
	var all []report.Column
	for _, name := range t.columns {
		all = append(all, columnOf(o.kind, name))
	}
	if len(all) > 0 {
		return all
	}
	for i, title := range strings.Fields(clean(header)) {
		field := report.Field{Name: t.name + "." + slug(title), Title: title}
		if i == 0 {
			field = fieldOf(o.kind, slug(title))
		}
		all = append(all, report.Column{Field: field})
	}
	return all
}

// row adds a row. It is false if the line is none.
func (o *output) row(text []byte) bool {
	t := o.open
	cells := cellsOf(text, t.header)
	labels := len(cells) - len(t.table.Columns)
	if labels < 0 || (labels == 0) != (t.label == "") {
		return false
	}
	read := make([]float64, len(t.table.Columns))
	for i, word := range cells[labels:] {
		value, ok := number(word)
		if !ok && !slices.Contains([]string{"", "-", "NA", "nan", "-nan", "inf", "Not run"}, string(word)) {
			return false
		}
		if read[i] = value; !ok {
			read[i] = report.Unknown
		}
	}
	t.gap = patience
	t.table.Labels = append(t.table.Labels, clean(bytes.Join(cells[:labels], []byte(" "))))
	addRow(t.table.Columns, read)
	return true
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

// addPoint adds a point to a curve.
func addPoint(c *report.Curve, x, y float64) {
	c.X.Values, c.Y.Values = append(c.X.Values, x), append(c.Y.Values, y)
}

// closeTable adds the open table to the result, as curves if it has no labels.
func (o *output) closeTable() {
	switch t := o.open; {
	case t == nil || len(t.table.Labels) == 0:
	case t.label == "":
		o.addCurves("", t.table.Process, t.table.Columns)
	default:
		o.result.Tables = append(o.result.Tables, t.table)
	}
	o.open = nil
}

// addCurves adds the columns after the first as curves over the first.
func (o *output) addCurves(name, process string, columns []report.Column) {
	for _, y := range columns[1:] {
		o.result.Curves = append(o.result.Curves, report.Curve{Name: name, Process: process, X: columns[0], Y: y})
	}
}

// drawn are the curves of one form, by the words in their lines: "Bcast".
type drawn struct {
	names  []string
	curves map[string][]report.Column
}

// point reads a line with a point of curves.
func (o *output) point(l line) bool {
	for i, f := range o.points {
		found, ok := f.match(l.text)
		if !ok {
			continue
		}
		name, read, fields := "", []float64(nil), []string(nil)
		for _, m := range found {
			if m.text != nil {
				name = report.Join(name, clean(m.text))
				continue
			}
			read, fields = append(read, m.number), append(fields, m.name)
		}
		d := &o.drawn[i]
		if d.curves[name] == nil {
			if d.curves == nil {
				d.curves = map[string][]report.Column{}
			}
			d.names = append(d.names, name)
			for _, field := range fields {
				d.curves[name] = append(d.curves[name], columnOf(o.kind, field))
			}
		}
		addRow(d.curves[name], read)
		return true
	}
	return false
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
