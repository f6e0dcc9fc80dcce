package html

import (
	"slices"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/report"
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

// TestMedianEndsWithTheFirstRun wants no median of the runs of a group after one of them has ended, an area that holds all samples, and
// nothing of a run that is not compared.
func TestMedianEndsWithTheFirstRun(t *testing.T) {
	t.Parallel()
	q := &quantity{tracks: []track{
		{line: 0, times: []float64{0, 1, 2, 3, 4}, values: []float64{1, 1, 1, 1, 1}},
		{line: 1, times: []float64{0, 1}, values: []float64{3, 3}},
		{line: 2, times: []float64{0, 1, 2}, values: []float64{90, 90, 90}},
	}}
	lines := []who{{run: 0}, {run: 1}, {run: 2}}
	bands := q.bands(lines, groups{names: []string{"a"}, of: []int{0, 0, noGroup}})
	if got := bands[0]; len(bands) != 1 || got.Mid[1] != 2 || report.Known(got.Mid[3]) || got.Min[4] != 1 || got.Max[0] != 3 {
		t.Errorf("%+v", bands)
	}
	if got := spreadOf(q.counted(lines, groups{of: []int{0, 0, noGroup}})); got.Max != 3 {
		t.Errorf("the caption has the highest value %v", got.Max)
	}
}
