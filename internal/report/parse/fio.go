package parse

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// fioDirections are the parts of a job, each with I/O in one direction.
var fioDirections = []string{"read", "write", "trim"}

func (d *document) fio(l *line) {
	var read struct {
		Version string         `json:"fio version"`
		Time    float64        `json:"timestamp"`
		Global  map[string]any `json:"global options"`
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
		options := map[string]any{}
		maps.Copy(options, read.Global)
		maps.Copy(options, objectIn(job, "job options"))
		for _, name := range slices.Sorted(maps.Keys(options)) {
			text, _ := options[name].(string)
			result.Texts = append(result.Texts, report.Text{Name: "option " + name, Text: text})
		}
		for _, direction := range fioDirections {
			modernize(objectIn(job, direction))
		}
		addJob(&result, job)
		d.source.add(result)
	}
}

// modernize gives what fio 2 says of a direction the names and units of fio 3: B for KiB, and ns for us.
func modernize(of map[string]any) {
	if rate, ok := of["bw"].(float64); ok && of["bw_bytes"] == nil {
		data, _ := of["io_bytes"].(float64)
		of["bw_bytes"], of["io_bytes"], of["bw_samples"] = rate*1024, data*1024, of["bw_max"]
	}
	for _, name := range []string{"slat", "clat", "lat"} {
		if latency := objectIn(of, name); latency != nil && of[name+"_ns"] == nil {
			of[name+"_ns"] = thousandfold(latency)
		}
	}
}

// thousandfold returns an object with all numbers in it times 1,000.
func thousandfold(object map[string]any) map[string]any {
	all := map[string]any{}
	for name, value := range object {
		switch value := value.(type) {
		case float64:
			all[name] = value * 1000
		case map[string]any:
			all[name] = thousandfold(value)
		}
	}
	return all
}

// iperf adds the result of iperf3. The fields of its kind are numbers of the objects in "end".
func (d *document) iperf(l *line) {
	var read struct {
		Error string
		Start struct {
			Version string
			Test    map[string]any `json:"test_start"`
		}
		End map[string]any
	}
	if err := json.Unmarshal(d.text, &read); err != nil && read.Error == "" {
		d.lost(l.number, "the document is not as iperf3 prints it: "+err.Error())
		return
	}
	result := d.source.newResult(kindOf("iperf3"))
	result.Line, result.Fault = d.first, read.Error
	result.Texts = append(result.Texts, report.Text{Name: "version", Text: read.Start.Version})
	for _, name := range slices.Sorted(maps.Keys(read.Start.Test)) {
		result.Texts = append(result.Texts, report.Text{Name: name, Text: fmt.Sprint(read.Start.Test[name])})
	}
	addFields(&result, func(field string) (float64, bool) { return numberAt(read.End, field) })
	d.source.add(result)
}

// addFields adds the fields of the kind that have a number, in the order of the kind.
func addFields(result *report.Result, numberOf func(field string) (float64, bool)) {
	for i := range result.Kind.Fields {
		field := &result.Kind.Fields[i]
		if number, ok := numberOf(field.Name); ok {
			result.Values = append(result.Values, report.Value{Field: field, Value: number, Time: result.Time})
		}
	}
}

// numberAt returns the number at a path in an object: "read.lat_ns.mean".
func numberAt(object map[string]any, path string) (number float64, ok bool) {
	name, rest, nested := strings.Cut(path, ".")
	if nested {
		return numberAt(objectIn(object, name), rest)
	}
	number, ok = object[name].(float64)
	return number, ok
}

// objectIn returns an object in an object, or nil.
func objectIn(object map[string]any, name string) map[string]any {
	inner, _ := object[name].(map[string]any)
	return inner
}

// addJob adds the figures of a job. A short job has no samples.
func addJob(result *report.Result, job map[string]any) {
	addFields(result, func(field string) (float64, bool) { return fioValue(job, field) })
	if number, _ := job["error"].(float64); number != 0 {
		result.Fault = "an error ended the job: " + report.Number(number)
	}
	for _, direction := range fioDirections {
		of := objectIn(job, direction)
		curve := report.Curve{X: report.Column{Field: fieldOf(result.Kind, "percentile")}, Y: report.Column{Field: fieldOf(result.Kind, direction+".clat_percentile")}}
		if addPercentiles(&curve, objectIn(objectIn(of, "clat_ns"), "percentile")); len(curve.X.Values) > 0 && isUsed(of) {
			result.Curves = append(result.Curves, curve)
		}
	}
}

// isUsed tells whether a job has read, written or trimmed anything.
func isUsed(of map[string]any) bool { return of["io_bytes"] != nil && of["io_bytes"] != 0.0 }

// fioValue returns the number of a field: of the job, such as usr_cpu, of a direction, such as read.iops, or of an object in it, such as
// read.lat_ns.mean. What has no sample is not a number.
func fioValue(job map[string]any, field string) (float64, bool) {
	number, ok := numberAt(job, field)
	direction, name, _ := strings.Cut(field, ".")
	of := objectIn(job, direction)
	if of == nil {
		return number, ok
	}
	stem, unit, _ := strings.Cut(name, "_")
	object, _, _ := strings.Cut(name, ".")
	hasSamples := objectIn(of, object)["N"] != 0.0 && (unit == "" || unit == "bytes" || of[stem+"_samples"] != 0.0)
	return number, ok && isUsed(of) && hasSamples
}

// addPercentiles adds an object to a curve. Its keys are numbers, and the points are sorted by them.
func addPercentiles(curve *report.Curve, object map[string]any) {
	points := map[float64]float64{}
	for key, value := range object {
		x, isNumber := finite([]byte(key))
		if y, also := value.(float64); isNumber && also {
			points[x] = y
		}
	}
	for _, x := range slices.Sorted(maps.Keys(points)) {
		curve.X.Values, curve.Y.Values = append(curve.X.Values, x), append(curve.Y.Values, points[x])
	}
}
