package report

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"math"
	"path/filepath"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/studies"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// runsAgain tells whether the paths are a folder of results, and one in which its Study ran again.
func (o *options) runsAgain() bool {
	if len(o.paths) != 2 || o.check || o.study != "" {
		return false
	}
	old, again := studies.Kept(o.paths[0]), studies.Kept(o.paths[1])
	return old != "" && again != "" && filepath.Base(old) == filepath.Base(again)
}

// again prints how the figures of a Study that ran again are beside those of before, and then the report of the second folder.
func (o *options) again() error {
	if o.form != table {
		return exit.Usagef("-o %s: two folders of one Study are compared only as a table: remove -o, or report each folder by itself", o.form)
	}
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
	fmt.Fprintf(out, "%s\n", beside(o.paths, old, now))
	err = report.WriteTable(out, now, o.runs)
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

// beside returns a table of the figures of two folders, before and now.
func beside(folders []string, old, now *report.Report) string {
	_, before, _ := values(old)
	order, after, words := values(now)
	rows := [][]string{{"CELL", "FIGURE", "BEFORE", "NOW", "CHANGE", ""}}
	counts := map[string]int{}
	for _, at := range order {
		was, is := report.Summarize(before[at]), report.Summarize(after[at])
		half := report.HalfOfDifference(was, is)
		verdict := verdictOf(was, is, half)
		counts[verdict]++
		rows = append(rows, []string{
			text.Printable(at.cell), text.Printable(words[at]), studies.Interval(was), studies.Interval(is), change(was, is, half), verdict,
		})
	}
	lost := 0
	for at := range maps.Keys(before) {
		if after[at] == nil {
			lost++
		}
	}
	first, second := text.Printable(folders[0]), text.Printable(folders[1])
	heading := fmt.Sprintf("%s beside %s: %s within the interval of the difference, %d outside, %d with too wide an interval, %d not judged, %d only in %s, %d only in %s",
		second, first, text.Count(counts[within], "figure"), counts[outside], counts[unclear], counts[notJudged], lost, first, counts[fresh], second)
	return heading + "\n\n" + text.Table("", rows)
}

// change words how a mean has changed, as a share of that of before, with half of the 95 % interval of the difference.
func change(was, is report.Stats, half float64) string {
	if was.N == 0 || was.Mean == 0 {
		return ""
	}
	percent := 100 / math.Abs(was.Mean)
	words := fmt.Sprintf("%+.1f", percent*(is.Mean-was.Mean))
	if report.Known(half) {
		words += fmt.Sprintf(" ± %.1f", percent*half)
	}
	return words + " %"
}

// What became of a figure.
const (
	within    = "within"
	outside   = "outside"
	unclear   = "cannot tell: the interval is too wide"
	notJudged = "not judged: fewer than two runs before or now"
	fresh     = "not there before"
)

// widest is half of an interval of a difference, as a share of the mean before, within which a figure that has not left it says something:
// with a wider one, a figure that is half as large again, or half as large, would pass for the same.
const widest = 0.5

// verdictOf judges a figure by half of the 95 % interval of the difference of both means.
func verdictOf(was, is report.Stats, half float64) string {
	switch {
	case was.N == 0:
		return fresh
	case !report.Known(half):
		return notJudged
	case math.Abs(is.Mean-was.Mean) > half:
		return outside
	case half > widest*math.Abs(was.Mean):
		return unclear
	}
	return within
}
