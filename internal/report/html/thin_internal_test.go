package html

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The extremes of all values, and of each bucket, are always kept.
func TestThinKeepsExtremes(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n, most := 1+noise.IntN(3000), 2+noise.IntN(500)
		values := make([]float64, n)
		for i := range values {
			values[i] = math.Round(100 * noise.NormFloat64())
			if noise.IntN(10) == 0 {
				values[i] = math.NaN()
			}
		}
		kept := thin(values, most)
		if !slices.IsSorted(kept) || len(slices.Compact(slices.Clone(kept))) != len(kept) {
			t.Fatalf("thin(%d values, %d) is not in rising order: %v", n, most, kept)
		}
		if len(kept) > most+2 {
			t.Fatalf("thin(%d values, %d) keeps %d", n, most, len(kept))
		}
		if kept[0] != 0 || kept[len(kept)-1] != n-1 {
			t.Fatalf("thin(%d values, %d) loses an end", n, most)
		}
		if n <= most {
			continue
		}
		chosen := map[float64]bool{}
		for b, buckets := 0, most/2; b < buckets; b++ {
			clear(chosen)
			from, to := b*n/buckets, (b+1)*n/buckets
			for _, i := range kept {
				if i >= from && i < to {
					chosen[values[i]] = true
				}
			}
			low, high := bounds(values[from:to])
			if !math.IsNaN(low) && (!chosen[low] || !chosen[high]) {
				t.Fatalf("thin(%d values, %d) loses %g or %g of bucket %d", n, most, low, high, b)
			}
		}
	}
}

// bounds returns the smallest and the largest value, or NaN.
func bounds(values []float64) (low, high float64) {
	low, high = math.NaN(), math.NaN()
	for _, value := range values {
		if !(low <= value) && !math.IsNaN(value) {
			low = value
		}
		if !(high >= value) && !math.IsNaN(value) {
			high = value
		}
	}
	return low, high
}

func TestPointsInterruptTheLine(t *testing.T) {
	track := track{times: []float64{100, 101, 102, 103, 130, 131}, values: []float64{1, 2, 3, 4, 5, 6}, zero: 100}
	times, values := track.points(10)
	wantTimes := nums{0, 1, 2, 3, 16.5, 30, 31}
	if !slices.Equal(times, wantTimes) {
		t.Errorf("times %v, want %v", times, wantTimes)
	}
	if !math.IsNaN(values[4]) || values[5] != 5 {
		t.Errorf("no gap between the samples at 3 and 30 seconds: %v", values)
	}
}

func TestNumbers(t *testing.T) {
	for value, want := range map[float64]string{
		0: "0", 12: "12", -3: "-3", 0.1: "0.1", 12.345678: "12.3457", 1e-7: "1e-07", 123456789: "1.23456789e+08",
		1234567.8: "1.23457e+06", math.Inf(1): "null", math.SmallestNonzeroFloat64: "4.94066e-324", -0.5: "-0.5",
	} {
		if got, err := (nums{value}).MarshalJSON(); err != nil || string(got) != "["+want+"]" {
			t.Errorf("%g is %s, want %s (%v)", value, got, want, err)
		}
	}
}

// TestJoined names a quantity by its group and its title, which may be one word: a constant of pidstat was called "CPUCPU".
func TestJoined(t *testing.T) {
	t.Parallel()
	for words, want := range map[[2]string]string{
		{"CPU", "user"}: "CPU, user", {"CPU", "CPU"}: "CPU", {"", "user"}: "user", {"CPU", ""}: "CPU", {"", ""}: "",
	} {
		if got := joined(words[0], words[1]); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}
