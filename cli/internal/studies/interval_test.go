package studies_test

import (
	"testing"

	"github.com/latchkey-dev/latchkey/cli/internal/studies"
	"github.com/latchkey-dev/latchkey/internal/report"
)

// TestInterval wants intervals of two significant digits, which no person has to read as powers of ten.
func TestInterval(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]report.Stats{
		"-":                    {},
		"64.6 (1)":             {N: 1, Mean: 64.6, Half: report.Unknown},
		"64.6 ± 100 (3)":       {N: 3, Mean: 64.6, Half: 101.4},
		"12.35 ± 0.044 (3)":    {N: 3, Mean: 12.3456, Half: 0.0444},
		"123457 ± 12000 (3)":   {N: 3, Mean: 123456.7, Half: 12345},
		"2345678 ± 990000 (3)": {N: 3, Mean: 2345678, Half: 987654},
	} {
		if got := studies.Interval(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
