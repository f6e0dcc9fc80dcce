package html

import (
	"slices"
	"testing"
)

// TestBandsStandAtTheirSamples wants each moment of a band at the time of its samples, for each group of runs on its own: those of the
// first stood half a step later.
func TestBandsStandAtTheirSamples(t *testing.T) {
	t.Parallel()
	q := &quantity{tracks: []track{
		{line: 0, times: []float64{100, 120, 140}, values: []float64{1, 2, 3}, zero: 100},
		{line: 1, times: []float64{100, 120.5, 140}, values: []float64{3, 4, 5}, zero: 100},
		{line: 2, times: []float64{0, 1}, values: []float64{7, 8}},
		{line: 3, times: []float64{5}, values: []float64{9}},
		{line: 4},
	}}
	lines := []who{{run: 0}, {run: 0}, {run: 1}, {run: 2}, {run: 3}}
	bands := q.bands(lines, groups{names: []string{"a", "b", "c", "d"}, of: []int{1, 0, 2, 3}})
	for i, want := range []band{
		{Group: 0, Time: nums{0, 1}, Mid: nums{7, 8}}, {Group: 1, Time: nums{0, 20.25, 40}, Mid: nums{2, 3, 4}}, {Group: 2, Time: nums{5}, Mid: nums{9}},
	} {
		if got := bands[i]; got.Group != want.Group || !slices.Equal(got.Time, want.Time) || !slices.Equal(got.Mid, want.Mid) {
			t.Errorf("group %d: median %v at %v, want %v at %v", got.Group, got.Mid, got.Time, want.Mid, want.Time)
		}
	}
	if len(bands) != 3 {
		t.Errorf("%d bands", len(bands))
	}
}
