package html

import (
	"math"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// thin returns the indexes of the values that a picture keeps, at most about most of them, in rising order.
//
// All are kept if they are at most that many. Else the values are cut into most/2 buckets of equal length, and the smallest
// and the largest value of each bucket are kept, and the first and the last value of all. So no extreme is ever lost. NaN is
// not a value; it is kept only if its bucket has no other value, so that a long gap stays visible.
func thin(values []float64, most int) []int {
	n := len(values)
	if n <= most {
		kept := make([]int, n)
		for i := range kept {
			kept[i] = i
		}
		return kept
	}
	buckets := max(most/2, 1)
	kept := make([]int, 0, 2*buckets+2)
	keep := func(i int) {
		if len(kept) == 0 || i > kept[len(kept)-1] {
			kept = append(kept, i)
		}
	}
	keep(0)
	for b := range buckets {
		low, high := extremes(values, b*n/buckets, (b+1)*n/buckets)
		keep(min(low, high))
		keep(max(low, high))
	}
	keep(n - 1)
	return kept
}

// extremes returns the indexes of the smallest and the largest value from begin to before end, or begin twice for no value.
func extremes(values []float64, begin, end int) (low, high int) {
	low, high = begin, begin
	for i := begin + 1; i < end; i++ {
		value := values[i]
		if value < values[low] || math.IsNaN(values[low]) && !math.IsNaN(value) {
			low = i
		}
		if value > values[high] || math.IsNaN(values[high]) && !math.IsNaN(value) {
			high = i
		}
	}
	return low, high
}

// gapFactor says how much longer than the median step a step of time must be for the line to be interrupted.
const gapFactor = 5

// points returns the thinned points of a track, as seconds since the picture begins. A NaN interrupts the line.
func (t track) points(most int) (times, values nums) {
	var steps []float64
	for i := 1; i < len(t.times); i++ {
		steps = append(steps, t.times[i]-t.times[i-1])
	}
	usual := report.Summarize(steps).Median
	isGap := func(step float64) bool { return usual > 0 && step > gapFactor*usual }
	last := -1
	for _, i := range thin(t.values, most) {
		if last >= 0 && slices.ContainsFunc(steps[last:i], isGap) {
			times = append(times, (t.times[last]+t.times[i])/2-t.zero)
			values = append(values, math.NaN())
		}
		times = append(times, t.times[i]-t.zero)
		values = append(values, t.values[i])
		last = i
	}
	return times, values
}
