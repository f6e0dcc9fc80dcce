package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// A Quantity is what a number of a run is about. Equal quantities of two runs are compared.
type Quantity struct {
	Metric    string
	Kind      *Kind
	Title     string // of the results, and what of the program it is about
	Field     Field
	Label, At string // where on a curve or in which row of a table, as in Observation
}

// Name returns the name of a quantity with what it is about: "osu_latency latency{size=8}".
func (q Quantity) Name() string {
	name := Join(q.Title, q.Field.Name)
	if q.Label != "" {
		name += "{" + q.Label + "=" + q.At + "}"
	}
	return name
}

// Words returns a quantity for people: "LAMMPS: loop time".
func (q Quantity) Words() string {
	words := q.Kind.Title
	if _, number, twice := strings.Cut(q.Metric, " #"); twice {
		words += " #" + number
	}
	words += ": " + Join(q.Title, q.Field.Title)
	if q.Label != "" {
		words += " at " + q.Label + " " + q.At
		if at := q.Kind.Index(q.Label); at < len(q.Kind.Fields) {
			words = strings.TrimSpace(words + " " + q.Kind.Fields[at].Unit)
		}
	}
	return words
}

// A Figure is a figure of merit in all cells.
type Figure struct {
	Quantity
	Sampled bool     // it is of series over time: the mean over the time
	Summed  bool     // each sample is the sum of the processes of a pod
	Entries []*Entry // of the cells that have it, in their order
}

// Doc returns what a figure is, as a sentence for people, or "".
func (f *Figure) Doc() string {
	if f.Summed {
		return f.Field.Doc + "; here the sum of the processes of a pod, in the mean over the time"
	}
	return f.Field.Doc
}

// lacking is the entry of a cell that lacks a figure. A study of thousands of files has millions of them.
var lacking = &Entry{Stats: Summarize(nil), Base: -1, Speedup: noRatio, Efficiency: noRatio}

// In returns the entry of a cell. Its N is 0 if the cell lacks the figure.
func (f *Figure) In(cell int) *Entry {
	at, has := slices.BinarySearchFunc(f.Entries, cell, func(e *Entry, cell int) int { return e.Cell - cell })
	if !has {
		return lacking
	}
	return f.Entries[at]
}

// An Entry is a quantity in the runs of a cell.
type Entry struct {
	Cell       int // in Comparison.Cells
	Stats          // over runs; each run gives one value
	Values     []float64
	Runs       []int // of Values
	Base       int   // cell of which Speedup is a multiple, or -1
	Speedup    Ratio // how much faster than the base: 2 means half the time, or twice the bandwidth
	Efficiency Ratio // 1 is ideal
	processes  []int // that each of Runs had at most, of what is summed over processes
}

// A Ratio of two means. It is NaN if it has no meaning.
type Ratio struct {
	Value     float64
	Low, High float64 // ends of the 95 % interval; NaN if one of the means has no interval, or one that holds 0
}

var noRatio = Ratio{Unknown, Unknown, Unknown}

// newFigures returns the figures of merit of the programs that ran, and then the figures of what watched them.
func newFigures(r *Report, c *Comparison) []Figure {
	var all []Figure
	var gaps []string
	at, several := map[Quantity]int{}, map[Quantity]int{}
	for i, cell := range c.Cells {
		for _, run := range cell.Runs {
			for _, m := range figuresOf(&r.Runs[run], c.Study) {
				if _, known := at[m.Quantity]; !known {
					at[m.Quantity] = len(all)
					all = append(all, Figure{Quantity: m.Quantity, Sampled: m.sampled, Summed: len(m.times) > 0})
				}
				figure := &all[at[m.Quantity]]
				if m.Kind.Name == ownKind && m.count > 1 && m.Field.Take == TakeMean {
					several[m.Quantity] = max(several[m.Quantity], m.count)
					m.Field.Take = TakeLast
				}
				if !Known(m.value()) {
					c.Findings = append(c.Findings, Finding{What: fmt.Sprintf("%s has no mean of %s: the sum is too large for a number", r.Runs[run].Name, m.fullName())})
					continue
				}
				e := figure.In(i)
				if e == lacking {
					e = &Entry{Cell: i, Base: -1, Speedup: noRatio, Efficiency: noRatio}
					figure.Entries = append(figure.Entries, e)
				}
				e.Values, e.Runs = append(e.Values, m.value()), append(e.Runs, run)
				most, hasGaps := m.processes()
				e.processes = append(e.processes, most)
				if hasGaps {
					gaps = AddNew(gaps, r.Runs[run].Name)
				}
			}
		}
	}
	for _, f := range all {
		for _, run := range f.withFewer(r) {
			gaps = AddNew(gaps, run)
		}
	}
	if len(gaps) > 0 {
		c.Findings = append(c.Findings, Finding{What: fmt.Sprintf("%s had moments at which a command had fewer processes than at others, or than in other runs of the cell, so the sum over them is lower, first %s", text.Count(len(gaps), "run"), gaps[0])})
	}
	for _, f := range all {
		if n := several[f.Quantity]; n > 1 {
			c.Findings = append(c.Findings, Finding{What: fmt.Sprintf("%s is in the log of a run up to %d times: the last counts. Write first, last, min, max, mean or sum after its unit to choose", f.fullName(), n)})
		}
	}
	if c.Study == nil || len(c.Study.Figures) == 0 {
		dropTimes(all)
		c.Findings = append(c.Findings, onlyZero(all, r)...)
		all = slices.DeleteFunc(all, Figure.zero)
	}
	for i := range all {
		c.Findings = append(c.Findings, all[i].uneven(r, c)...)
		all[i].rate(c)
	}
	slices.SortStableFunc(all, func(a, b Figure) int { return c.Study.order(a) - c.Study.order(b) })
	return all
}

// withFewer names the runs that had fewer processes than another run of their cell, of what is summed over processes.
func (f Figure) withFewer(r *Report) (runs []string) {
	for _, e := range f.Entries {
		for i, most := range e.processes {
			if float64(most) < fewestProcesses*float64(slices.Max(e.processes)) {
				runs = append(runs, r.Runs[e.Runs[i]].Name)
			}
		}
	}
	return runs
}

// dropTimes drops the times of commands in cells where a program has a figure of its own.
func dropTimes(all []Figure) {
	has := map[int]bool{}
	for _, f := range all {
		for _, e := range f.Entries {
			has[e.Cell] = has[e.Cell] || f.rank() == 0 && f.Kind.Name != ownKind
		}
	}
	for i := range all {
		if f := &all[i]; f.rank() == 1 {
			f.Entries = slices.DeleteFunc(f.Entries, func(e *Entry) bool { return has[e.Cell] })
		}
	}
}

// uneven names the runs that lack the figure where other runs of their cell have it. Without a word, N would be lower.
func (f *Figure) uneven(r *Report, c *Comparison) (all []Finding) {
	for _, e := range f.Entries {
		var without []string
		for _, run := range c.Cells[e.Cell].Runs {
			if !slices.Contains(e.Runs, run) {
				without = append(without, r.Runs[run].Name)
			}
		}
		if len(without) > 0 {
			what := fmt.Sprintf("%s is missing in %s, and is in %s of the cell", f.fullName(), strings.Join(without, ", "), text.Count(len(e.Runs), "other run"))
			all = append(all, Finding{What: what, Figure: f.fullName()})
		}
	}
	return all
}

// rank puts the times of commands after the programs, and what watched them last.
func (f Figure) rank() int {
	switch {
	case f.Sampled:
		return 3
	case f.Kind == Duration:
		return 2
	case f.Kind.Name == timeKind:
		return 1
	}
	return 0
}

// order returns the place of a figure in the study, or else its rank.
func (s *Study) order(f Figure) int {
	if s == nil || len(s.Figures) == 0 {
		return f.rank()
	}
	return slices.IndexFunc(s.Figures, func(e Expected) bool { return f.is(e.Name) })
}

// zero tells whether a figure was always 0, which is not an answer: the writes of a job that only reads.
func (f Figure) zero() bool {
	return !slices.ContainsFunc(f.Entries, func(e *Entry) bool {
		return slices.ContainsFunc(e.Values, func(v float64) bool { return v != 0 })
	})
}

// onlyZero names the runs of which each figure is 0. Without a word, they would have none.
func onlyZero(all []Figure, r *Report) (found []Finding) {
	has := map[int]bool{}
	for _, f := range all {
		for _, e := range f.Entries {
			for i, run := range e.Runs {
				has[run] = has[run] || e.Values[i] != 0
			}
		}
	}
	for _, run := range slices.Sorted(maps.Keys(has)) {
		if !has[run] {
			found = append(found, Finding{What: r.Runs[run].Name + " printed 0 for each of its figures"})
		}
	}
	return found
}

// rate sets the statistics of the cells, and how much better each is than the first of its line with the figure, at a positive place.
func (f *Figure) rate(c *Comparison) {
	for _, e := range f.Entries {
		e.Stats = Summarize(e.Values)
		if c.Cells[e.Cell].MayMix() {
			e.Half = Unknown
		}
	}
	for _, line := range c.Lines {
		if !f.scales(line) {
			continue
		}
		cells := slices.DeleteFunc(slices.Clone(line.Cells), func(cell int) bool {
			at := c.Cells[cell].At
			return f.In(cell).N == 0 || !Known(at) || at <= 0
		})
		for _, cell := range cells {
			if len(cells) > 1 {
				e := f.In(cell)
				e.rateBy(f.In(cells[0]), f.Field.Better, line.Scaling, c.Cells[cell].At/c.Cells[cells[0]].At)
				e.Base = cells[0]
			}
		}
	}
}

// scales tells whether a figure has a speed-up on a line. That of a program that solves no problem has one if it is asked for.
func (f *Figure) scales(line Line) bool {
	known := line.Scaling == Strong || line.Scaling == Weak
	return known && f.Field.Better != Neither && !f.Sampled && (f.mayScale(line) || line.Why == askedFor || line.Why == asStudy)
}

// mayScale tells whether the program of a figure says how large its problem was, or the field that it scales nevertheless.
func (f *Figure) mayScale(line Line) bool {
	return len(f.Kind.Problem.Names()) > 0 || f.Field.Scales && (f.Kind != Duration || line.Why != problemUnsaid)
}

// ownKind is the kind of figures that the user named.
const ownKind = "figure"

// rateBy compares an entry with the base of its line, which is times smaller.
func (e *Entry) rateBy(base *Entry, better Better, scaling Scaling, times float64) {
	faster := e.over(base)
	if better == Lower {
		faster = base.over(e)
	}
	if e == base && Known(e.Half) {
		faster = Ratio{1, 1, 1}
	} else if e == base {
		faster = Ratio{1, Unknown, Unknown}
	}
	if better == Lower && scaling == Weak {
		// The problem is as many times larger, so the same time is that much more speed.
		e.Speedup, e.Efficiency = faster.Times(times), faster
		return
	}
	e.Speedup, e.Efficiency = faster, faster.Times(1/times)
}

// Ideal returns what the mean would be if the figure scaled ideally, or NaN without a base.
func (e *Entry) Ideal(better Better) float64 {
	if better == Higher {
		return e.Mean / e.Efficiency.Value
	}
	return e.Mean * e.Efficiency.Value
}

// over returns the ratio of two means. Its interval holds each ratio at which the first mean, less the second one times this ratio, can be 0.
// That is the theorem of E. C. Fieller (Some problems in interval estimation, 1954), for means of which each has a deviation of its own.
func (s Stats) over(by *Entry) Ratio {
	r := Ratio{s.Mean / by.Mean, Unknown, Unknown}
	if !Known(r.Value) {
		return noRatio
	}
	a, b := s.Half/s.Mean, by.Half/by.Mean
	if a, b = a*a, b*b; a < 1 && b < 1 {
		half := math.Abs(r.Value) * math.Sqrt(a+b-a*b)
		r.Low, r.High = (r.Value-half)/(1-b), (r.Value+half)/(1-b)
	}
	return r
}

// Times returns a ratio times a factor.
func (r Ratio) Times(by float64) Ratio { return Ratio{r.Value * by, r.Low * by, r.High * by} }
