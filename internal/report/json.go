package report

import (
	"encoding/json"
	"io"
	"strconv"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// WriteJSON writes a report as one JSON object. A number that is not known is null.
//
// It writes source by source, because a run of a thousand pods has too many samples to hold their text.
func WriteJSON(w io.Writer, r *Report) error {
	e := &encoder{w: w}
	e.text(`{"runs":`)
	e.runs(r.Runs)
	if len(r.Rest) > 0 {
		e.text(`,"rest":`)
		e.runs(r.Rest)
	}
	if r.Comparison != nil {
		e.text(`,"comparison":`)
		e.value(newComparisonView(r.Comparison))
	}
	e.text(`,"problems":`)
	e.value(listed(r.Problems))
	e.text("}\n")
	return e.err
}

// encoder writes JSON and keeps the first error.
type encoder struct {
	w   io.Writer
	err error
}

func (e *encoder) text(text string) {
	if e.err == nil {
		_, e.err = io.WriteString(e.w, text)
	}
}

func (e *encoder) value(value any) {
	data, err := json.Marshal(value)
	if e.err == nil {
		e.err = err
	}
	e.text(string(text.JSON(data)))
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
		data, err := json.Marshal(&all[i])
		if err != nil {
			e.err = err
			return
		}
		e.text(string(text.JSON(data[:len(data)-1]))) // without the brace at its end
		if sources := all[i].Sources; len(sources) > 0 {
			e.text(`,"sources":`)
			e.list(len(sources), func(j int) { e.value(&sources[j]) })
		}
		e.text("}")
	})
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
