package report

import (
	"maps"
	"slices"
)

// measured is a quantity of one run.
type measured struct {
	Quantity
	sampled, curve bool
	total, weight  float64
	count          int
	taken          float64            // the value that counts so far, where the mean does not
	values         []float64          // unless they are samples
	times          map[sampleTime]int // how many processes each moment has, of what is summed over the processes of a pod
}

type sampleTime struct {
	source *Source
	at     float64
}

// value returns the mean over the pods of a run, and over what repeats within it, or what the field takes of them.
func (m *measured) value() float64 {
	if len(m.times) > 0 {
		return m.total / float64(len(m.times))
	}
	if !m.Field.Take.isMean() {
		return m.taken
	}
	return m.total / m.weight
}

// fewestProcesses is the share of the processes of a command that its moments must have in all. Else a sum over them is low by more than a twentieth.
const fewestProcesses = 0.95

// processes returns how many processes the pods of a run had at most, and tells whether a sum over them has moments at which a pod had
// fewer than at others: they had not begun, had ended, or were not sampled.
func (m *measured) processes() (most int, hasGaps bool) {
	mosts, moments := map[*Source]int{}, map[*Source]int{}
	for at, processes := range m.times {
		mosts[at.source] = max(mosts[at.source], processes)
		moments[at.source]++
	}
	all := 0
	for source, processes := range mosts {
		most += processes
		all += processes * moments[source]
	}
	return most, float64(m.count) < fewestProcesses*float64(all)
}

// Within returns the values of which each run's figures of merit are the mean, where there are several: of pods, tasks or repetitions.
func (r *Report) Within() []map[Quantity][]float64 {
	all := make([]map[Quantity][]float64, len(r.Runs))
	for i := range r.Runs {
		all[i] = map[Quantity][]float64{}
		for _, sources := range Grouped(r.Runs[i].Sources, func(s Source) string { return s.Pod }) {
			for _, m := range meritsOf(&Run{Sources: sources}) {
				if m.count != len(m.values) || !m.Field.Take.isMean() {
					m.values = []float64{m.value()}
				}
				all[i][m.Quantity] = append(all[i][m.Quantity], m.values...)
			}
		}
		maps.DeleteFunc(all[i], func(_ Quantity, values []float64) bool { return len(values) < 2 })
	}
	return all
}

// timeKind is the name of the kind of the times of commands.
const timeKind = "time"

// meritsOf returns the figures of merit of a run.
func meritsOf(run *Run) []*measured {
	return pointsOfCurves(measure(run, func(k *Kind, f *Field) bool { return slices.Contains(k.Merit, f.Name) }))
}

// HasFigure tells whether logs have a figure of merit, a sample, or the output of a program that has no figures, such as hwloc.
func HasFigure(sources []Source) bool {
	r := Report{Runs: []Run{{Sources: sources}}}
	isOfMetric := slices.ContainsFunc(sources, func(s Source) bool { return s.Metric != "" && s.Metric != timeKind })
	for of := range r.Records() {
		if len(of.Result.Kind.Merit) == 0 {
			return true
		}
	}
	for o := range r.Observations() {
		isTime := isOfMetric && o.Result.Kind.Name == timeKind // it says nothing of the program of the metric
		if o.Sampled || slices.Contains(o.Result.Kind.Merit, o.Field.Name) && !isTime {
			return true
		}
	}
	return false
}

// measure returns the quantities of a run, in the order of its logs. keep chooses fields; nil keeps all but names, which have no mean.
func measure(run *Run, keep func(*Kind, *Field) bool) []*measured {
	var all []*measured
	at := map[Quantity]*measured{}
	var m *measured // of the observation before, because a series has many of one quantity
	one := Report{Runs: []Run{*run}}
	for o := range one.Observations() {
		isThread := o.process.Thread != 0 // its process has the sum of them all
		if isThread || o.Field.Names || keep != nil && !keep(o.Result.Kind, o.Field) {
			continue
		}
		q := o.quantity()
		if m == nil || m.Quantity != q {
			m = at[q]
		}
		if m == nil {
			m = &measured{Quantity: q, sampled: o.Sampled, curve: o.curve, times: map[sampleTime]int{}}
			at[q] = m
			all = append(all, m)
		}
		m.add(o)
		if !o.Sampled && keep != nil {
			m.values = append(m.values, o.Value)
		}
	}
	if seconds := run.End.Sub(run.Start).Seconds(); !run.Start.IsZero() && seconds > 0 && (keep == nil || keep(Duration, &Duration.Fields[0])) {
		all = append(all, &measured{Quantity: Quantity{Kind: Duration, Field: Duration.Fields[0]}, total: seconds, weight: 1, count: 1})
	}
	return all
}

// Duration is the kind of the time of a run, which needs no program.
var Duration = &Kind{
	Name:   "run",
	Title:  "run",
	Form:   "event logs of Flux, marks with times, set.json",
	URL:    "https://flux-framework.readthedocs.io/projects/flux-rfc/en/latest/spec_21.html",
	Merit:  []string{"duration"},
	Fields: []Field{{Name: "duration", Title: "duration", Unit: "s", Better: Lower, Scales: true, Doc: "time from start to end of the job or the application, with the start of its processes"}},
}

func (m *measured) add(o *Observation) {
	if m.count++; m.count == 1 {
		m.taken = o.Value
	} else {
		m.taken = m.Field.Take.of(m.taken, o.Value)
	}
	m.total, m.weight = m.total+o.Value*o.weight, m.weight+o.weight
	if o.process.ID != 0 { // and not of a device
		m.times[sampleTime{o.Source, o.Time}]++
	}
}

// quantity returns what an observation is about: all processes of a command, because those of two runs have different numbers.
func (o *Observation) quantity() Quantity {
	about := o.Process
	if o.Sampled {
		about = o.process.Name
	}
	return Quantity{Metric: o.Source.Metric, Kind: o.Result.Kind, Title: Join(o.Result.Title, about), Field: *o.Field, Label: o.Label, At: o.At}
}

// pointsOfCurves keeps one point of each curve: the point that the field names. Without a name it keeps the first positive point if
// less is better, such as the latency of the smallest message, and else the last. Of fields that say so, all points or rows are one figure.
func pointsOfCurves(all []*measured) []*measured {
	var kept []*measured
	at := map[Quantity]int{}
	for _, m := range all {
		curve := m.Quantity
		curve.At = ""
		if m.Field.Rows != "" {
			curve.Label, curve.Field.Take = "", m.Field.Rows
			if _, seen := at[curve]; !seen {
				at[curve] = len(kept)
				kept = append(kept, &measured{Quantity: curve})
			}
			kept[at[curve]].add(&Observation{Value: m.value(), weight: 1})
			continue
		}
		if m.curve && m.Field.Better == Lower && !(m.x() > 0) {
			continue // the latency of 0 B
		}
		i, seen := at[curve]
		switch {
		case !m.curve || !seen:
			at[curve] = len(kept)
			kept = append(kept, m)
		case m.Field.Better == Higher && m.Field.At == 0 || !kept[i].isPoint():
			kept[i] = m
		}
	}
	return kept
}

// isPoint tells whether a point of a curve is not before the one that is compared.
func (m *measured) isPoint() bool { return m.x() > 0 && m.x() >= m.Field.At }

// x returns the place of a point on its curve.
func (m *measured) x() float64 { return numberIn(m.At) }
