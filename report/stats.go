package report

import (
	"math"
	"slices"
)

// Stats describe a number of values.
type Stats struct {
	Count         int
	Mean          float64
	Deviation     float64 // of the sample (divisor n-1); 0 for one value
	Min, Max      float64
	P50, P95, P99 float64
	First, Last   float64
	Sum           float64
}

// Summarize describes values. NaN is no value. Without any value all is NaN but Count.
//
// The percentile p is the value of rank ceil(p/100 * n), the nearest-rank method: it is always a value that was measured.
func Summarize(values []float64) Stats {
	kept := make([]float64, 0, len(values))
	for _, value := range values {
		if Known(value) {
			kept = append(kept, value)
		}
	}
	if len(kept) == 0 {
		none := Unknown
		return Stats{0, none, none, none, none, none, none, none, none, none, none}
	}
	s := Stats{Count: len(kept), First: kept[0], Last: kept[len(kept)-1]}
	// Welford's method stays exact when the values are large and near to each other.
	squares := 0.0
	for i, value := range kept {
		delta := value - s.Mean
		s.Mean += delta / float64(i+1)
		squares += delta * (value - s.Mean)
		s.Sum += value
	}
	if s.Count > 1 {
		s.Deviation = math.Sqrt(squares / float64(s.Count-1))
	}
	slices.Sort(kept)
	s.Min, s.Max = kept[0], kept[len(kept)-1]
	s.P50, s.P95, s.P99 = percentile(kept, 50), percentile(kept, 95), percentile(kept, 99)
	return s
}

// percentile returns the value of sorted values that p percent do not exceed.
func percentile(sorted []float64, p int) float64 {
	rank := (p*len(sorted) + 99) / 100
	return sorted[max(rank, 1)-1]
}
