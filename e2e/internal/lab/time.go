package lab

import (
	"slices"
	"time"
)

// Median returns the middle of some durations.
func Median(all []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}

// InSeconds returns durations as text in seconds.
func InSeconds(all []time.Duration) []float64 {
	var figures []float64
	for _, d := range all {
		figures = append(figures, d.Seconds())
	}
	return figures
}
