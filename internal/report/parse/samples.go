package parse

import "github.com/latchkey-dev/latchkey/internal/report"

// samples are measurements over time: a series for each device or metric set, in the order in which they came.
type samples struct {
	kind   *report.Kind
	first  int // line of the first sample
	series []*sampled
	byName map[string]*sampled
}

// A sampled is the series of one device or set, whose fields are found by name.
type sampled struct {
	report.Series
	places map[string]int
}

func newSamples(kind *report.Kind) samples { return samples{kind: kind, byName: map[string]*sampled{}} }

// begin begins a sample of a device or set.
func (s *samples) begin(name string, at float64, absolute bool) *sampled {
	one := s.byName[name]
	if one == nil {
		one = &sampled{places: map[string]int{}}
		one.Process, one.Absolute = report.Process{Name: name}, absolute
		s.series, s.byName[name] = append(s.series, one), one
	}
	one.Times = append(one.Times, at)
	return one
}

// put adds a value to the sample. A field that came twice in it keeps the first.
func (s *sampled) put(field report.Field, value float64) {
	at, known := s.places[field.Name]
	if !known {
		at = len(s.Fields)
		s.places[field.Name] = at
		s.Fields, s.Values = append(s.Fields, field), append(s.Values, nil)
	}
	if s.fill(at, len(s.Times)-1); len(s.Values[at]) < len(s.Times) {
		s.Values[at] = append(s.Values[at], value)
	}
}

// fill notes that a field was missing in samples.
func (s *sampled) fill(at, length int) {
	for len(s.Values[at]) < length {
		s.Values[at] = append(s.Values[at], report.Unknown)
	}
}

// addTo adds all samples to a source, as one result.
func (s *samples) addTo(to *source) {
	result := report.Result{Kind: s.kind, Line: s.first, Time: report.Unknown}
	for _, one := range s.series {
		for i := range one.Fields {
			one.fill(i, len(one.Times))
		}
		if len(one.Fields) > 0 {
			result.Series = append(result.Series, one.Series)
		}
	}
	to.add(result)
}
