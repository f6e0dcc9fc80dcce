package html

import (
	"math"
	"slices"
)

// A spread describes all values of a quantity.
type spread struct {
	count         int
	min, max      float64
	median        float64
	peak          place
	begin, finish float64 // times of the first and the last sample of all lines
	longest       int     // most samples in a line
}

// A place is a sample of a line.
type place struct {
	line int
	time float64
}

// spread looks at all values.
func (q *quantity) spread() spread {
	s := spread{min: math.Inf(1), max: math.Inf(-1), begin: math.Inf(1), finish: math.Inf(-1)}
	total := 0
	for _, t := range q.tracks {
		total += len(t.values)
	}
	sorted := make([]float64, 0, total)
	for _, t := range q.tracks {
		for i, value := range t.values {
			if !finite(value) {
				continue
			}
			sorted = append(sorted, value)
			if value < s.min {
				s.min = value
			}
			if value > s.max {
				s.max, s.peak = value, place{t.line, t.times[i] - t.zero}
			}
		}
		if n := len(t.times); n > 0 {
			s.begin, s.finish = min(s.begin, t.times[0]-t.zero), max(s.finish, t.times[n-1]-t.zero)
			s.longest = max(s.longest, n)
		}
	}
	slices.Sort(sorted)
	s.count = len(sorted)
	if s.count > 0 {
		s.median = quantile(sorted, 0.5)
	}
	return s
}

// quantile returns the value of sorted values below which a share of them lies: the nearest that was measured.
func quantile(sorted []float64, share float64) float64 {
	return sorted[int(math.Round(share*float64(len(sorted)-1)))]
}

// A band is the distribution over the lines of one group of runs, from one moment to the next.
type band struct {
	Group int  `json:"g"`
	Time  nums `json:"t"`
	Min   nums `json:"min"`
	Low   nums `json:"low"` // first quartile
	Mid   nums `json:"mid"` // median
	High  nums `json:"high"`
	Max   nums `json:"max"`
}

// bandSteps is the largest number of moments of a band.
const bandSteps = 240

// bands describe many lines: for each group and moment all samples of this time are one distribution. All samples count, also
// those which the lines of the picture leave out.
func (q *quantity) bands(lines []who, s spread, g groups) []band {
	steps := max(min(bandSteps, s.longest), 1)
	width := (s.finish - s.begin) / float64(steps)
	byGroup := make([][][]float64, len(g.names))
	for _, t := range q.tracks {
		group := g.of[lines[t.line].run]
		if byGroup[group] == nil {
			byGroup[group] = make([][]float64, steps)
		}
		moments := byGroup[group]
		for i, value := range t.values {
			if finite(value) {
				at := slot((t.times[i]-t.zero-s.begin)/width, steps)
				moments[at] = append(moments[at], value)
			}
		}
	}
	var all []band
	for group, moments := range byGroup {
		b := band{Group: group}
		for at, values := range moments {
			b.add(s.begin+(float64(at)+0.5)*width, values)
		}
		if len(moments) > 0 {
			all = append(all, b)
		}
	}
	return all
}

// add takes the values of one moment.
func (b *band) add(time float64, values []float64) {
	slices.Sort(values)
	pick := func(share float64) float64 {
		if len(values) == 0 {
			return math.NaN()
		}
		return quantile(values, share)
	}
	b.Time = append(b.Time, math.Round(time*1000)/1000)
	b.Min = append(b.Min, pick(0))
	b.Low = append(b.Low, pick(0.25))
	b.Mid = append(b.Mid, pick(0.5))
	b.High = append(b.High, pick(0.75))
	b.Max = append(b.Max, pick(1))
}

// slot returns the index from 0 to before count that is nearest to a number. NaN belongs to 0.
func slot(at float64, count int) int {
	switch {
	case !(at > 0):
		return 0
	case at >= float64(count):
		return count - 1
	}
	return int(at)
}

// finite tells whether a picture can show a value.
func finite(value float64) bool { return !math.IsNaN(value) && !math.IsInf(value, 0) }
