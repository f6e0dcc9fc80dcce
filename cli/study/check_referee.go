package study

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/text"
)

const (
	// fewestRuns are needed for an interval of a mean, and fewestSamples for the mean of a series.
	fewestRuns, fewestSamples = 3, 10
	// shortest is the time of a run of which its start is a small part.
	shortest = time.Second
)

// referee remarks what a referee asks of the numbers, with one line for each kind.
func (c *checker) referee(all *report.Report) {
	remark := func(of []string, what string) {
		if len(of) > 0 {
			c.remarks = append(c.remarks, fmt.Sprintf("%s, first %s", fmt.Sprintf(what, len(of)), of[0]))
		}
	}
	var few, short, sparse []string
	for _, cell := range all.Comparison.Cells {
		if len(all.Comparison.Figures) > 0 && len(cell.Runs) < fewestRuns {
			few = append(few, fmt.Sprintf("%s with %s", nameOf(cell.Name), text.Count(len(cell.Runs), "run")))
		}
		for _, at := range cell.Runs {
			run := &all.Runs[at]
			if took := run.End.Sub(run.Start); !run.Start.IsZero() && !run.End.IsZero() && took < shortest {
				short = append(short, fmt.Sprintf("%s with %s", run.Name, took))
			}
			if samples, metric := fewest(run); metric != "" && samples < fewestSamples {
				sparse = append(sparse, fmt.Sprintf("%s with %s of %s", run.Name, text.Count(samples, "sample"), metric))
			}
		}
	}
	remark(few, "%d of the cells have fewer than three runs that count, so no interval")
	remark(short, "%d of the runs took less than a second")
	remark(sparse, "%d of the runs have a series of fewer than ten samples")
	if study := all.Comparison.Study; study != nil && study.Discard == 0 && study.Count > 1 {
		c.remarks = append(c.remarks, "the first run of each cell counts, with cold caches if it is the first on its nodes: repeat.discard is 0")
	}
	for _, finding := range all.Comparison.Findings {
		c.remarks = append(c.remarks, finding.What)
	}
	if _, differ := all.SameFacts(); all.Comparison.Study != nil {
		differ = slices.DeleteFunc(differ, func(name string) bool {
			return !slices.Contains([]string{report.FactNodeType, report.FactCPU, report.FactDigest, report.FactOthers, report.FactRelease, report.FactKernel}, name)
		})
		if len(differ) > 0 {
			c.remarks = append(c.remarks, fmt.Sprintf("the runs differ in %s: \"report --by\" compares by each", strings.Join(differ, ", ")))
		}
	}
}

// fewest returns the number of samples of the shortest series of a run that is no single number, and its metric, or "".
func fewest(run *report.Run) (samples int, metric string) {
	for _, source := range run.Sources {
		for _, result := range source.Results {
			for _, series := range result.Series {
				if n := len(series.Times); metric == "" || n < samples {
					samples, metric = n, source.Metric
				}
			}
		}
	}
	return samples, metric
}

// nameOf returns the name of a cell. The only cell has none.
func nameOf(cell string) string {
	if cell == "" {
		return "the only one"
	}
	return cell
}
