package parse

import (
	"bytes"
	"math"

	"github.com/latchkey-dev/latchkey/internal/report"
)

var mixbench = program{
	kind: &report.Kind{
		Name:  "mixbench",
		Title: "mixbench",
		Form:  "ekondis/mixbench 0.04, mixbench-cpu and mixbench-cuda; with several devices the mean of all",
		URL:   "https://github.com/ekondis/mixbench",
		Merit: []string{"double.peak", "bandwidth"},
		Fields: []report.Field{
			{Name: "double.peak", Title: "double precision", Unit: "GFLOP/s", Better: report.Higher, Doc: "greatest rate of all intensities"},
			{Name: "single.peak", Title: "single precision", Unit: "GFLOP/s", Better: report.Higher, Doc: "greatest rate of all intensities"},
			{Name: "half.peak", Title: "half precision", Unit: "GFLOP/s", Better: report.Higher, Doc: "greatest rate of all intensities"},
			{Name: "integer.peak", Title: "integer", Unit: "GIOP/s", Better: report.Higher, Doc: "greatest rate of all intensities"},
			{Name: "bandwidth", Title: "bandwidth", Unit: "GB/s", Better: report.Higher, Doc: "greatest data rate of all precisions and intensities"},
			{Name: "double.rate", Title: "double precision", Unit: "GFLOP/s", Better: report.Higher, Doc: "rate at an intensity"},
			{Name: "single.rate", Title: "single precision", Unit: "GFLOP/s", Better: report.Higher, Doc: "rate at an intensity"},
			{Name: "half.rate", Title: "half precision", Unit: "GFLOP/s", Better: report.Higher, Doc: "rate at an intensity"},
			{Name: "integer.rate", Title: "integer", Unit: "GIOP/s", Better: report.Higher, Doc: "rate at an intensity"},
			{Name: "intensity", Title: "intensity", Unit: "1/B", Doc: "x axis: operations for each byte of data"},
			{Name: "devices", Title: "devices", Doc: "number of outputs: one for each GPU or processor"},
			{Name: "threads", Title: "threads", Doc: "number of threads (CPU)"},
			{Name: "working_memory", Title: "memory", Unit: "MB", Doc: "memory that is read and written (CPU)"},
			{Name: "buffer", Title: "buffer", Unit: "MB", Doc: "memory that is read and written (GPU)"},
		},
	},
	first: []string{"mixbench (", "mixbench-{} ("},
	forms: []string{
		"mixbench ({version...})", "mixbench-{} ({version...})",
		"Device: {device...}",
		"ECC enabled: {ecc!}",
		"Total threads: {threads}",
		"Working memory size: {working_memory}MB",
		"Buffer size: {buffer}MB",
	},
	mixed: true,
	more:  func() lines { return &mixbenchRows{rates: map[mixbenchKey]*mixbenchRate{}} },
}

// mixbenchRows are the rows of all devices. A row has the number of operations and, for each precision, intensity, time,
// rate and bandwidth.
type mixbenchRows struct {
	precisions []string
	rates      map[mixbenchKey]*mixbenchRate
	order      []mixbenchKey
	devices    float64
}

type mixbenchKey struct {
	precision string
	intensity float64
}

// mixbenchRate is the sum over devices.
type mixbenchRate struct{ count, rate, bandwidth float64 }

func (m *mixbenchRows) line(_ *output, l line) bool {
	cells := cellsOf(l.text, ",")
	switch {
	case string(cells[0]) == "Experiment ID":
		m.precisions = nil
		m.devices++
		for _, title := range cells[1:] {
			if len(title) > 0 {
				m.precisions = append(m.precisions, slug(string(bytes.Fields(title)[0])))
			}
		}
	case len(m.precisions) > 0 && len(cells) == 1+4*len(m.precisions):
		return m.row(numbers(bytes.Join(cells, []byte(" "))))
	}
	return false
}

// row adds a row. It is false if the line is none.
func (m *mixbenchRows) row(read []float64) bool {
	if len(read) != 1+4*len(m.precisions) {
		return false
	}
	for i, precision := range m.precisions {
		key := mixbenchKey{precision, read[1+4*i]}
		if m.rates[key] == nil {
			m.rates[key] = &mixbenchRate{}
			m.order = append(m.order, key)
		}
		r := m.rates[key]
		r.count, r.rate, r.bandwidth = r.count+1, r.rate+read[3+4*i], r.bandwidth+read[4+4*i]
	}
	return true
}

// end adds the means of all devices.
func (m *mixbenchRows) end(o *output, _ int) {
	if len(m.order) == 0 {
		o.result.Fault = "it printed no figures"
		return
	}
	bandwidth, peaks, curves := 0.0, map[string]float64{}, map[string]*report.Curve{}
	for _, key := range m.order {
		r := m.rates[key]
		if curves[key.precision] == nil {
			curves[key.precision] = &report.Curve{X: columnOf(o.kind, "intensity"), Y: columnOf(o.kind, key.precision+".rate"), LogX: true}
		}
		addPoint(curves[key.precision], key.intensity, r.rate/r.count)
		peaks[key.precision], bandwidth = math.Max(peaks[key.precision], r.rate/r.count), math.Max(bandwidth, r.bandwidth/r.count)
	}
	for _, precision := range m.precisions {
		o.value(precision+".peak", peaks[precision], o.result.Time)
		o.result.Curves = append(o.result.Curves, *curves[precision])
	}
	o.value("bandwidth", bandwidth, o.result.Time)
	o.value("devices", m.devices, o.result.Time)
}
