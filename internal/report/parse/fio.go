package parse

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/report"
)

var fioKind = sync.OnceValue(func() *report.Kind {
	return &report.Kind{
		Name:    "fio",
		Title:   "fio",
		Metrics: []string{"io-fio"},
		Form:    "fio 3, --output-format=json, stat.c: add_ddir_status_json; one result for each job; what has no sample is left out",
		URL:     "https://fio.readthedocs.io/en/latest/fio_doc.html#json-output",
		Merit:   []string{"read.bw_bytes", "write.bw_bytes"},
		Fields:  fioFields(),
	}
})

// fioDirections are the parts of a job with I/O of one kind.
var fioDirections = []string{"read", "write", "trim"}

// fioJobFields are the figures of a whole job.
var fioJobFields = []report.Field{
	{Name: "error", Title: "error", Doc: "number of the error that ended the job, 0 for none"},
	{Name: "job_runtime", Title: "run time", Unit: "ms", Better: report.Lower, Doc: "time of the job"},
	{Name: "usr_cpu", Title: "user", Unit: "%", Doc: "share of a processor that fio used"},
	{Name: "sys_cpu", Title: "system", Unit: "%", Doc: "share of a processor that the kernel used for fio"},
	{Name: "ctx", Title: "context switches", Doc: "number of context switches"},
	{Name: "majf", Title: "major faults", Doc: "page faults with a page from disk"},
	{Name: "minf", Title: "minor faults", Doc: "page faults without a page from disk"},
}

// fioDirectionFields are the figures of a direction. A name with a dot is in an object of the document.
var fioDirectionFields = []report.Field{
	{Name: "iops", Title: "IOPS", Unit: "1/s", Better: report.Higher, Doc: "operations in a second"},
	{Name: "bw_bytes", Title: "bandwidth", Unit: "B/s", Better: report.Higher, Doc: "data in a second"},
	{Name: "io_bytes", Title: "data", Unit: "B", Doc: "data in all"},
	{Name: "runtime", Title: "run time", Unit: "ms", Doc: "time in which there were operations"},
	{Name: "total_ios", Title: "operations", Doc: "number of operations"},
	{Name: "bw_min", Title: "bandwidth, least", Unit: "KiB/s", Doc: "of samples of half a second"},
	{Name: "bw_max", Title: "bandwidth, greatest", Unit: "KiB/s", Doc: "of samples"},
	{Name: "bw_mean", Title: "bandwidth, mean", Unit: "KiB/s", Doc: "of samples"},
	{Name: "bw_dev", Title: "bandwidth, deviation", Unit: "KiB/s", Doc: "of samples"},
	{Name: "iops_min", Title: "IOPS, least", Unit: "1/s", Doc: "of samples"},
	{Name: "iops_max", Title: "IOPS, greatest", Unit: "1/s", Doc: "of samples"},
	{Name: "iops_mean", Title: "IOPS, mean", Unit: "1/s", Doc: "of samples"},
	{Name: "iops_stddev", Title: "IOPS, deviation", Unit: "1/s", Doc: "of samples"},
	{Name: "slat_ns.mean", Title: "time to submit, mean", Unit: "ns", Better: report.Lower, Doc: "time until an operation was submitted"},
	{Name: "clat_ns.min", Title: "completion, least", Unit: "ns", Doc: "time from submission to completion"},
	{Name: "clat_ns.max", Title: "completion, greatest", Unit: "ns", Doc: "time from submission to completion"},
	{Name: "clat_ns.mean", Title: "completion, mean", Unit: "ns", Better: report.Lower, Doc: "time from submission to completion"},
	{Name: "clat_ns.stddev", Title: "completion, deviation", Unit: "ns", Doc: "time from submission to completion"},
	{Name: "lat_ns.min", Title: "latency, least", Unit: "ns", Doc: "time of an operation in all"},
	{Name: "lat_ns.max", Title: "latency, greatest", Unit: "ns", Doc: "time of an operation in all"},
	{Name: "lat_ns.mean", Title: "latency, mean", Unit: "ns", Better: report.Lower, Doc: "time of an operation in all"},
	{Name: "lat_ns.stddev", Title: "latency, deviation", Unit: "ns", Doc: "time of an operation in all"},
}

var (
	fioPercentile = report.Field{Name: "percentile", Title: "percentile", Unit: "%", Doc: "x axis of the curves of completion latency"}
	fioCompletion = report.Field{Name: "clat_percentile", Title: "completion latency", Unit: "ns", Better: report.Lower, Log: true, Doc: "latency that this percentage of operations does not exceed"}
	fioBelow      = report.Field{Name: "latency_below", Title: "latency below", Unit: "ns", Log: true, Doc: "x axis of the distribution of latency; infinite for 2 s and more"}
	fioShare      = report.Field{Name: "latency_share", Title: "share", Unit: "%", Doc: "share of operations up to this latency and above the one before"}
	fioDepth      = report.Field{Name: "iodepth_share", Title: "share", Unit: "%", Doc: "table iodepth: share of time with this many operations under way"}
)

func fioFields() []report.Field {
	all := slices.Clone(fioJobFields)
	for _, direction := range fioDirections {
		for _, field := range fioDirectionFields {
			all = append(all, inDirection(direction, field))
		}
		all = append(all, inDirection(direction, fioCompletion))
	}
	return append(all, fioPercentile, fioBelow, fioShare, fioDepth)
}

func inDirection(direction string, field report.Field) report.Field {
	field.Name, field.Title, field.Group = direction+"."+field.Name, direction+" "+field.Title, direction
	return field
}

// fio adds a result for each job.
func (d *document) fio(l line) {
	var read struct {
		Version string  `json:"fio version"`
		Time    float64 `json:"timestamp"`
		Jobs    []map[string]any
	}
	if err := json.Unmarshal(d.text, &read); err != nil {
		d.lost(l.number, "the document is not as fio prints it: "+err.Error())
		return
	}
	for _, job := range read.Jobs {
		result := d.source.newResult(fioKind())
		result.Line = d.first
		result.Title, _ = job["jobname"].(string)
		if read.Time > 0 {
			result.Time = read.Time
		}
		result.Texts = append(result.Texts, report.Text{Name: "version", Text: read.Version})
		options, _ := job["job options"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(options)) {
			text, _ := options[name].(string)
			result.Texts = append(result.Texts, report.Text{Name: "option " + name, Text: text})
		}
		addJob(&result, job)
		d.source.add(result)
	}
}

func addJob(result *report.Result, job map[string]any) {
	for _, field := range fioJobFields {
		addField(result, field, job[field.Name])
	}
	if number, _ := job["error"].(float64); number != 0 {
		result.Fault = "an error ended the job: " + report.Number(number)
	}
	for _, direction := range fioDirections {
		if of, _ := job[direction].(map[string]any); of["total_ios"] != nil && of["total_ios"] != 0.0 {
			addDirection(result, direction, of)
		}
	}
	addDistribution(result, job)
	addDepths(result, job["iodepth_level"])
}

func addField(result *report.Result, field report.Field, value any) {
	if number, ok := value.(float64); ok {
		result.Values = append(result.Values, report.Value{Field: &field, Value: number, Time: result.Time})
	}
}

// addDirection adds the figures of reading, writing or trimming. A short job has no samples.
func addDirection(result *report.Result, direction string, of map[string]any) {
	for _, field := range fioDirectionFields {
		stem, sampled, _ := strings.Cut(field.Name, "_")
		object, name, nested := strings.Cut(field.Name, ".")
		switch latency, _ := of[object].(map[string]any); {
		case nested && latency["N"] != 0.0:
			addField(result, inDirection(direction, field), latency[name])
		case nested, sampled != "" && of[stem+"_samples"] == 0.0 && sampled != "bytes":
		default:
			addField(result, inDirection(direction, field), of[field.Name])
		}
	}
	completion, _ := of["clat_ns"].(map[string]any)
	curve := report.Curve{X: report.Column{Field: fioPercentile}, Y: report.Column{Field: inDirection(direction, fioCompletion)}}
	if addPairs(&curve, completion["percentile"], 1); len(curve.X.Values) > 0 {
		result.Curves = append(result.Curves, curve)
	}
}

// addDistribution adds the shares of operations by latency. fio counts them in three units.
func addDistribution(result *report.Result, job map[string]any) {
	curve := report.Curve{X: report.Column{Field: fioBelow}, Y: report.Column{Field: fioShare}}
	for _, part := range []struct {
		key    string
		factor float64
	}{{"latency_ns", 1}, {"latency_us", 1e3}, {"latency_ms", 1e6}} {
		addPairs(&curve, job[part.key], part.factor)
	}
	if slices.ContainsFunc(curve.Y.Values, func(y float64) bool { return y != 0 }) {
		result.Curves = append(result.Curves, curve)
	}
}

func addDepths(result *report.Result, object any) {
	depths, _ := object.(map[string]any)
	shares := report.Column{Field: fioDepth}
	table := report.Table{Name: "iodepth", Title: "operations under way", Label: "operations"}
	for _, depth := range byBound(depths) {
		share, _ := depths[depth].(float64)
		table.Labels, shares.Values = append(table.Labels, depth), append(shares.Values, share)
	}
	if len(table.Labels) > 0 {
		table.Columns = []report.Column{shares}
		result.Tables = append(result.Tables, table)
	}
}

// addPairs adds an object to a curve. Its keys are numbers, and the points are sorted by them.
func addPairs(curve *report.Curve, object any, factor float64) {
	read, _ := object.(map[string]any)
	for _, key := range byBound(read) {
		y, _ := read[key].(float64)
		addPoint(curve, bound(key)*factor, y)
	}
}

// byBound returns the keys of an object that are numbers, sorted by them.
func byBound(object map[string]any) []string {
	return slices.SortedFunc(maps.Keys(object), func(a, b string) int { return cmp.Or(cmp.Compare(bound(a), bound(b)), strings.Compare(a, b)) })
}

// bound returns the number of a key. It is infinite for ">=2000".
func bound(key string) float64 {
	if value, ok := finite([]byte(key)); ok {
		return value
	}
	return math.Inf(1)
}
