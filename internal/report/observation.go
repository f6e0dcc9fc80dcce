package report

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
)

// An Observation is one number of a report and all that says what it is about.
type Observation struct {
	Run       *Run
	Source    *Source
	Result    *Result
	Field     *Field
	Process   string  // what it is about within the program: a process, a device, a rank, or ""
	Label, At string  // where on a curve or in which row of a table it is: "size" and "8", "section" and "Pair"
	Time      float64 // in seconds since 1970, or since the first sample; NaN if it is not known
	Value     float64
	Sampled   bool // it is of a series

	process Process // of a series
	weight  float64 // in a mean: the length of a sample, or 1
	curve   bool    // it is of a curve
}

// Name returns the name of the quantity: the title of the result, the field, and the place on a curve or in a table, for
// example "osu_latency.latency{size=8}". The record kind comes first if the metric of the log does not print it.
func (o Observation) Name() string {
	name := o.Field.Name
	if o.Result.Title != "" {
		name = o.Result.Title + "." + name
	}
	if o.Result.Kind.Name != o.Source.Metric && !o.Result.Kind.isOf(o.Source.Metric) {
		name = o.Result.Kind.Name + "." + name
	}
	if o.Label != "" {
		name += "{" + o.Label + "=" + o.At + "}"
	}
	return name
}

// isOf tells whether a metric prints the kind, also one that a set has twice.
func (k *Kind) isOf(metric string) bool {
	metric, _, _ = strings.Cut(metric, " #")
	return slices.Contains(k.Metrics, metric)
}

// A Record is a result, and where it comes from.
type Record struct {
	Run    int // in Report.Runs
	Source *Source
	Result *Result
}

// Records returns all results of a report, in its order.
func (r *Report) Records() iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for run := range r.Runs {
			for i := range r.Runs[run].Sources {
				source := &r.Runs[run].Sources[i]
				for j := range source.Results {
					if !yield(Record{run, source, &source.Results[j]}) {
						return
					}
				}
			}
		}
	}
}

// Observations returns all numbers of a report that are known, in its order. An observation is valid until the next one.
func (r *Report) Observations() iter.Seq[*Observation] {
	return func(yield func(*Observation) bool) {
		goesOn := true // what comes after the reader has stopped in a result is passed over
		say := func(o *Observation) { goesOn = goesOn && (!Known(o.Value) || yield(o)) }
		for of := range r.Records() {
			o := Observation{Run: &r.Runs[of.Run], Source: of.Source, Result: of.Result, Time: of.Result.Time, weight: 1}
			o.values(say)
			o.series(say)
			o.curves(say)
			o.tables(say)
			if !goesOn {
				return
			}
		}
	}
}

// column says the numbers of a column. place says where each stands.
func (o Observation) column(c Column, place func(*Observation, int), say func(*Observation)) {
	o.Field = c.Field
	for i, value := range c.Values {
		o.Value = value
		place(&o, i)
		say(&o)
	}
}

func (o Observation) values(say func(*Observation)) {
	for _, v := range o.Result.Values {
		o.Field, o.Value, o.Process = v.Field, v.Value, v.Process
		if o.Time = v.Time; !Known(v.Time) {
			o.Time = o.Result.Time
		}
		say(&o)
	}
}

func (o Observation) series(say func(*Observation)) {
	o.Sampled = true
	for _, s := range o.Result.Series {
		o.Process, o.process = s.Process.String(), s.Process
		for _, c := range s.Columns {
			o.column(c, func(o *Observation, i int) { o.Time, o.weight = s.Times[i], s.weight(i) }, say)
		}
	}
}

func (o Observation) curves(say func(*Observation)) {
	o.curve = true
	for _, c := range o.Result.Curves {
		o.Process, o.Label = Join(c.Process, c.Name), c.X.Name
		at := func(o *Observation, i int) {
			if o.At = Number(c.X.Values[i]); math.IsNaN(c.X.Values[i]) {
				o.Value = Unknown // the point stands nowhere
			}
		}
		o.column(c.Y, at, say)
	}
}

func (o Observation) tables(say func(*Observation)) {
	for _, t := range o.Result.Tables {
		o.Process, o.Label = t.Process, t.Label
		for _, c := range t.Columns {
			o.column(c, func(o *Observation, i int) { o.At = t.Labels[i] }, say)
		}
	}
}

// Join joins two words of which one may be missing.
func Join(a, b string) string {
	if a != "" && b != "" {
		return a + " " + b
	}
	return a + b
}

// AddNew adds a word to some, unless it is one of them or "".
func AddNew(words []string, word string) []string {
	if word == "" || slices.Contains(words, word) {
		return words
	}
	return append(words, word)
}

// Number returns the shortest form of a number that reads as the same number: integers without exponent up to 2^53.
func Number(value float64) string {
	if math.Abs(value) < 1<<53 && value == math.Trunc(value) {
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}
