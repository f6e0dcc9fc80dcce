package parse

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/report"
)

var fioKind = sync.OnceValue(func() *report.Kind {
	return &report.Kind{
		Name:    "fio",
		Title:   "fio",
		Metrics: []string{"io-fio"},
		Form:    "fio 3, --output-format=json, stat.c: add_ddir_status_json; one result for each job; what has no sample is left out",
		URL:     "https://fio.readthedocs.io/en/latest/fio_doc.html#json-output",
		Fields:  fioAllFields(),
	}
})

// fioDirections are the parts of a job with I/O of one kind.
var fioDirections = []string{"read", "write", "trim"}

// fioFields are the figures of a direction.
var fioFields = []report.Field{
	{Name: "iops", Title: "IOPS", Unit: "1/s", Better: report.Higher, Doc: "operations in a second"},
	{Name: "bw_bytes", Title: "bandwidth", Unit: "B/s", Better: report.Higher, Doc: "data in a second"},
	{Name: "io_bytes", Title: "data", Unit: "B", Doc: "data in all"},
	{Name: "runtime", Title: "run time", Unit: "ms", Doc: "time in which there were operations"},
	{Name: "total_ios", Title: "operations", Doc: "number of operations"},
	{Name: "short_ios", Title: "short operations", Doc: "operations that moved less than they should"},
	{Name: "drop_ios", Title: "dropped operations", Doc: "operations that never happened"},
	{Name: "bw_min", Title: "bandwidth, least", Unit: "KiB/s", Doc: "of samples of half a second"},
	{Name: "bw_max", Title: "bandwidth, greatest", Unit: "KiB/s", Doc: "of samples"},
	{Name: "bw_agg", Title: "share of the group", Unit: "%", Doc: "share of the bandwidth of the group"},
	{Name: "bw_mean", Title: "bandwidth, mean", Unit: "KiB/s", Doc: "of samples"},
	{Name: "bw_dev", Title: "bandwidth, deviation", Unit: "KiB/s", Doc: "of samples"},
	{Name: "bw_samples", Title: "samples of bandwidth", Doc: "number of samples"},
	{Name: "iops_min", Title: "IOPS, least", Unit: "1/s", Doc: "of samples"},
	{Name: "iops_max", Title: "IOPS, greatest", Unit: "1/s", Doc: "of samples"},
	{Name: "iops_mean", Title: "IOPS, mean", Unit: "1/s", Doc: "of samples"},
	{Name: "iops_stddev", Title: "IOPS, deviation", Unit: "1/s", Doc: "of samples"},
	{Name: "iops_samples", Title: "samples of IOPS", Doc: "number of samples"},
}

// fioLatencies are the latencies of a direction: until submission, from there to completion, and in all.
var fioLatencies = []struct{ name, doc string }{
	{"slat_ns", "until the operation was submitted"},
	{"clat_ns", "from submission to completion"},
	{"lat_ns", "in all"},
}

// fioJobFields are the figures of a whole job.
var fioJobFields = []report.Field{
	{Name: "error", Title: "error", Doc: "number of the error that ended the job, 0 for none"},
	{Name: "elapsed", Title: "elapsed", Unit: "s", Doc: "time of the job in whole seconds"},
	{Name: "job_runtime", Title: "run time", Unit: "ms", Better: report.Lower, Doc: "time of the job"},
	{Name: "usr_cpu", Title: "user", Unit: "%", Doc: "share of a processor that fio used"},
	{Name: "sys_cpu", Title: "system", Unit: "%", Doc: "share of a processor that the kernel used for fio"},
	{Name: "ctx", Title: "context switches", Doc: "number of context switches"},
	{Name: "majf", Title: "major faults", Doc: "page faults with a page from disk"},
	{Name: "minf", Title: "minor faults", Doc: "page faults without a page from disk"},
}

var (
	fioPercentile = report.Field{Name: "percentile", Title: "percentile", Unit: "%", Doc: "x axis of the curves of completion latency"}
	fioBelow      = report.Field{Name: "latency_below", Title: "latency below", Unit: "ns", Doc: "x axis of the distribution of latency; infinite for 2 s and more"}
	fioShare      = report.Field{Name: "latency_share", Title: "share", Unit: "%", Doc: "share of operations up to this latency and above the one before"}
	fioDepth      = report.Field{Name: "iodepth_share", Title: "share", Unit: "%", Doc: "table iodepth: share of time with this many operations under way"}
)

func fioAllFields() []report.Field {
	all := slices.Clone(fioJobFields)
	for _, direction := range fioDirections {
		for _, field := range fioFields {
			all = append(all, inDirection(direction, field))
		}
		for _, latency := range fioLatencies {
			all = append(all, latencyFields(direction, latency.name, latency.doc)...)
		}
		all = append(all, percentileField(direction))
	}
	return append(all, fioPercentile, fioBelow, fioShare, fioDepth)
}

func inDirection(direction string, field report.Field) report.Field {
	field.Name, field.Title, field.Group = direction+"."+field.Name, direction+" "+field.Title, direction
	return field
}

// latencyFields returns the fields of a latency in the order min, max, mean, stddev, N.
func latencyFields(direction, name, doc string) []report.Field {
	title := strings.TrimSuffix(name, "_ns")
	all := []report.Field{
		{Name: "min", Title: title + ", least", Unit: "ns", Doc: "time " + doc},
		{Name: "max", Title: title + ", greatest", Unit: "ns", Doc: "time " + doc},
		{Name: "mean", Title: title + ", mean", Unit: "ns", Better: report.Lower, Doc: "time " + doc},
		{Name: "stddev", Title: title + ", deviation", Unit: "ns", Doc: "time " + doc},
		{Name: "N", Title: title + ", samples", Doc: "number of samples"},
	}
	for i := range all {
		all[i].Name = name + "." + all[i].Name
		all[i] = inDirection(direction, all[i])
	}
	return all
}

func percentileField(direction string) report.Field {
	return inDirection(direction, report.Field{Name: "clat_percentile", Title: "completion latency", Unit: "ns", Better: report.Lower, Doc: "latency that this percentage of operations does not exceed"})
}

// fioDocument is what is read of the output of fio.
type fioDocument struct {
	Version string  `json:"fio version"`
	Time    float64 `json:"timestamp"`
	Jobs    []map[string]json.RawMessage
}

// fio adds a result for each job.
func (d *document) fio(l line) {
	var read fioDocument
	if err := json.Unmarshal(d.text, &read); err != nil {
		d.lost(l.number, "the document is not as fio prints it: "+err.Error())
		return
	}
	for _, job := range read.Jobs {
		result := d.source.newResult(fioKind())
		result.Line, result.Title = d.first, textOf(job["jobname"])
		if read.Time > 0 {
			result.Time = read.Time
		}
		result.Texts = append(result.Texts, report.Text{Name: "version", Text: read.Version})
		addJob(&result, job)
		d.source.add(result)
	}
}

func addJob(result *report.Result, job map[string]json.RawMessage) {
	options := map[string]string{}
	_ = json.Unmarshal(job["job options"], &options) // a job without options has none to show
	for _, name := range slices.Sorted(maps.Keys(options)) {
		result.Texts = append(result.Texts, report.Text{Name: "option " + name, Text: options[name]})
	}
	for _, field := range fioJobFields {
		if value, ok := numberOf(job[field.Name]); ok {
			result.Values = append(result.Values, report.Value{Field: field, Value: value, Time: result.Time})
		}
	}
	for _, direction := range fioDirections {
		addDirection(result, direction, job[direction])
	}
	addDistribution(result, job)
	addDepths(result, job["iodepth_level"])
}

// addDirection adds the figures of reading, writing or trimming, if there was any.
func addDirection(result *report.Result, direction string, text json.RawMessage) {
	var read map[string]json.RawMessage
	if json.Unmarshal(text, &read) != nil {
		return
	}
	if total, _ := numberOf(read["total_ios"]); total == 0 {
		return
	}
	for _, field := range fioFields {
		if isSampled(field.Name) && !hasSamples(read, field.Name) {
			continue
		}
		if value, ok := numberOf(read[field.Name]); ok {
			result.Values = append(result.Values, report.Value{Field: inDirection(direction, field), Value: value, Time: result.Time})
		}
	}
	for _, latency := range fioLatencies {
		addLatency(result, direction, latency.name, latency.doc, read[latency.name])
	}
}

// isSampled tells whether a field is of samples of half a second, of which a short job has none.
func isSampled(name string) bool {
	return name != "bw_bytes" && (strings.HasPrefix(name, "bw_") || strings.HasPrefix(name, "iops_"))
}

func hasSamples(read map[string]json.RawMessage, name string) bool {
	stem, _, _ := strings.Cut(name, "_")
	samples, _ := numberOf(read[stem+"_samples"])
	return samples > 0
}

func addLatency(result *report.Result, direction, name, doc string, text json.RawMessage) {
	var read map[string]json.RawMessage
	if json.Unmarshal(text, &read) != nil {
		return
	}
	if samples, _ := numberOf(read["N"]); samples == 0 {
		return
	}
	for _, field := range latencyFields(direction, name, doc) {
		key := field.Name[strings.LastIndexByte(field.Name, '.')+1:]
		if value, ok := numberOf(read[key]); ok {
			result.Values = append(result.Values, report.Value{Field: field, Value: value, Time: result.Time})
		}
	}
	if name != "clat_ns" {
		return
	}
	if xs, ys := pairs(read["percentile"], 1); len(xs) > 0 {
		result.Curves = append(result.Curves, report.Curve{X: fioPercentile, Y: percentileField(direction), Xs: xs, Ys: ys, LogY: true})
	}
}

// addDistribution adds the shares of operations by latency. fio counts them in three units.
func addDistribution(result *report.Result, job map[string]json.RawMessage) {
	curve := report.Curve{X: fioBelow, Y: fioShare, LogX: true}
	some := false
	for _, part := range []struct {
		key    string
		factor float64
	}{{"latency_ns", 1}, {"latency_us", 1e3}, {"latency_ms", 1e6}} {
		xs, ys := pairs(job[part.key], part.factor)
		curve.Xs, curve.Ys = append(curve.Xs, xs...), append(curve.Ys, ys...)
		some = some || slices.ContainsFunc(ys, func(y float64) bool { return y != 0 })
	}
	if some {
		result.Curves = append(result.Curves, curve)
	}
}

func addDepths(result *report.Result, text json.RawMessage) {
	var read map[string]float64
	if json.Unmarshal(text, &read) != nil || len(read) == 0 {
		return
	}
	table := report.Table{Name: "iodepth", Title: "operations under way", Label: "operations", Columns: []report.Field{fioDepth}, Cells: make([][]float64, 1)}
	names := slices.SortedFunc(maps.Keys(read), func(a, b string) int { return cmp.Compare(bound(a), bound(b)) })
	for _, name := range names {
		table.Labels, table.Cells[0] = append(table.Labels, name), append(table.Cells[0], read[name])
	}
	result.Tables = append(result.Tables, table)
}

// pairs reads an object whose keys are numbers, sorted by them.
func pairs(text json.RawMessage, factor float64) (xs, ys []float64) {
	var read map[string]float64
	if json.Unmarshal(text, &read) != nil {
		return nil, nil
	}
	for _, name := range slices.SortedFunc(maps.Keys(read), func(a, b string) int { return cmp.Compare(bound(a), bound(b)) }) {
		xs, ys = append(xs, bound(name)*factor), append(ys, read[name])
	}
	return xs, ys
}

// numberOf returns the number that a JSON value is.
func numberOf(text json.RawMessage) (float64, bool) {
	value, err := strconv.ParseFloat(string(bytes.TrimSpace(text)), 64)
	return value, err == nil
}

func textOf(text json.RawMessage) string {
	read := ""
	_ = json.Unmarshal(text, &read) // what is no text has none
	return clean([]byte(read))
}
