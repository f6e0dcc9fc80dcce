package parse

import (
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// samples are measurements over time: a series for each process, device or metric set, in the order in which they came.
type samples struct {
	of ordered[report.Process, *sampled]
}

// A sampled is the series of one process, device or set.
type sampled struct {
	report.Series
	next int // the column of the next value, if the sample has the fields of the one before
}

// begin begins a sample.
func (s *samples) begin(of report.Process, at float64, absolute bool) *sampled {
	one := s.of.get(of, func() *sampled {
		ranked := of
		ranked.Rank = rank(of.Name)
		return &sampled{Series: report.Series{Process: ranked}}
	})
	one.Absolute, one.Times, one.next = absolute, append(one.Times, at), 0
	return one
}

// put adds a value to the sample. A field that came twice in it keeps the first.
func (s *sampled) put(field *report.Field, value float64) {
	if s.next == len(s.Columns) || s.Columns[s.next].Name != field.Name {
		s.next = slices.IndexFunc(s.Columns, func(c report.Column) bool { return c.Name == field.Name })
	}
	if s.next < 0 {
		s.next = len(s.Columns)
		s.Columns = append(s.Columns, report.Column{Field: field})
	}
	c := &s.Columns[s.next]
	s.next++
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

// all returns the series that have a field. Those of commands beside the application are last.
func (s *samples) all() (all []report.Series) {
	for _, one := range s.of.all {
		for i := range one.Columns {
			fill(&one.Columns[i], len(one.Times))
		}
		if len(one.Columns) > 0 {
			all = append(all, one.Series)
		}
	}
	slices.SortStableFunc(all, func(a, b report.Series) int { return a.Process.Rank - b.Process.Rank })
	return all
}

// addSamples adds series to a source, as one result. first is the line of the first sample.
func (s *source) addSamples(kind *report.Kind, first int, series []report.Series) {
	s.add(report.Result{Kind: kind, Line: first, Time: report.Unknown, Series: series})
}
