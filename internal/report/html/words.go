package html

import (
	"math"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// short writes a number with about four significant digits, and large numbers with separators: 0.01234, 12.35, 1,234.
func short(value float64) string {
	switch size := math.Abs(value); {
	case math.IsNaN(value):
		return "–"
	case math.IsInf(value, 0):
		return "∞"
	case value == math.Trunc(value) && size < 1e9, size >= 1000 && size < 1e9:
		return grouped(int(math.Round(value)))
	case size >= 1e9 || size < 1e-3:
		return strconv.FormatFloat(value, 'g', 4, 64)
	}
	return strconv.FormatFloat(significant(value, 4), 'f', -1, 64)
}

// significant rounds to a number of significant digits.
func significant(value float64, digits int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(value, 'g', digits, 64), 64)
	if err != nil {
		return value
	}
	return rounded
}

// amount writes a number with its unit.
func amount(value float64, unit string) string {
	switch unit {
	case "":
		return short(value)
	case "%":
		return short(value) + " %"
	}
	return short(value) + " " + unit
}

// grouped writes a whole number with a comma between thousands.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "−", digits[1:]
	}
	var out strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out.WriteByte(',')
		}
		out.WriteRune(digit)
	}
	return sign + out.String()
}

// counted returns a number with its noun: "1 row", "1,000 rows".
func counted(n int, word string) string {
	return grouped(n) + " " + text.Plural(n, word)
}
