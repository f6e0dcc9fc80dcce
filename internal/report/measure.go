package report

import "slices"

// measured is a quantity of one run.
type measured struct {
	Quantity
	sampled, curve bool
	total          float64
	count          int
	times          map[sampleTime]bool // of what is summed over the processes of a pod
}

type sampleTime struct {
	source *Source
	at     float64
}

// value returns the mean over the pods of a run, and over what repeats within it.
func (m *measured) value() float64 {
	if len(m.times) > 0 {
		return m.total / float64(len(m.times))
	}
	return m.total / float64(m.count)
}

// timeKind is the name of the kind of the times of commands.
const timeKind = "time"

// meritsOf returns the figures of merit of a run. The time of a command is one if no program has another.
func meritsOf(run *Run) []*measured {
	all := endsOfCurves(measure(run, func(k *Kind, f Field) bool { return slices.Contains(k.Merit, f.Name) }))
	program := slices.ContainsFunc(all, func(m *measured) bool { return !m.sampled && m.Kind.Name != timeKind })
	return slices.DeleteFunc(all, func(m *measured) bool { return program && m.Kind.Name == timeKind })
}

// measure returns the quantities of a run, in the order of its logs. keep chooses fields; nil keeps all.
func measure(run *Run, keep func(*Kind, Field) bool) []*measured {
	var all []*measured
	at := map[Quantity]*measured{}
	one := Report{Runs: []Run{*run}}
	for o := range one.Observations(keep) {
		q := o.quantity()
		m := at[q]
		if m == nil {
			m = &measured{Quantity: q, sampled: o.sampled, curve: o.curve, times: map[sampleTime]bool{}}
			at[q] = m
			all = append(all, m)
		}
		m.add(o)
	}
	return all
}

func (m *measured) add(o Observation) {
	m.total += o.Value
	m.count++
	if o.ofProcess {
		m.times[sampleTime{o.Source, o.Time}] = true
	}
}

// quantity returns what an observation is about. Series of all processes and devices are one quantity, because the processes of
// two runs have different numbers. The parts of a program are not.
func (o Observation) quantity() Quantity {
	q := Quantity{Metric: o.Source.Metric, Kind: o.Result.Kind, Title: o.Result.Title, Field: o.Field, Label: o.Label, At: o.At}
	if !o.sampled {
		q.Title = Join(q.Title, o.Process)
	}
	return q
}

// endsOfCurves keeps one point of each curve: the first if less is better, such as the latency of the smallest message, and
// else the last.
func endsOfCurves(all []*measured) []*measured {
	var kept []*measured
	at := map[Quantity]int{}
	for _, m := range all {
		curve := m.Quantity
		curve.At = ""
		i, seen := at[curve]
		switch {
		case !m.curve || !seen:
			at[curve] = len(kept)
			kept = append(kept, m)
		case m.Field.Better == Higher:
			kept[i] = m
		}
	}
	return kept
}
