package parse

import (
	"cmp"
	"math"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// A histogram counts the values of a map, of one command, over all samples of a log.
type histogram struct {
	name, about string
	buckets     []bucket // sorted
}

// A bucket counts values from Min to Max. The first and the last of a linear histogram have one end only.
type bucket struct {
	Min, Max *float64
	Count    float64
}

// ends returns both ends of a bucket. One that is missing is taken for the other.
func (b bucket) ends() (least, greatest float64) {
	if b.Min == nil && b.Max == nil {
		return report.Unknown, report.Unknown
	}
	return *cmp.Or(b.Min, b.Max), *cmp.Or(b.Max, b.Min)
}

// label returns the bounds as people write them: "512-1023".
func (b bucket) label() string {
	least, greatest := b.ends()
	switch {
	case b.Min == nil:
		return "up to " + report.Number(greatest)
	case b.Max == nil:
		return "from " + report.Number(least)
	case least == greatest:
		return report.Number(least)
	}
	return report.Number(least) + "-" + report.Number(greatest)
}

// histogram adds the number of values in a histogram to the open sample, and its buckets to those of the samples before.
func (b *bpftrace) histogram(name, key string, buckets []bucket) {
	about := b.about(name, key)
	at := slices.IndexFunc(b.histograms, func(h *histogram) bool { return h.name == name && h.about == about })
	if at < 0 {
		at = len(b.histograms)
		b.histograms = append(b.histograms, &histogram{name: name, about: about})
	}
	var count float64
	for _, one := range buckets {
		count += one.Count
		b.histograms[at].add(one)
	}
	sample := b.sample(about)
	sample.put(mapField(name, "count"), count)
}

// add counts a bucket.
func (h *histogram) add(one bucket) {
	at, known := slices.BinarySearchFunc(h.buckets, one, func(a, b bucket) int {
		least, greatest := a.ends()
		otherLeast, otherGreatest := b.ends()
		return cmp.Or(cmp.Compare(greatest, otherGreatest), cmp.Compare(least, otherLeast))
	})
	if !known {
		h.buckets = slices.Insert(h.buckets, at, bucket{one.Min, one.Max, 0})
	}
	h.buckets[at].Count += one.Count
}

// quantiles returns the values below which half, 90 % and 99 % of all lie.
func (h *histogram) quantiles() (all []report.Value) {
	var count float64
	for _, one := range h.buckets {
		count += one.Count
	}
	for _, quantile := range []struct {
		part string
		of   float64
	}{{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}} {
		field := mapField(h.name, quantile.part)
		if field.Unit == "us" || field.Unit == "ns" {
			field.Better = report.Lower
		}
		all = append(all, report.Value{Field: &field, Process: h.about, Time: report.Unknown, Value: quantileOf(h.buckets, quantile.of*count)})
	}
	return all
}

// quantileOf returns the value below which so many values of a histogram lie. Within a bucket they are taken to lie evenly.
func quantileOf(buckets []bucket, rank float64) float64 {
	for _, one := range buckets {
		if rank <= one.Count && one.Count > 0 {
			least, greatest := one.ends()
			return least + (greatest-least)*rank/one.Count
		}
		rank -= one.Count
	}
	return report.Unknown
}

// table returns the buckets as rows.
func (h *histogram) table() report.Table {
	field := mapField(h.name, "")
	column := report.Column{Field: mapField(h.name, "count")}
	table := report.Table{Name: field.Name, Title: field.Title, Process: h.about, Label: cmp.Or(field.Unit, "value")}
	for _, one := range h.buckets {
		least, _ := one.ends()
		if one.Min == nil {
			least = math.Inf(-1)
		}
		table.Starts = append(table.Starts, least)
		table.Labels, column.Values = append(table.Labels, one.label()), append(column.Values, one.Count)
	}
	table.Columns = []report.Column{column}
	return table
}
