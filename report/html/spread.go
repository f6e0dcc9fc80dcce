package html

import (
	"math"
	"slices"
)

// A spread describes all values of a quantity.
type spread struct {
	count         int
	min, max      float64
	p50, p95      float64
	lowest, peak  place
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
				s.min, s.lowest = value, place{t.line, t.times[i] - t.zero}
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
		s.p50, s.p95 = quantile(sorted, 50), quantile(sorted, 95)
	}
	return s
}

// quantile returns the value of sorted values that p percent do not exceed, by the nearest rank, as report.Summarize does.
func quantile(sorted []float64, p int) float64 {
	return sorted[max((p*len(sorted)+99)/100, 1)-1]
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
	pick := func(p int) float64 {
		if len(values) == 0 {
			return math.NaN()
		}
		return quantile(values, p)
	}
	b.Time = append(b.Time, math.Round(time*1000)/1000)
	b.Min = append(b.Min, pick(0))
	b.Low = append(b.Low, pick(25))
	b.Mid = append(b.Mid, pick(50))
	b.High = append(b.High, pick(75))
	b.Max = append(b.Max, pick(100))
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

// A histogram counts values in classes of equal width.
type histogram struct {
	From   num    `json:"from"`
	Width  num    `json:"width"`
	Share  []nums `json:"share"`  // for each group that has values: percent of its values in each class
	Groups []int  `json:"groups"` // these groups
	P50    num    `json:"p50"`
	P95    num    `json:"p95"`
}

// histogram counts all values of a quantity.
func (q *quantity) histogram(lines []who, s spread, g groups) histogram {
	from, width, classes := niceClasses(s.min, s.max)
	counts := make([]nums, len(g.names))
	for _, t := range q.tracks {
		group := g.of[lines[t.line].run]
		if counts[group] == nil {
			counts[group] = make(nums, classes)
		}
		count := counts[group]
		for _, value := range t.values {
			if finite(value) {
				count[slot((value-from)/width, classes)]++
			}
		}
	}
	h := histogram{From: num(from), Width: num(width), P50: num(s.p50), P95: num(s.p95)}
	for group, count := range counts {
		if count != nil {
			h.Groups = append(h.Groups, group)
			h.Share = append(h.Share, shares(count))
		}
	}
	return h
}

// shares returns percents of the sum, rounded to a thousandth of a percent.
func shares(counts nums) nums {
	sum := 0.0
	for _, count := range counts {
		sum += count
	}
	out := make(nums, len(counts))
	for i, count := range counts {
		if sum > 0 {
			out[i] = math.Round(count/sum*1e5) / 1e3
		}
	}
	return out
}

// niceClasses cuts the range of values into 16 to 41 classes whose width is 1, 2 or 5 times a power of ten.
func niceClasses(low, high float64) (from, width float64, classes int) {
	const about = 40
	raw := (high - low) / about
	if !(raw > 0) || math.IsInf(raw, 0) {
		return low - 0.5, 1, 1
	}
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	width = 10 * power
	for _, step := range []float64{5, 2, 1} {
		if step*power >= raw {
			width = step * power
		}
	}
	from = math.Floor(low/width) * width
	return from, width, int(math.Floor((high-from)/width)) + 1
}
