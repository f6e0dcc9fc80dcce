package report

import (
	"cmp"
	"encoding/csv"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// WriteCSV writes one row for each run and quantity as CSV (RFC 4180, lines end with LF). docs/report.md has its columns. The
// value is the mean over the pods, processes and samples of the run. A run without a quantity has one row. What is not known is empty.
func WriteCSV(w io.Writer, r *Report) error {
	out := csv.NewWriter(w)
	facts := r.tidyFacts()
	head := slices.Clone(runColumns)
	for _, name := range phaseOrder {
		head = append(head, "phase_"+slug(name))
	}
	for _, name := range facts {
		head = append(head, newColumn(slug(name), head))
	}
	writeRow(out, append(head, quantityColumns...)...)
	for i, place := range r.Places() {
		run := &r.Runs[i]
		row := []string{run.Set, run.Name, place.Cell, place.Repetition, string(run.State), cmp.Or(run.Reason, place.aside), clock(run.Start), clock(run.End)}
		for _, name := range phaseOrder {
			row = append(row, known(run.Phase(name)))
		}
		row = append(row, valuesOf(facts, run.Facts)...)
		all := measure(run, nil)
		for _, q := range all {
			writeRow(out, append(slices.Clone(row), q.Metric, q.Kind.Name, q.Name(), known(q.value()), q.Field.Unit, string(q.Field.Better),
				strconv.FormatBool(slices.Contains(q.Kind.Merit, q.Field.Name)))...)
		}
		if len(all) == 0 {
			writeRow(out, append(row, make([]string, len(quantityColumns))...)...)
		}
	}
	out.Flush()
	return out.Error()
}

// newColumn returns the name of a further column: a name that another column has gets a number.
func newColumn(name string, head []string) string {
	free := name
	for n := 2; slices.Contains(head, free) || slices.Contains(quantityColumns, free); n++ {
		free = name + "_" + strconv.Itoa(n)
	}
	return free
}

// The columns of CSV that are always there, but for phases and facts.
var (
	runColumns      = []string{"set", "run", "cell", "repetition", "state", "reason", "start", "end"}
	quantityColumns = []string{"metric", "kind", "name", "value", "unit", "better", "merit"}
)

// A PlaceInCell says where a run stands in the comparison.
type PlaceInCell struct {
	Cell, Repetition string // the number in the cell, from 1; both are "" for a run that is not compared
	aside            string // why it is not compared whatever its state is, or ""
}

// Places returns the place of each run.
func (r *Report) Places() []PlaceInCell {
	all := make([]PlaceInCell, len(r.Runs))
	for _, c := range r.Comparison.Cells {
		for at, run := range c.Runs {
			all[run].Cell, all[run].Repetition = c.Name, strconv.Itoa(at+1)
		}
	}
	for _, a := range r.Comparison.Aside {
		all[a.Run].aside = cmp.Or(all[a.Run].aside, a.Reason)
	}
	return all
}

// tidyFacts returns the facts that have a column: those that are always of interest, and all that differ.
func (r *Report) tidyFacts() []string {
	always := []string{FactSize, FactTasks, FactProblem, FactStudy, FactNodeType, FactNode, FactImage, FactDigest, FactVersion}
	_, differ := r.SameFacts()
	return append(always, slices.DeleteFunc(differ, func(name string) bool { return slices.Contains(always, name) })...)
}

// WriteSamples writes all numbers of a report as CSV, one in a row: the numbers of each pod and process, at each time. The
// time is in seconds since 1970, or since the first sample where a log has no times.
func WriteSamples(w io.Writer, r *Report) error {
	out := csv.NewWriter(w)
	writeRow(out, "set", "run", "cell", "pod", "index", "metric", "process", "time", "name", "value", "unit")
	cells := map[*Run]string{}
	for i, place := range r.Places() {
		cells[&r.Runs[i]] = place.Cell
	}
	for _, part := range []*Report{r, {Runs: r.Rest}} {
		for o := range part.Observations() {
			writeRow(out, o.Run.Set, o.Run.Name, cells[o.Run], o.Source.Pod, known(index(o.Source.Index)), o.Source.Metric, o.Process, known(o.Time), o.Name(),
				known(o.Value), o.Field.Unit)
		}
	}
	out.Flush()
	return out.Error()
}

// writeRow writes a row. Its writer keeps the first error. Characters that a terminal obeys are escaped, and a string that a spreadsheet would compute begins with a quote.
func writeRow(out *csv.Writer, cells ...string) {
	for i, cell := range cells {
		if cells[i] = text.Printable(cell); isFormula(cell) {
			cells[i] = "'" + cells[i]
		}
	}
	_ = out.Write(cells)
}

// isFormula tells whether spreadsheets take a string for a formula. They pass over blanks before it.
func isFormula(cell string) bool {
	cell = strings.TrimLeft(cell, " \t\r\n")
	if cell == "" || !strings.ContainsRune("=+-@", rune(cell[0])) {
		return false
	}
	_, err := strconv.ParseFloat(cell, 64)
	return err != nil
}

// known returns a number as a string, or "" for NaN.
func known(value float64) string {
	if !Known(value) {
		return ""
	}
	return Number(value)
}

func clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

var notInColumn = regexp.MustCompile(`[^a-zA-Z0-9]`)

// slug returns a name as pandas and R take it for a column: letters, digits and underscores.
func slug(name string) string { return strings.Trim(notInColumn.ReplaceAllString(name, "_"), "_") }
