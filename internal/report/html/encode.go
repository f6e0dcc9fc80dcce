package html

import (
	"math"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// nums are numbers of the page's data, written with six significant digits. NaN becomes null.
type nums []float64

// MarshalJSON writes an array.
func (n nums) MarshalJSON() ([]byte, error) {
	out := make(report.Numbers, len(n))
	for i, value := range n {
		if out[i] = value; value != math.Trunc(value) {
			out[i] = rounded(value)
		}
	}
	return out.MarshalJSON()
}

// rounded returns the value with six significant digits.
func rounded(value float64) float64 {
	scale := math.Pow(10, 5-math.Floor(math.Log10(math.Abs(value))))
	if near := math.Round(value*scale) / scale; !math.IsNaN(near) && !math.IsInf(near, 0) {
		return near
	}
	return value
}
