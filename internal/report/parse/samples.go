package parse

import (
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// samples are measurements over time: a series for each process, device or metric set, in the order in which they came.
type samples struct {
	ordered[report.Process, *report.Series]
}

func (s *samples) begin(of report.Process, at float64, absolute bool) *report.Series {
	one := s.get(of, func() *report.Series {
		ranked := of
		ranked.Rank = rank(of.Name)
		return &report.Series{Process: ranked}
	})
	one.Absolute, one.Times = absolute, append(one.Times, at)
	return one
}

// put adds a value to the open sample of a series. A field that came twice in it keeps the first.
func put(s *report.Series, field *report.Field, value float64) {
	at := slices.IndexFunc(s.Columns, func(c report.Column) bool { return c.Name == field.Name })
	if at < 0 {
		at = len(s.Columns)
		s.Columns = append(s.Columns, report.Column{Field: field})
	}
	c := &s.Columns[at]
	if fill(c, len(s.Times)-1); len(c.Values) < len(s.Times) {
		c.Values = append(c.Values, value)
	}
}

// fill notes that a field was missing in samples.
func fill(c *report.Column, length int) {
	for len(c.Values) < length {
		c.Values = append(c.Values, report.Unknown)
	}
}

// found returns the series that have a field. Those of commands beside the application are last.
func (s *samples) found() (all []report.Series) {
	for _, one := range s.all {
		for i := range one.Columns {
			fill(&one.Columns[i], len(one.Times))
		}
		if len(one.Columns) > 0 {
			all = append(all, *one)
		}
	}
	slices.SortStableFunc(all, func(a, b report.Series) int { return a.Process.Rank - b.Process.Rank })
	return all
}

// addSamples adds series to a source, as one result. first is the line of the first sample.
func (s *source) addSamples(kind *report.Kind, first int, series []report.Series) {
	s.add(report.Result{Kind: kind, Line: first, Time: report.Unknown, Series: series})
}
