package parse

import (
	"bytes"
	"math"

	"github.com/latchkey-dev/latchkey/internal/report"
)

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
