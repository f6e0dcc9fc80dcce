package html

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// counted returns the tracks with samples, of the runs that are compared.
func (q *quantity) counted(lines []who, g groups) []track {
	return slices.DeleteFunc(slices.Clone(q.tracks), func(t track) bool { return len(t.times) == 0 || g.of[lines[t.line].run] == noGroup })
}

func spreadOf(tracks []track) report.Stats {
	var all []float64
	for _, t := range tracks {
		all = append(all, t.values...)
	}
	return report.Summarize(all)
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

// bands describe many lines: for each group and moment, all samples of this time are one distribution, those left out of lines too.
func (q *quantity) bands(lines []who, g groups) (all []band) {
	groupOf := func(t track) int { return g.of[lines[t.line].run] }
	for _, same := range report.Grouped(q.counted(lines, g), groupOf) {
		all = append(all, newBand(groupOf(same[0]), same, lines))
	}
	slices.SortFunc(all, func(a, b band) int { return a.Group - b.Group })
	return all
}

// newBand has as many moments as the longest line has samples, from the first sample to the last. A moment stands at the mean of the times
// of its samples: where lines are sampled together, that is their time. There is no median after the end of a run: it would be of other runs.
func newBand(group int, tracks []track, lines []who) band {
	begin, finish, samples, steps, ends := math.Inf(1), math.Inf(-1), map[int]int{}, 0, map[int]float64{}
	for _, t := range tracks {
		n, run := len(t.times), lines[t.line].run
		ends[run] = max(ends[run], t.times[n-1]-t.zero)
		begin, finish = min(begin, t.times[0]-t.zero), max(finish, ends[run])
		samples[t.line] += n
		steps = min(max(steps, samples[t.line]), bandSteps)
	}
	width := cmp.Or((finish-begin)/float64(max(steps-1, 1)), 1)
	moments, times := make([][]float64, steps), make([]float64, steps)
	for _, t := range tracks {
		for i, value := range t.values {
			at := min(max(int(math.Round((t.times[i]-t.zero-begin)/width)), 0), steps-1)
			moments[at], times[at] = append(moments[at], value), times[at]+t.times[i]-t.zero
		}
	}
	b := band{Group: group}
	for at, values := range moments {
		time := begin + float64(at)*width
		if n := len(values); n > 0 {
			time = times[at] / float64(n)
		}
		of := report.Summarize(values)
		if time > slices.Min(slices.Collect(maps.Values(ends)))+width {
			of.Q1, of.Median, of.Q3 = report.Unknown, report.Unknown, report.Unknown
		}
		b.Time = append(b.Time, math.Round(time*1000)/1000)
		b.Min, b.Low, b.Mid = append(b.Min, of.Min), append(b.Low, of.Q1), append(b.Mid, of.Median)
		b.High, b.Max = append(b.High, of.Q3), append(b.Max, of.Max)
	}
	return b
}
