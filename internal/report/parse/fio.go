package parse

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// fioDirections are the parts of a job with I/O of one kind.
var fioDirections = []string{"read", "write", "trim"}

// fioColumn returns a column of fio without values.
func fioColumn(name string) report.Column { return columnOf(kindOf("fio"), name) }

// fio adds a result for each job.
func (d *document) fio(l *line) {
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
		result := d.source.newResult(kindOf("fio"))
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

// addJob adds the figures of a job. Its fields are in the order of the kind. A short job has no samples.
func addJob(result *report.Result, job map[string]any) {
	for i := range result.Kind.Fields {
		field := &result.Kind.Fields[i]
		if number, ok := fioValue(job, field.Name); ok {
			result.Values = append(result.Values, report.Value{Field: field, Value: number, Time: result.Time})
		}
	}
	if number, _ := job["error"].(float64); number != 0 {
		result.Fault = "an error ended the job: " + report.Number(number)
	}
	for _, direction := range fioDirections {
		of, _ := job[direction].(map[string]any)
		completion, _ := of["clat_ns"].(map[string]any)
		curve := report.Curve{X: fioColumn("percentile"), Y: fioColumn(direction + ".clat_percentile")}
		if addPercentiles(&curve, completion["percentile"]); len(curve.X.Values) > 0 && isUsed(of) {
			result.Curves = append(result.Curves, curve)
		}
	}
}

// isUsed tells whether a job has read, written or trimmed anything.
func isUsed(of map[string]any) bool { return of["total_ios"] != nil && of["total_ios"] != 0.0 }

// fioValue returns the number of a field: of the job, such as usr_cpu, of a direction, such as read.iops, or of an object in it, such as
// read.lat_ns.mean. What has no sample is no number.
func fioValue(job map[string]any, field string) (number float64, ok bool) {
	direction, name, found := strings.Cut(field, ".")
	if !found {
		number, ok = job[field].(float64)
		return number, ok
	}
	of, _ := job[direction].(map[string]any)
	stem, kind, _ := strings.Cut(name, "_")
	if object, part, nested := strings.Cut(name, "."); nested {
		latency, _ := of[object].(map[string]any)
		number, ok = latency[part].(float64)
		return number, ok && isUsed(of) && latency["N"] != 0.0
	}
	number, ok = of[name].(float64)
	return number, ok && isUsed(of) && (kind == "" || kind == "bytes" || of[stem+"_samples"] != 0.0)
}

// addPercentiles adds an object to a curve. Its keys are numbers, and the points are sorted by them.
func addPercentiles(curve *report.Curve, object any) {
	read, _ := object.(map[string]any)
	points := map[float64]float64{}
	for key, value := range read {
		x, isNumber := finite([]byte(key))
		if y, also := value.(float64); isNumber && also {
			points[x] = y
		}
	}
	for _, x := range slices.Sorted(maps.Keys(points)) {
		curve.X.Values, curve.Y.Values = append(curve.X.Values, x), append(curve.Y.Values, points[x])
	}
}
