package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/latchkey-dev/latchkey/internal/text"
)

const (
	// fewestSamples are needed for the mean of a series.
	fewestSamples = 10
	// shortest is the time of a run of which its start is a small part.
	shortest = time.Second
)

// referee says what a referee asks of the numbers of studies, with one finding for each kind.
func (r *Report) referee(c *Comparison, runs []int) (all []Finding) {
	if !r.ofStudies(runs) {
		return nil
	}
	var few, short, sparse []string
	for _, cell := range c.Cells {
		if len(c.Figures) > 0 && len(cell.Runs) < fewest {
			few = append(few, fmt.Sprintf("%s with %s", cmp.Or(cell.Name, "the only one"), text.Count(len(cell.Runs), "run")))
		}
	}
	for _, at := range runs {
		run := &r.Runs[at]
		if took := run.End.Sub(run.Start); !run.Start.IsZero() && !run.End.IsZero() && took < shortest {
			short = append(short, fmt.Sprintf("%s with %s", run.Name, took))
		}
		if samples, metric := run.fewestSamples(); metric != "" && samples < fewestSamples {
			sparse = append(sparse, fmt.Sprintf("%s with %s of %s", run.Name, text.Count(samples, "sample"), metric))
		}
	}
	for _, kind := range []struct {
		of         []string
		noun, what string
	}{
		{few, "cell", "had fewer than three runs that count, so no interval"},
		{short, "run", "took less than a second"},
		{sparse, "run", "had fewer than ten samples of a metric"},
		{r.together(), "run", "began on a node where a run of another set was"},
	} {
		if len(kind.of) > 0 {
			all = append(all, Finding{What: fmt.Sprintf("%s %s, first %s", text.Count(len(kind.of), kind.noun), kind.what, kind.of[0])})
		}
	}
	if c.Study != nil && c.Study.Discard == 0 && c.Study.Count > 1 {
		all = append(all, Finding{What: "the first run of each cell counts, with cold caches if it is the first on its nodes: repeat.discard is 0"})
	}
	return all
}

// fewestSamples returns the number of samples of the log that has the fewest, and its metric, or "" if no log has samples. The longest
// series of a log has all of its samples: a process may end after one.
func (r *Run) fewestSamples() (samples int, metric string) {
	for _, source := range r.Sources {
		longest := 0
		for _, result := range source.Results {
			for _, series := range result.Series {
				longest = max(longest, len(series.Times))
			}
		}
		if longest > 0 && (metric == "" || longest < samples) {
			samples, metric = longest, source.Metric
		}
	}
	return samples, metric
}

// together names the runs that began on a node while a run of another set was there.
func (r *Report) together() (all []string) {
	last := map[string]*Run{} // of each node, the run that ends last of those before
	runs := slices.Clone(r.Runs)
	slices.SortStableFunc(runs, func(a, b Run) int { return a.Start.Compare(b.Start) })
	for i := range runs {
		run, other := &runs[i], ""
		for node := range strings.SplitSeq(run.Facts[FactNode], ", ") {
			before := last[node]
			if node == "" || run.Start.IsZero() || run.End.IsZero() {
				continue
			}
			if before != nil && before.Set != run.Set && run.Start.Before(before.End) {
				other = before.Name
			}
			if before == nil || before.End.Before(run.End) {
				last[node] = run
			}
		}
		if other != "" {
			all = append(all, run.Name+" with "+other)
		}
	}
	return all
}
