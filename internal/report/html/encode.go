package html

import (
	"math"
	"strconv"
)

// nums are numbers of the page's data, written with six significant digits. NaN becomes null.
type nums []float64

// MarshalJSON writes an array.
func (n nums) MarshalJSON() ([]byte, error) {
	out := make([]byte, 0, 8*len(n)+2)
	out = append(out, '[')
	for i, value := range n {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendNumber(out, value)
	}
	return append(out, ']'), nil
}

// appendNumber writes a number as short as six significant digits allow.
func appendNumber(out []byte, value float64) []byte {
	switch {
	case math.IsNaN(value) || math.IsInf(value, 0):
		return append(out, "null"...)
	case value == math.Trunc(value) && math.Abs(value) < 1e15:
		return strconv.AppendInt(out, int64(value), 10)
	}
	return strconv.AppendFloat(out, rounded(value), 'g', -1, 64)
}

// rounded returns the value with six significant digits.
func rounded(value float64) float64 {
	scale := math.Pow(10, 5-math.Floor(math.Log10(math.Abs(value))))
	if near := math.Round(value*scale) / scale; !math.IsNaN(near) && !math.IsInf(near, 0) {
		return near
	}
	return value
}
