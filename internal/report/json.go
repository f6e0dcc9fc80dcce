package report

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// WriteJSON writes a report as one JSON object, value by value: a run of a thousand pods has too many samples to hold their text.
func WriteJSON(w io.Writer, r *Report) error {
	e := &encoder{Writer: bufio.NewWriter(w)}
	e.object("runs", each(e, r.Runs, e.run), "rest?", each(e, r.Rest, e.run),
		"comparison", func() { e.comparison(r.Comparison) }, "problems", each(e, r.Problems, func(p Problem) { e.value(p) }))
	_ = e.WriteByte('\n')
	return errors.Join(e.err, e.Flush())
}

// encoder writes JSON. It keeps the first error of encoding. Its writer keeps the first error of writing.
type encoder struct {
	*bufio.Writer
	err error
}

// object writes names with their values. A name that ends in "?" is left out if its value is empty or not known.
func (e *encoder) object(members ...any) {
	separator := "{\""
	for i := 0; i < len(members); i += 2 {
		name, optional := strings.CutSuffix(members[i].(string), "?")
		if optional && isEmpty(members[i+1]) {
			continue
		}
		_, _ = e.WriteString(separator + name + "\":")
		e.value(members[i+1])
		separator = ",\""
	}
	_ = e.WriteByte('}')
}

func isEmpty(value any) bool {
	if number, isNumber := value.(float64); isNumber {
		return !Known(number)
	}
	v := reflect.ValueOf(value)
	return v.IsZero() || (v.Kind() == reflect.Map || v.Kind() == reflect.Slice) && v.Len() == 0
}

// value writes a value, or calls a function that does.
func (e *encoder) value(value any) {
	switch v := value.(type) {
	case func():
		v()
		return
	case Numbers:
		_, _ = e.Write(v.JSON(-1))
		return
	case float64:
		if !Known(v) {
			value = nil
		}
	}
	data, err := json.Marshal(value)
	e.err = cmp.Or(e.err, err)
	_, _ = e.Write(text.JSON(data))
}

// each returns what writes a list.
func each[T any](e *encoder, all []T, element func(T)) any {
	if len(all) == 0 {
		return []T{}
	}
	return func() {
		separator := "[\n"
		for _, one := range all {
			_, _ = e.WriteString(separator)
			element(one)
			separator = ",\n"
		}
		_ = e.WriteByte(']')
	}
}

func (e *encoder) run(r Run) {
	e.object("name", r.Name, "path", r.Path, "set?", r.Set, "state?", r.State, "reason?", r.Reason, "facts?", r.Facts,
		"start?", r.Start, "end?", r.End, "phases?", r.Phases, "job?", r.Job, "sources?", each(e, r.Sources, e.source))
}

func (e *encoder) source(s Source) {
	e.object("file", s.File, "pod?", s.Pod, "job?", s.Job, "container?", s.Container, "metric?", s.Metric, "pods?", s.Pods, "options?", s.Options,
		"results?", each(e, s.Results, e.result), "index?", index(s.Index))
}

func (e *encoder) result(r Result) {
	e.object("kind", r.Kind.Name, "title?", r.Title, "line", r.Line, "fault?", r.Fault, "texts?", r.Texts,
		"values?", each(e, r.Values, func(v Value) {
			e.object("name", v.Name, "value", v.Value, "unit?", v.Unit, "process?", v.Process, "time?", v.Time)
		}),
		"series?", each(e, r.Series, func(s Series) {
			e.object("process", s.Process, "absolute", s.Absolute, "times", s.Times, "lengths?", s.Lengths, "fields?", each(e, s.Columns, e.column))
		}),
		"curves?", each(e, r.Curves, func(c Curve) {
			e.object("name", c.Name, "process?", c.Process, "x", func() { e.column(c.X) }, "y", func() { e.column(c.Y) })
		}),
		"tables?", each(e, r.Tables, func(t Table) {
			e.object("name", t.Name, "process?", t.Process, "label", t.Label, "rows", t.Labels, "columns?", each(e, t.Columns, e.column))
		}),
		"time?", r.Time)
}

func (e *encoder) column(c Column) { e.object("name", c.Name, "unit?", c.Unit, "values", c.Values) }

func (e *encoder) comparison(c *Comparison) {
	e.object("by", listed(c.By), "over?", c.Over, "all?", c.All, "cells", each(e, c.Cells, func(c Cell) {
		e.object("name", c.Name, "facts?", c.Facts, "line", c.Line, "runs", c.Runs, "at?", c.At)
	}), "lines", listed(c.Lines), "findings", listed(c.Findings), "left", listed(c.Left), "study?", e.study(c), "figures", each(e, c.Figures, e.figure))
}

// study returns what writes what a study says of its runs, or nil without one.
func (e *encoder) study(c *Comparison) func() {
	if c.Study == nil {
		return nil
	}
	return func() {
		e.object("name", c.Study.Name, "verdict", c.Verdict(), "judgements", each(e, c.Judgements, func(j Judgement) {
			e.object("verdict", j.Verdict, "figure", j.Figure, "cell", j.Cell, "unit?", j.Unit, "mean", j.Value, "n", j.N, "reference", j.Reference.Value,
				"least?", j.Least, "greatest?", j.Greatest)
		}), "missing", listed(c.Missing), "aside", listed(c.Aside))
	}
}

func (e *encoder) figure(f Figure) {
	e.object("metric", f.Metric, "kind", f.Kind.Name, "title?", f.Title, "name", f.Field.Name, "label?", f.Label, "at?", f.At, "unit?", f.Field.Unit,
		"better?", f.Field.Better, "entries", each(e, f.Entries, e.entry))
}

func (e *encoder) entry(of *Entry) {
	e.object("cell", of.Cell, "n", of.N, "values", listed(of.Values), "mean", of.Mean, "half", of.Half, "deviation", of.Deviation, "min", of.Min, "q1", of.Q1,
		"median", of.Median, "q3", of.Q3, "max", of.Max, "base?", index(of.Base), "speedup?", of.Speedup.Value, "speedupLow?", of.Speedup.Low,
		"speedupHigh?", of.Speedup.High, "efficiency?", of.Efficiency.Value, "efficiencyLow?", of.Efficiency.Low, "efficiencyHigh?", of.Efficiency.High)
}

// index returns an index as a number. That of what has none, -1, is not known.
func index(at int) float64 {
	if at < 0 {
		return Unknown
	}
	return float64(at)
}

// listed returns a list that is [] and not null in JSON if it is empty.
func listed[T any](list []T) []T { return append([]T{}, list...) }

// Numbers are a list in JSON, with null for what is not known.
type Numbers []float64

// JSON returns the list. Numbers that are not whole have so many significant digits, or all for -1.
func (all Numbers) JSON(digits int) []byte {
	out := []byte{'['}
	for i, value := range all {
		if i > 0 {
			out = append(out, ',')
		}
		switch {
		case !Known(value):
			out = append(out, "null"...)
		case value == math.Trunc(value):
			out = strconv.AppendFloat(out, value, 'g', -1, 64)
		default:
			out = strconv.AppendFloat(out, value, 'g', digits, 64)
		}
	}
	return append(out, ']')
}

// At returns the numbers at some places. None stay none.
func (all Numbers) At(places []int) (some Numbers) {
	if all == nil {
		return nil
	}
	for _, at := range places {
		some = append(some, all[at])
	}
	return some
}
