package report

import "math"

// measureKey is what makes a quantity of two runs the same.
type measureKey struct {
	metric, title, field, process, label, at string
	kind                                     *Kind
	curve                                    bool
}

// sum is the mean of a quantity in one run, while it is made.
type sum struct {
	total float64
	count int
}

// measures returns the quantities that at least two groups have, or two runs if there is one group. The value of a run is
// the mean of its pods, processes and samples.
func measures(r *Report, groups []Group) []Measure {
	var order []measureKey
	fields := map[measureKey]Field{}
	values := make([]map[measureKey]sum, len(r.Runs))
	for i := range r.Runs {
		values[i] = map[measureKey]sum{}
		one := Report{Runs: r.Runs[i : i+1]}
		for o := range one.Observations(nil) {
			key := keyOf(o)
			if _, known := fields[key]; !known {
				fields[key] = o.Field
				order = append(order, key)
			}
			s := values[i][key]
			values[i][key] = sum{s.total + o.Value, s.count + 1}
		}
	}
	var all []Measure
	for _, key := range order {
		m := Measure{Metric: key.metric, Kind: key.kind, Title: join(key.title, key.process), Field: fields[key], Label: key.label, At: key.at, curve: key.curve}
		runs, filled := 0, 0
		for _, g := range groups {
			means := meansOf(values, g.Runs, key)
			runs += len(means)
			if len(means) > 0 {
				filled++
			}
			m.Cells = append(m.Cells, Cell{Stats: Summarize(means)})
		}
		if runs < 2 || filled < min(2, len(groups)) {
			continue
		}
		rate(&m, groups)
		all = append(all, m)
	}
	return all
}

// keyOf returns the key of an observation. Series of all processes and devices are one quantity, because the processes of
// two runs have different numbers. The parts of a program are not.
func keyOf(o Observation) measureKey {
	key := measureKey{
		metric: o.Source.Metric, kind: o.Result.Kind, title: o.Result.Title, field: o.Field.Name, process: o.Process, label: o.Label, at: o.At,
		curve: o.curve,
	}
	if o.sampled {
		key.process = ""
	}
	return key
}

func meansOf(values []map[measureKey]sum, runs []int, key measureKey) []float64 {
	var means []float64
	for _, run := range runs {
		if s := values[run][key]; s.count > 0 {
			means = append(means, s.total/float64(s.count))
		}
	}
	return means
}

// rate sets the speed-up and the ideal speed-up of each cell.
func rate(m *Measure, groups []Group) {
	base := -1
	for i := range m.Cells {
		cell := &m.Cells[i]
		cell.Speedup, cell.Ideal = Unknown, Unknown
		if cell.Count == 0 {
			continue
		}
		if base < 0 {
			base = i
		}
		first := m.Cells[base].Mean
		switch m.Field.Better {
		case Lower:
			cell.Speedup = ratio(first, cell.Mean)
		case Higher:
			cell.Speedup = ratio(cell.Mean, first)
		}
		cell.Ideal = ratio(groups[i].Scale, groups[base].Scale)
	}
}

// ratio returns a / b, or NaN if that is no number.
func ratio(a, b float64) float64 {
	if b == 0 || math.IsInf(a/b, 0) {
		return Unknown
	}
	return a / b
}
