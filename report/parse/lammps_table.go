package parse

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/report"
)

// lammpsState is where in the output the parser is.
type lammpsState struct {
	runs   int            // loops that have ended
	thermo []report.Field // columns of the open thermodynamic output, or nil
	first  int            // its first curve
	times  *report.Table  // the open table of times, or nil
}

// lammpsTimes are the columns of the table of times, by their titles.
var lammpsTimes = map[string]string{
	"min time": "time.min", "avg time": "time.avg", "max time": "time.max", "%varavg": "time.varavg", "%total": "time.total",
	"%CPU": "time.cpu",
}

var (
	lammpsWall    = newForm("Total wall time: {wall!}")
	lammpsBalance = newForm("{name...}: {avg} ave {max} max {min} min")
)

// lammpsTable reads the thermodynamic output, the table of times and the balance of processes.
func lammpsTable(o *output, l line) bool {
	if o.state == nil {
		o.state = &lammpsState{}
	}
	state := o.state.(*lammpsState)
	text := bytes.TrimSpace(l.text)
	switch {
	case bytes.HasPrefix(text, []byte("Step ")):
		state.beginThermo(o, text)
		return true
	case state.thermo != nil && !bytes.HasPrefix(text, []byte("Loop time")):
		state.thermoRow(o, text, l)
		return true
	case bytes.HasPrefix(text, []byte("Section |")):
		state.beginTimes(o, text)
		return true
	case state.times != nil:
		return state.timesRow(o, text, l)
	}
	return state.other(o, text, l)
}

// other reads single lines that need more than a form.
func (state *lammpsState) other(o *output, text []byte, l line) bool {
	if bytes.HasPrefix(text, []byte("Loop time")) {
		state.thermo = nil
		state.runs++
		if state.runs > 1 {
			o.process = "run " + itoa(state.runs)
		}
		return false
	}
	if found, ok := lammpsWall.match(text, nil); ok {
		if wall, ok := clock(found[0].text); ok {
			process := o.process
			o.process = ""
			o.value("total_wall_time", wall, l)
			o.process = process
		}
		return true
	}
	if i := bytes.LastIndex(text, []byte("timesteps/s, ")); i > 0 && bytes.HasPrefix(text, []byte("Performance:")) {
		state.rate(o, text[i:], l)
		return false
	}
	if found, ok := lammpsBalance.match(text, nil); ok {
		state.balance(o, found)
		return true
	}
	if rest, found := bytes.CutPrefix(text, []byte("Histogram:")); found {
		state.histogram(o, numbers(rest))
		return true
	}
	return false
}

// rate reads "timesteps/s, 62.252 katom-step/s".
func (state *lammpsState) rate(o *output, text []byte, l line) {
	words := bytes.Fields(text)
	if len(words) != 3 {
		return
	}
	rate, ok := number(words[1])
	factor := map[string]float64{"atom-step/s": 1, "katom-step/s": 1e3, "Matom-step/s": 1e6, "Gatom-step/s": 1e9}[string(words[2])]
	if ok && factor != 0 {
		o.value("atom_steps_per_second", rate*factor, l)
	}
}

// beginThermo begins the thermodynamic output of a run: one curve for each column over the step.
func (state *lammpsState) beginThermo(o *output, text []byte) {
	state.thermo, state.first = nil, len(o.result.Curves)
	process := ""
	if state.runs > 0 {
		process = "run " + itoa(state.runs+1)
	}
	step := fieldOf(o.kind, "step")
	state.thermo = []report.Field{step}
	for _, title := range bytes.Fields(text)[1:] {
		field := report.Field{Name: "thermo." + slug(clean(title)), Title: clean(title)}
		state.thermo = append(state.thermo, field)
		o.result.Curves = append(o.result.Curves, report.Curve{Process: process, X: step, Y: field})
	}
}

func (state *lammpsState) thermoRow(o *output, text []byte, l line) {
	read := numbers(text)
	switch {
	case len(read) == len(state.thermo):
		for i, value := range read[1:] {
			curve := &o.result.Curves[state.first+i]
			curve.Xs, curve.Ys = append(curve.Xs, read[0]), append(curve.Ys, value)
		}
	case len(text) > 0 && (text[0] >= '0' && text[0] <= '9' || text[0] == '-'):
		o.source.lost(l.number, "a row of the thermodynamic output is not as its columns are")
	case bytes.HasPrefix(text, []byte("ERROR")):
		state.thermo = nil
	}
}

// beginTimes begins the table of times with its titles.
func (state *lammpsState) beginTimes(o *output, text []byte) {
	table := report.Table{Name: "times", Title: "times", Process: o.process, Label: "section"}
	for _, title := range strings.Split(clean(text), "|")[1:] {
		name := lammpsTimes[strings.TrimSpace(title)]
		if name == "" {
			name = "time." + slug(title)
		}
		table.Columns = append(table.Columns, fieldOf(o.kind, name))
	}
	table.Cells = make([][]float64, len(table.Columns))
	o.result.Tables = append(o.result.Tables, table)
	state.times = &o.result.Tables[len(o.result.Tables)-1]
}

// timesRow reads a row, such as "Other   |            | 0.01013    |            |       |  0.08".
func (state *lammpsState) timesRow(o *output, text []byte, l line) bool {
	if bytes.HasPrefix(text, []byte("---")) {
		return true
	}
	cells := bytes.Split(text, []byte("|"))
	if len(cells) == 1 {
		state.times = nil
		return len(text) == 0
	}
	if len(cells) != len(state.times.Columns)+1 {
		o.source.lost(l.number, "a row of the table of times is not as its columns are")
		return true
	}
	state.times.Labels = append(state.times.Labels, clean(bytes.TrimSpace(cells[0])))
	for i, cell := range cells[1:] {
		value, ok := number(bytes.TrimSpace(cell))
		if !ok {
			value = report.Unknown
		}
		state.times.Cells[i] = append(state.times.Cells[i], value)
	}
	return true
}

// balance adds a row to the table of what processes have.
func (state *lammpsState) balance(o *output, found []match) {
	tables := o.result.Tables
	if len(tables) == 0 || tables[len(tables)-1].Name != "balance" {
		table := report.Table{Name: "balance", Title: "balance of processes", Process: o.process, Label: "what"}
		for _, name := range []string{"balance.avg", "balance.max", "balance.min"} {
			table.Columns = append(table.Columns, fieldOf(o.kind, name))
		}
		for i := range lammpsBins {
			table.Columns = append(table.Columns, fieldOf(o.kind, "balance.bin_"+itoa(i+1)))
		}
		table.Cells = make([][]float64, len(table.Columns))
		o.result.Tables = append(tables, table)
	}
	table := &o.result.Tables[len(o.result.Tables)-1]
	table.Labels = append(table.Labels, clean(found[0].text))
	for i := range table.Cells {
		value := report.Unknown
		if i < 3 {
			value = found[i+1].number
		}
		table.Cells[i] = append(table.Cells[i], value)
	}
}

// lammpsBins is the number of bins of a histogram.
const lammpsBins = 10

// histogram completes the last row of the balance.
func (state *lammpsState) histogram(o *output, read []float64) {
	last := len(o.result.Tables) - 1
	if len(read) != lammpsBins || last < 0 || o.result.Tables[last].Name != "balance" {
		return
	}
	for i, value := range read {
		column := o.result.Tables[last].Cells[3+i]
		column[len(column)-1] = value
	}
}

// clock reads [hours:]minutes:seconds as seconds.
func clock(text []byte) (float64, bool) {
	total := 0.0
	parts := bytes.Split(text, []byte(":"))
	if len(parts) > 3 {
		return 0, false
	}
	for _, part := range parts {
		value, err := strconv.ParseFloat(string(part), 64)
		if err != nil || value < 0 {
			return 0, false
		}
		total = total*60 + value
	}
	return total, true
}
