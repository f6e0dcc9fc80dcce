package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// WriteJSON writes a report as one JSON object. A number that is not known is null.
//
// It writes source by source, because a run of a thousand pods has too many samples to hold their text.
func WriteJSON(w io.Writer, r *Report) error {
	e := &encoder{Writer: bufio.NewWriter(w)}
	e.text(`{"runs":`)
	e.runs(r.Runs)
	if len(r.Rest) > 0 {
		e.text(`,"rest":`)
		e.runs(r.Rest)
	}
	e.text(`,"comparison":`)
	e.comparison(r.Comparison)
	e.text(`,"problems":`)
	e.list(len(r.Problems), func(i int) { e.value(r.Problems[i]) })
	e.text("}\n")
	return errors.Join(e.err, e.Flush())
}

// encoder writes JSON. It keeps the first error of encoding. Its writer keeps the first error of writing.
type encoder struct {
	*bufio.Writer
	err error
}

func (e *encoder) text(text string) { fmt.Fprint(e, text) }

func (e *encoder) value(value any) {
	e.open(value)
	e.text("}")
}

// open writes an object to which more is added.
func (e *encoder) open(value any) {
	data, err := json.Marshal(value)
	e.err = cmp.Or(e.err, err)
	_, _ = e.Write(bytes.TrimSuffix(text.JSON(data), []byte("}")))
}

// list writes a list of n elements.
func (e *encoder) list(n int, element func(int)) {
	e.text("[")
	for i := range n {
		if i > 0 {
			e.text(",")
		}
		e.text("\n")
		element(i)
	}
	e.text("]")
}

func (e *encoder) runs(all []Run) {
	e.list(len(all), func(i int) {
		e.open(&all[i])
		if sources := all[i].Sources; len(sources) > 0 {
			e.text(`,"sources":`)
			e.list(len(sources), func(j int) { e.value(&sources[j]) })
		}
		e.text("}")
	})
}

func (e *encoder) comparison(of *Comparison) {
	c := *of
	c.By, c.Cells, c.Lines, c.Findings, c.Left = listed(c.By), listed(c.Cells), listed(c.Lines), listed(c.Findings), listed(c.Left)
	e.open(&c)
	if c.Study != nil {
		e.text(`,"study":`)
		e.value(studyView{c.Study.Name, c.Verdict(), listed(c.Judgements), listed(c.Missing), listed(c.Aside)})
	}
	e.text(`,"figures":`)
	e.list(len(c.Figures), func(i int) { e.value(newFigureView(c.Figures[i])) })
	e.text("}")
}

// listed returns a list that is [] and not null in JSON if it is empty.
func listed[T any](list []T) []T { return append([]T{}, list...) }

// number returns a number that JSON can say, or nil.
func number(value float64) *float64 {
	if !Known(value) {
		return nil
	}
	return &value
}

// Numbers are a list in JSON, with null for what is not known.
type Numbers []float64

// MarshalJSON writes the list.
func (all Numbers) MarshalJSON() ([]byte, error) {
	out := []byte{'['}
	for i, value := range all {
		if i > 0 {
			out = append(out, ',')
		}
		if Known(value) {
			out = strconv.AppendFloat(out, value, 'g', -1, 64)
		} else {
			out = append(out, "null"...)
		}
	}
	return append(out, ']'), nil
}

// MarshalJSON writes the name and unit of the column with its values.
func (c Column) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name   string  `json:"name"`
		Unit   string  `json:"unit,omitempty"`
		Values Numbers `json:"values"`
	}{c.Name, c.Unit, c.Values})
}

// MarshalJSON leaves out the index of a log of no pod.
func (s *Source) MarshalJSON() ([]byte, error) {
	type plain Source
	view := struct {
		*plain
		Index *int `json:"index,omitempty"`
	}{plain: (*plain)(s)}
	if s.Index >= 0 {
		view.Index = &s.Index
	}
	return json.Marshal(view)
}

// MarshalJSON writes the name of the kind, and leaves out a time that is not known.
func (r Result) MarshalJSON() ([]byte, error) {
	type plain Result
	return json.Marshal(struct {
		Kind string `json:"kind"`
		plain
		Time *float64 `json:"time,omitempty"`
	}{r.Kind.Name, plain(r), number(r.Time)})
}

// MarshalJSON writes the value with its unit.
func (v Value) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name    string   `json:"name"`
		Value   *float64 `json:"value"`
		Unit    string   `json:"unit,omitempty"`
		Process string   `json:"process,omitempty"`
		Time    *float64 `json:"time,omitempty"`
	}{v.Name, number(v.Value), v.Unit, v.Process, number(v.Time)})
}

// studyView is what a study says of its runs, as JSON.
type studyView struct {
	Name       string      `json:"name"`
	Verdict    Verdict     `json:"verdict"`
	Judgements []Judgement `json:"judgements"`
	Missing    []Missing   `json:"missing"`
	Aside      []Aside     `json:"aside"`
}

type figureView struct {
	Metric  string   `json:"metric"`
	Kind    string   `json:"kind"`
	Title   string   `json:"title,omitempty"`
	Name    string   `json:"name"`
	Label   string   `json:"label,omitempty"`
	At      string   `json:"at,omitempty"`
	Unit    string   `json:"unit,omitempty"`
	Better  Better   `json:"better,omitempty"`
	Entries []*Entry `json:"entries"`
}

func newFigureView(f Figure) figureView {
	return figureView{f.Metric, f.Kind.Name, f.Title, f.Field.Name, f.Label, f.At, f.Field.Unit, f.Field.Better, f.Entries}
}

// MarshalJSON leaves out a place on the axis that is not known.
func (c Cell) MarshalJSON() ([]byte, error) {
	type plain Cell
	return json.Marshal(struct {
		plain
		At *float64 `json:"at,omitempty"`
	}{plain(c), number(c.At)})
}

// MarshalJSON writes what is not known as null, or leaves it out where it has no meaning.
func (e *Entry) MarshalJSON() ([]byte, error) {
	view := struct {
		N              int       `json:"n"`
		Values         []float64 `json:"values"`
		Mean           *float64  `json:"mean"`
		Half           *float64  `json:"half"`
		Deviation      *float64  `json:"deviation"`
		Min            *float64  `json:"min"`
		Q1             *float64  `json:"q1"`
		Median         *float64  `json:"median"`
		Q3             *float64  `json:"q3"`
		Max            *float64  `json:"max"`
		Base           *int      `json:"base,omitempty"`
		Speedup        *float64  `json:"speedup,omitempty"`
		SpeedupHalf    *float64  `json:"speedupHalf,omitempty"`
		Efficiency     *float64  `json:"efficiency,omitempty"`
		EfficiencyHalf *float64  `json:"efficiencyHalf,omitempty"`
	}{
		N: e.N, Values: listed(e.Values), Mean: number(e.Mean), Half: number(e.Half), Deviation: number(e.Deviation),
		Min: number(e.Min), Q1: number(e.Q1), Median: number(e.Median), Q3: number(e.Q3), Max: number(e.Max),
		Speedup: number(e.Speedup.Value), SpeedupHalf: number(e.Speedup.Half),
		Efficiency: number(e.Efficiency.Value), EfficiencyHalf: number(e.Efficiency.Half),
	}
	if e.Base >= 0 {
		view.Base = &e.Base
	}
	return json.Marshal(view)
}

// MarshalJSON leaves out a limit that is infinite.
func (j Judgement) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Verdict   Verdict  `json:"verdict"`
		Figure    string   `json:"figure"`
		Cell      string   `json:"cell"`
		Unit      string   `json:"unit,omitempty"`
		Mean      *float64 `json:"mean"`
		N         int      `json:"n"`
		Reference float64  `json:"reference"`
		Least     *float64 `json:"least,omitempty"`
		Greatest  *float64 `json:"greatest,omitempty"`
	}{j.Verdict, j.Figure, j.Cell, j.Unit, number(j.Value), j.N, j.Reference.Value, number(j.Least), number(j.Greatest)})
}
