package parse

import (
	"cmp"
	"math"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// A histogram counts the values of a map, of one command, over all samples of a log.
type histogram struct {
	name string // of the map
	report.Table
}

// A bucket counts values from Min to Max. The first and the last of a linear histogram have one end only.
type bucket struct {
	Min, Max *float64
	Count    float64
}

// histogram adds the number of values in a histogram to the open sample, and its buckets to the buckets of the samples before.
func (b *bpftrace) histogram(name, key string, buckets []bucket) {
	about := b.about(name, key)
	h := b.histograms.get([2]string{name, about}, func() *histogram {
		field := mapField(name, "")
		return &histogram{name, report.Table{
			Name: field.Name, Title: field.Title, Process: about, Rank: rank(about), Label: cmp.Or(field.Unit, "value"), Columns: []report.Column{{Field: mapField(name, "count")}},
		}}
	})
	var count float64
	least, greatest := math.Inf(-1), math.Inf(1)
	for _, one := range buckets {
		count += one.Count
		h.Count(report.Range{Least: *cmp.Or(one.Min, &least), Greatest: *cmp.Or(one.Max, &greatest)}, 0, one.Count)
	}
	b.count(countKey{name, "count", key}).values[len(b.ends)-1] += count
}

func (h *histogram) quantiles() (all []report.Value) {
	for _, quantile := range report.Quantiles {
		value := h.Quantile(quantile, 0)
		if !report.Known(value) {
			continue
		}
		field := mapField(h.name, quantile.Name)
		if field.Unit == "us" || field.Unit == "ns" {
			field.Better = report.Lower
		}
		all = append(all, report.Value{Field: field, Process: h.Process, Time: report.Unknown, Value: value})
	}
	return all
}
