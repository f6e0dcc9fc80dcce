package parse

import (
	"math"
	"strings"
)

// measures are words for units: what each measures, and how much of it one is.
var measures = map[string]struct {
	of  string
	one float64
}{
	"B": {"B", 1}, "byte": {"B", 1}, "b": {"B", 1. / 8}, "bit": {"B", 1. / 8},
	"s": {"s", 1}, "sec": {"s", 1}, "second": {"s", 1}, "min": {"s", 60}, "h": {"s", 3600}, "hour": {"s", 3600}, "day": {"s", 86400},
	"flop": {"flop", 1}, "flops": {"flop/s", 1}, "F": {"flop", 1},
}

// prefixes are of units, in binary and in decimal.
var prefixes = []struct {
	text string
	one  float64
}{
	{"", 1},
	{"Ki", 1 << 10},
	{"Mi", 1 << 20},
	{"Gi", 1 << 30},
	{"Ti", 1 << 40},
	{"kilo", 1e3},
	{"mega", 1e6},
	{"giga", 1e9},
	{"tera", 1e12},
	{"milli", 1e-3},
	{"micro", 1e-6},
	{"nano", 1e-9},
	{"k", 1e3},
	{"K", 1e3},
	{"M", 1e6},
	{"G", 1e9},
	{"T", 1e12},
	{"P", 1e15},
	{"E", 1e18},
	{"m", 1e-3},
	{"u", 1e-6},
	{"µ", 1e-6},
	{"n", 1e-9},
}

// measure returns what a word for a unit measures, and how much of it one is. A word that is not known measures itself.
func measure(word string) (of string, one float64) {
	for _, p := range prefixes {
		rest, found := strings.CutPrefix(word, p.text)
		lower := strings.ToLower(rest)
		for _, form := range []string{rest, lower, strings.TrimSuffix(lower, "s")} {
			if m, known := measures[form]; found && known && (form == rest || len(form) > 1) {
				return m.of, m.one * p.one
			}
		}
	}
	return strings.ToLower(word), 1
}

// unitOf returns what a unit measures, and how much of it one is: B/s and 1,048,576 for MiB/s.
func unitOf(text string) (of string, one float64) {
	parts := strings.Split(strings.ReplaceAll(text, " per ", "/"), "/")
	if rate, found := strings.CutSuffix(text, "ps"); found && len(parts) == 1 {
		if of, _ := measure(rate); of == "B" { // Gbps
			parts = []string{rate, "s"}
		}
	}
	of, one = measure(strings.TrimSpace(parts[0]))
	for _, part := range parts[1:] {
		by, size := measure(strings.TrimSpace(part))
		if by == of { // ns/day is not what h/ns is
			return text, 1
		}
		if of != "flop/s" { // some programs write GFLOPS/s
			of += "/" + by
		}
		one /= size
	}
	return of, one
}

// inUnit returns a value of one unit in another. It tells whether both measure the same.
func inUnit(value float64, from, to string) (float64, bool) {
	if from == to {
		return value, true
	}
	of, one := unitOf(from)
	same, other := unitOf(to)
	if one > other { // 1500 ms are 1.5 s, to the last digit
		return value * whole(one/other), of == same
	}
	return value / whole(other/one), of == same
}

// whole returns the integer that a ratio nearly is, or the ratio.
func whole(ratio float64) float64 {
	if near := math.Round(ratio); math.Abs(ratio-near) < 1e-9 {
		return near
	}
	return ratio
}
