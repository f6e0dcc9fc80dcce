package report

import "slices"

// measured is a quantity of one run.
type measured struct {
	Quantity
	key            quantityKey
	sampled, curve bool
	total          float64
	count          int
	times          map[sampleTime]bool // of what is summed over the processes of a pod
}

// quantityKey is what makes a quantity of two runs the same.
type quantityKey struct {
	metric, title, field, label, at string
	kind                            *Kind
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
	at := map[quantityKey]*measured{}
	one := Report{Runs: []Run{*run}}
	for o := range one.Observations(keep) {
		key := keyOf(o)
		m := at[key]
		if m == nil {
			m = newMeasured(o, key)
			at[key] = m
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

// keyOf returns the key of an observation. Series of all processes and devices are one quantity, because the processes of
// two runs have different numbers. The parts of a program are not.
func keyOf(o Observation) quantityKey {
	key := quantityKey{metric: o.Source.Metric, title: o.Result.Title, field: o.Field.Name, label: o.Label, at: o.At, kind: o.Result.Kind}
	if !o.sampled {
		key.title = join(key.title, o.Process)
	}
	return key
}

func newMeasured(o Observation, key quantityKey) *measured {
	q := Quantity{Metric: key.metric, Kind: key.kind, Title: key.title, Field: o.Field, Label: key.label, At: key.at}
	return &measured{Quantity: q, key: key, sampled: o.sampled, curve: o.curve, times: map[sampleTime]bool{}}
}

// endsOfCurves keeps one point of each curve: the first if less is better, such as the latency of the smallest message, and
// else the last.
func endsOfCurves(all []*measured) []*measured {
	var kept []*measured
	at := map[quantityKey]int{}
	for _, m := range all {
		curve := m.key
		curve.at = ""
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
