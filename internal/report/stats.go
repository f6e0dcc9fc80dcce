package report

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Stats describe a number of values.
type Stats struct {
	N              int
	Mean           float64
	Half           float64 // of the width of the 95 % interval: Mean ± Half, by Student's t; NaN for fewer than three values
	Deviation      float64 // of the sample (divisor n-1); NaN for fewer than two values
	Min, Max       float64
	Q1, Median, Q3 float64 // quartiles, interpolated between two values as numpy and R do (type 7)
}

// fewest is the smallest number of values of which an interval is told.
const fewest = 3

// Summarize describes values. NaN is not a value. Without any value all is NaN but N.
func Summarize(values []float64) Stats {
	kept := slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return !Known(v) })
	slices.Sort(kept)
	s := Stats{N: len(kept), Half: Unknown, Deviation: Unknown}
	if s.N == 0 {
		s.Mean, s.Min, s.Max, s.Q1, s.Median, s.Q3 = Unknown, Unknown, Unknown, Unknown, Unknown, Unknown
		return s
	}
	s.Mean, s.Min, s.Max = stat.Mean(kept, nil), kept[0], kept[s.N-1]
	s.Q1, s.Median, s.Q3 = quantile(kept, 0.25), quantile(kept, 0.5), quantile(kept, 0.75)
	if s.N > 1 {
		s.Deviation = stat.StdDev(kept, nil)
	}
	if s.N >= fewest {
		s.Half = student(float64(s.N-1)) * s.Deviation / math.Sqrt(float64(s.N))
	}
	return s
}

// student is the factor of a 95 % interval by Student's t.
func student(freedom float64) float64 { return distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile(0.975) }

// HalfOfDifference returns half the 95 % interval of the difference of two means, by Welch's t, or NaN with fewer than two values.
func HalfOfDifference(a, b Stats) float64 {
	if a.N < 2 || b.N < 2 {
		return Unknown
	}
	m, n := float64(a.N), float64(b.N)
	ofA, ofB := a.Deviation*a.Deviation/m, b.Deviation*b.Deviation/n // squares of the standard errors
	sum := ofA + ofB
	if sum == 0 {
		return 0
	}
	return student(sum*sum/(ofA*ofA/(m-1)+ofB*ofB/(n-1))) * math.Sqrt(sum)
}

// SummarizeSamples describes the values of samples. Each counts in the mean by its length, and all the same if lengths is nil.
func SummarizeSamples(values, lengths []float64) Stats {
	s := Summarize(values)
	if lengths == nil {
		return s
	}
	var sum, weight float64
	for i, value := range values {
		if Known(value) {
			sum, weight = sum+value*lengths[i], weight+lengths[i]
		}
	}
	s.Mean = sum / weight
	return s
}

// quantile returns the value below which a share p of sorted values lies. gonum has no interpolation of this type.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	low := int(at)
	if share := at - float64(low); share > 0 {
		return sorted[low] + share*(sorted[low+1]-sorted[low])
	}
	return sorted[low]
}
