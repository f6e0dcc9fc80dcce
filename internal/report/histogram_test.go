package report

import (
	"math"
	"testing"
)

// TestQuantileIsNoFinerThanItsRange wants two digits, and no value outside of the range.
func TestQuantileIsNoFinerThanItsRange(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		of    Range
		share float64
		want  float64
	}{
		{Range{512, 1023}, 1.0 / 3, 680}, // 682.333
		{Range{1024, 2047}, 0.01, 1024},  // 1034.23 would be 1000
		{Range{0.5, 1}, 1.0 / 7, 0.57},   // 0.571428
		{Range{7, 7}, 0.5, 7},
		{Range{8, math.Inf(1)}, 0.5, 8},
	} {
		table := Table{Columns: make([]Column, 1)}
		table.Count(test.of, 0, 1000)
		if got := table.Quantile(Quantile{"q", test.share}, 0); got != test.want {
			t.Errorf("the quantile %g of %v is %g, not %g", test.share, test.of, got, test.want)
		}
	}
}
