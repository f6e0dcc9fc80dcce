package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// run prints all that is known of a run.
func (p *printer) run(run *Run) {
	words := []string{"RUN: " + run.Name, string(run.State), text.Count(len(run.Sources), "log")}
	if !run.Start.IsZero() && !run.End.IsZero() {
		words = append(words, run.End.Sub(run.Start).String())
	}
	p.title("%s", strings.Join(words, ", "))
	for _, part := range partsOf(run) {
		p.part(part)
	}
}

// A section is the results of one metric and kind in a run.
type section struct {
	metric  string
	kind    *Kind
	sources []*Source
	results []*Result
}

// partsOf puts results together that have the same metric and kind.
func partsOf(run *Run) []*section {
	var all []*section
	for i := range run.Sources {
		s := &run.Sources[i]
		for j := range s.Results {
			result := &s.Results[j]
			at := slices.IndexFunc(all, func(part *section) bool { return part.metric == s.Metric && part.kind == result.Kind })
			if at < 0 {
				at = len(all)
				all = append(all, &section{metric: s.Metric, kind: result.Kind})
			}
			part := all[at]
			if len(part.sources) == 0 || part.sources[len(part.sources)-1] != s {
				part.sources = append(part.sources, s)
			}
			part.results = append(part.results, result)
		}
	}
	return all
}

func (p *printer) part(part *section) {
	summary := part.metric
	if part.kind.isOf(part.metric) || part.kind.Name != part.metric {
		summary += ": " + part.kind.Title
	}
	summary += ", " + text.Count(len(part.sources), "log")
	if samples, processes := part.samples(); samples > 0 {
		summary += fmt.Sprintf(", %s of %d series", text.Count(samples, "sample"), processes)
	}
	p.title("%s", summary)
	p.quantities(part)
	p.curves(part)
	p.tables(part)
}

// samples returns the number of samples and of processes.
func (part *section) samples() (samples, processes int) {
	for _, r := range part.results {
		for _, s := range r.Series {
			samples += len(s.Times)
			processes++
		}
	}
	return samples, processes
}
