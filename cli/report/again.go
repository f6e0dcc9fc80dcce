package report

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"math"
	"path/filepath"

	"github.com/latchkey-dev/latchkey/cli/internal/studies"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// runsAgain tells whether the paths are a folder of results, and one in which its Study ran again.
func (o *options) runsAgain() bool {
	if len(o.paths) != 2 || o.form != table || o.check || o.study != "" {
		return false
	}
	old, again := studies.Kept(o.paths[0]), studies.Kept(o.paths[1])
	return old != "" && again != "" && filepath.Base(old) == filepath.Base(again)
}

// again prints the report of a Study that ran again, and how its figures are beside those of before.
func (o *options) again() error {
	before, after := *o, *o
	before.paths, after.paths = o.paths[:1], o.paths[1:]
	old, err := before.compared()
	if err != nil {
		return err
	}
	now, err := after.compared()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(o.Stdout)
	err = report.WriteTable(out, now, o.runs)
	fmt.Fprintf(out, "\n%s", beside(text.Printable(o.paths[0]), old, now))
	return cmp.Or(err, out.Flush())
}

// A place is a figure in a cell, by the parameters of the study.
type place struct{ cell, figure string }

// values returns the values of all figures in the cells of a report, and the figures in words, in the order of the report.
func values(all *report.Report) (order []place, of map[place][]float64, words map[place]string) {
	of, words = map[place][]float64{}, map[place]string{}
	for _, figure := range all.Comparison.Figures {
		for _, entry := range figure.Entries {
			run := &all.Runs[all.Comparison.Cells[entry.Cell].Runs[0]]
			if run.Place == nil {
				continue
			}
			at := place{report.Planned{Source: run.Facts[report.FactSource], Values: run.Place.Parameters}.String(), figure.Kind.Name + "." + figure.Name()}
			if of[at] == nil {
				order = append(order, at)
			}
			of[at], words[at] = append(of[at], entry.Values...), figure.Words()
		}
	}
	return order, of, words
}

// beside returns a table of figures before and now. A figure holds if its mean is within the 95 % interval of before.
func beside(folder string, old, now *report.Report) string {
	_, before, _ := values(old)
	order, after, words := values(now)
	rows := [][]string{{"CELL", "FIGURE", "BEFORE", "NOW", "CHANGE", ""}}
	counts := map[string]int{}
	for _, at := range order {
		was, is := report.Summarize(before[at]), report.Summarize(after[at])
		verdict := verdictOf(was, is)
		counts[verdict]++
		change := ""
		if was.N > 0 && was.Mean != 0 {
			change = fmt.Sprintf("%+.1f %%", 100*(is.Mean-was.Mean)/math.Abs(was.Mean))
		}
		rows = append(rows, []string{text.Printable(at.cell), text.Printable(words[at]), studies.Interval(was), studies.Interval(is), change, verdict})
	}
	for at := range maps.Keys(before) {
		if after[at] == nil {
			counts[lost]++
		}
	}
	heading := fmt.Sprintf("Beside %s: %s within the interval of before, %d outside, %d without an interval, %d not there before, %d only there",
		folder, text.Count(counts[within], "figure"), counts[outside], counts[noInterval], counts[fresh], counts[lost])
	return heading + "\n\n" + text.Table("", rows)
}

// What became of a figure.
const (
	within     = "within"
	outside    = "outside"
	noInterval = "no interval: fewer than three runs before"
	fresh      = "not there before"
	lost       = "only there before"
)

func verdictOf(was, is report.Stats) string {
	switch {
	case was.N == 0:
		return fresh
	case !report.Known(was.Half):
		return noInterval
	case math.Abs(is.Mean-was.Mean) <= was.Half:
		return within
	}
	return outside
}
