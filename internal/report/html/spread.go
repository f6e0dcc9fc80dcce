package html

import (
	"math"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// A spread describes all values of a quantity.
type spread struct {
	report.Stats
	peakLine      int // line of the greatest value, and its time
	peakTime      float64
	begin, finish float64 // times of the first and the last sample of all lines
	longest       int     // most samples in a line
}

// spread looks at all values.
func (q *quantity) spread() spread {
	s := spread{begin: math.Inf(1), finish: math.Inf(-1)}
	var all []float64
	peak := math.Inf(-1)
	for _, t := range q.tracks {
		all = append(all, t.values...)
		for i, value := range t.values {
			if report.Known(value) && value > peak {
				peak, s.peakLine, s.peakTime = value, t.line, t.times[i]-t.zero
			}
		}
		if n := len(t.times); n > 0 {
			s.begin, s.finish = min(s.begin, t.times[0]-t.zero), max(s.finish, t.times[n-1]-t.zero)
			s.longest = max(s.longest, n)
		}
	}
	s.Stats = report.Summarize(all)
	return s
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
		for i, value := range t.values {
			at := min(max(int((t.times[i]-t.zero-s.begin)/width), 0), steps-1)
			byGroup[group][at] = append(byGroup[group][at], value)
		}
	}
	var all []band
	for group, moments := range byGroup {
		b := band{Group: group}
		for at, values := range moments {
			b.add(s.begin+(float64(at)+0.5)*width, report.Summarize(values))
		}
		if len(moments) > 0 {
			all = append(all, b)
		}
	}
	return all
}

// add takes the values of one moment.
func (b *band) add(time float64, of report.Stats) {
	b.Time = append(b.Time, math.Round(time*1000)/1000)
	b.Min, b.Low, b.Mid = append(b.Min, of.Min), append(b.Low, of.Q1), append(b.Mid, of.Median)
	b.High, b.Max = append(b.High, of.Q3), append(b.Max, of.Max)
}
