package report

import (
	"cmp"
	"fmt"
	"maps"
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
	// longestWait is the share of the time, in %, that a program may wait for a processor: repetitions on a quiet node differ by less.
	longestWait = 10
	// waiting is the field of pidstat with this share.
	waiting = "cpu_task.percent_wait"
)

// referee says what a referee asks of the numbers of studies, with one finding for each kind.
func (r *Report) referee(c *Comparison, runs []int) (all []Finding) {
	if !r.ofStudies(runs) {
		return c.unrepeated()
	}
	var few, short, sparse, late, waits []string
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
		for i := range run.Sources {
			if s := &run.Sources[i]; s.step() > 2*FactNumber(s.Options, "rate") {
				late = append(late, fmt.Sprintf("%s: %s was asked for a sample every %s s, and got one every %s s (median)", run.Name, s.Metric, s.Options["rate"], Short(s.step())))
				break
			}
		}
		if command, share := run.waited(); share > longestWait {
			waits = append(waits, fmt.Sprintf("%s: %s waited %.0f %% of the time", run.Name, command, share))
		}
	}
	find := func(of []string, noun, what string) {
		if len(of) > 0 {
			all = append(all, Finding{What: fmt.Sprintf("%s %s, first %s", text.Count(len(of), noun), what, of[0])})
		}
	}
	find(few, "cell", "had fewer than three runs that count, so no interval")
	find(short, "run", "took less than a second")
	find(sparse, "run", "had fewer than ten samples of a metric")
	find(late, "run", "had samples more than twice as far apart as asked for, as on a busy node")
	find(waits, "run", "waited for a processor more than a tenth of the time, because the node was busy or the pod has too few CPUs")
	find(r.together(), "run", "began on a node where a run of another set was")
	if c.Study != nil && c.Study.Discard == 0 && c.Study.Count > 1 {
		all = append(all, Finding{What: "the first run of each cell counts, with cold caches if it is the first on its nodes: repeat.discard is 0"})
	}
	return all
}

// unrepeated says that no cell has a second run.
func (c *Comparison) unrepeated() []Finding {
	if len(c.Cells) < 2 || slices.ContainsFunc(c.Cells, func(cell Cell) bool { return len(cell.Runs) > 1 }) {
		return nil
	}
	return []Finding{{What: "each cell has one run, so no repetition says how much runs differ"}}
}

// times returns the times of the longest series of a log, which has all of its samples: a process may end after one.
func (s *Source) times() (longest []float64) {
	for _, result := range s.Results {
		for _, series := range result.Series {
			if len(series.Times) > len(longest) {
				longest = series.Times
			}
		}
	}
	return longest
}

// step returns the median of the seconds from one sample of a log to the next, or NaN.
func (s *Source) step() float64 {
	var steps []float64
	times := s.times()
	for i := 1; i < len(times); i++ {
		steps = append(steps, times[i]-times[i-1])
	}
	return Summarize(steps).Median
}

// fewestSamples returns the number of samples of the log that has the fewest, and its metric, or "" if no log has samples.
func (r *Run) fewestSamples() (samples int, metric string) {
	for i := range r.Sources {
		if n := len(r.Sources[i].times()); n > 0 && (metric == "" || n < samples) {
			samples, metric = n, r.Sources[i].Metric
		}
	}
	return samples, metric
}

// waited returns the command whose processes waited longest for a processor in all, and its mean share of the time in %.
func (r *Run) waited() (command string, share float64) {
	total, weight := map[string]float64{}, map[string]float64{}
	for o := range (&Report{Runs: []Run{*r}}).Observations() {
		if o.Field.Name == waiting && o.process.Rank == 0 {
			total[o.process.Name] += o.Value * o.weight
			weight[o.process.Name] += o.weight
		}
	}
	for _, name := range slices.Sorted(maps.Keys(total)) {
		if total[name] > total[command] {
			command = name
		}
	}
	return command, total[command] / weight[command]
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
