package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// A Range is a part of the numbers. A histogram counts the values in it. One end may be infinite.
type Range struct{ Least, Greatest float64 }

// String returns the range as people write it: "512-1023".
func (r Range) String() string {
	switch {
	case math.IsInf(r.Least, -1):
		return "up to " + Number(r.Greatest)
	case math.IsInf(r.Greatest, 1):
		return "from " + Number(r.Least)
	case r.Least == r.Greatest:
		return Number(r.Least)
	}
	return Number(r.Least) + "-" + Number(r.Greatest)
}

// Count adds a number of values to a range of a histogram, which is a table. Its rows are in the order of their ranges.
func (t *Table) Count(in Range, column int, count float64) {
	at, known := slices.BinarySearchFunc(t.Ranges, in, func(a, b Range) int {
		return cmp.Or(cmp.Compare(a.Least, b.Least), cmp.Compare(a.Greatest, b.Greatest))
	})
	if !known {
		t.Ranges, t.Labels = slices.Insert(t.Ranges, at, in), slices.Insert(t.Labels, at, in.String())
		for i, c := range t.Columns {
			t.Columns[i].Values = slices.Insert(c.Values, at, 0)
		}
	}
	t.Columns[column].Values[at] += count
}

// Total returns how many values a column of a histogram counts.
func (t *Table) Total(column int) (total float64) {
	for _, count := range t.Columns[column].Values {
		total += count
	}
	return total
}

// Quantile is a value below which a share of all values lies.
type Quantile struct {
	Name  string
	Share float64
}

// Quantiles are those that are told of a histogram.
var Quantiles = []Quantile{{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}}

// Quantile returns a quantile of a column of a histogram, with two digits: within a range the values are taken to lie evenly, and all at
// the end of a range that has one end only. It is Unknown where less than one value is above it: p99 needs 100 values.
func (t *Table) Quantile(of Quantile, column int) float64 {
	total := t.Total(column)
	rank := of.Share * total
	if total-rank < 1 {
		return Unknown
	}
	for i, count := range t.Columns[column].Values {
		if rank <= count && count > 0 {
			switch r := t.Ranges[i]; {
			case math.IsInf(r.Least, -1):
				return r.Greatest
			case math.IsInf(r.Greatest, 1):
				return r.Least
			default:
				value, _ := strconv.ParseFloat(strconv.FormatFloat(r.Least+(r.Greatest-r.Least)*rank/count, 'g', 2, 64), 64)
				return min(max(value, r.Least), r.Greatest)
			}
		}
		rank -= count
	}
	return Unknown
}
