package report

import (
	"encoding/json"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// WriteJSON writes a report as one JSON object. docs/report.md shows its shape. A number that is not known is null.
//
// It writes piece by piece, because a run of a thousand pods has too many samples to hold their text.
func WriteJSON(w io.Writer, r *Report) error {
	e := &encoder{w: w}
	e.text(`{"runs":[`)
	for i := range r.Runs {
		e.comma(i)
		e.run(&r.Runs[i])
	}
	e.text("]")
	e.list("rest", len(r.Rest), func(i int) { e.run(&r.Rest[i]) })
	if r.Comparison != nil {
		e.field("comparison", comparisonView(r.Comparison))
	}
	e.field("problems", problemViews(r.Problems))
	e.text("}\n")
	return e.err
}

// encoder writes JSON and keeps the first error.
type encoder struct {
	w    io.Writer
	err  error
	room []byte
}

func (e *encoder) text(text string) { e.bytes([]byte(text)) }

func (e *encoder) bytes(text []byte) {
	if e.err == nil {
		_, e.err = e.w.Write(text)
	}
}

// comma writes what stands before element i of a list.
func (e *encoder) comma(i int) {
	if i > 0 {
		e.text(",")
	}
	e.text("\n")
}

func (e *encoder) field(name string, value any) {
	e.text("," + strconv.Quote(name) + ":")
	e.value(value)
}

func (e *encoder) value(value any) {
	data, err := json.Marshal(value)
	if e.err == nil {
		e.err = err
	}
	e.bytes(text.JSON(data))
}

// begin writes an object without its end. The object must have at least one field.
func (e *encoder) begin(value any) {
	data, err := json.Marshal(value)
	if err != nil {
		e.err = err
		return
	}
	e.bytes(text.JSON(data[:len(data)-1]))
}

// list writes a field with a list of n elements, unless it is empty.
func (e *encoder) list(name string, n int, element func(int)) {
	if n == 0 {
		return
	}
	e.text("," + strconv.Quote(name) + ":[")
	for i := range n {
		e.comma(i)
		element(i)
	}
	e.text("]")
}

// numbers writes a list of numbers.
func (e *encoder) numbers(values []float64) {
	e.room = append(e.room[:0], '[')
	for i, value := range values {
		if i > 0 {
			e.room = append(e.room, ',')
		}
		if math.IsNaN(value) || math.IsInf(value, 0) {
			e.room = append(e.room, "null"...)
		} else {
			e.room = strconv.AppendFloat(e.room, value, 'g', -1, 64)
		}
		if len(e.room) > 32<<10 {
			e.bytes(e.room)
			e.room = e.room[:0]
		}
	}
	e.bytes(append(e.room, ']'))
}

type runView struct {
	Name   string             `json:"name"`
	Path   string             `json:"path"`
	Set    string             `json:"set,omitempty"`
	State  State              `json:"state,omitempty"`
	Reason string             `json:"reason,omitempty"`
	Facts  map[string]string  `json:"facts,omitempty"`
	Start  *time.Time         `json:"start,omitempty"`
	End    *time.Time         `json:"end,omitempty"`
	Phases map[string]float64 `json:"phases,omitempty"`
	Job    *jobView           `json:"job,omitempty"`
}

type jobView struct {
	Name       string            `json:"name,omitempty"`
	ID         string            `json:"id,omitempty"`
	Nodes      int               `json:"nodes,omitempty"`
	Tasks      int               `json:"tasks,omitempty"`
	Command    string            `json:"command,omitempty"`
	Options    string            `json:"options,omitempty"`
	Attributes map[string]string `json:"attributes,omitempty"`
	Hosts      string            `json:"hosts,omitempty"`
	Status     *int              `json:"status,omitempty"`
	Fault      string            `json:"fault,omitempty"`
}

func (e *encoder) run(r *Run) {
	view := runView{r.Name, r.Path, r.Set, r.State, r.Reason, r.Facts, timeOf(r.Start), timeOf(r.End), map[string]float64{}, nil}
	for _, p := range r.Phases {
		view.Phases[p.Name] = p.Seconds
	}
	if j := r.Job; j != nil {
		view.Job = &jobView{j.Name, j.ID, j.Nodes, j.Tasks, j.Command, j.Options, j.Attributes, j.Hosts, j.Status, j.Fault}
	}
	e.begin(view)
	e.list("sources", len(r.Sources), func(i int) { e.source(&r.Sources[i]) })
	e.text("}")
}

func timeOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

type sourceView struct {
	File      string            `json:"file"`
	Pod       string            `json:"pod,omitempty"`
	Index     *int              `json:"index,omitempty"`
	Job       string            `json:"job,omitempty"`
	Container string            `json:"container,omitempty"`
	Metric    string            `json:"metric,omitempty"`
	Pods      int               `json:"pods,omitempty"`
	Options   map[string]string `json:"options,omitempty"`
	Addons    []string          `json:"addons,omitempty"`
	Command   string            `json:"command,omitempty"`
	Samples   int               `json:"samples,omitempty"`
}

func (e *encoder) source(s *Source) {
	view := sourceView{s.File, s.Pod, nil, s.Job, s.Container, s.Metric, s.Pods, s.Options, s.Addons, s.Command, s.Samples}
	if s.Index >= 0 {
		view.Index = &s.Index
	}
	e.begin(view)
	e.list("results", len(s.Results), func(i int) { e.result(&s.Results[i]) })
	e.text("}")
}

type resultView struct {
	Kind   string     `json:"kind"`
	Title  string     `json:"title,omitempty"`
	Sample int        `json:"sample"`
	Line   int        `json:"line"`
	Time   *float64   `json:"time,omitempty"`
	Fault  string     `json:"fault,omitempty"`
	Texts  []textView `json:"texts,omitempty"`
}

type textView struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type valueView struct {
	Name    string   `json:"name"`
	Value   *float64 `json:"value"`
	Unit    string   `json:"unit,omitempty"`
	Process string   `json:"process,omitempty"`
	Time    *float64 `json:"time,omitempty"`
}

// number returns a number that JSON can say, or nil.
func number(value float64) *float64 {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return nil
	}
	return &value
}

func (e *encoder) result(r *Result) {
	view := resultView{Kind: r.Kind.Name, Title: r.Title, Sample: r.Sample, Line: r.Line, Time: number(r.Time), Fault: r.Fault}
	for _, t := range r.Texts {
		view.Texts = append(view.Texts, textView(t))
	}
	e.begin(view)
	e.list("values", len(r.Values), func(i int) {
		v := r.Values[i]
		e.value(valueView{v.Name, number(v.Value), v.Unit, v.Process, number(v.Time)})
	})
	e.list("series", len(r.Series), func(i int) { e.series(&r.Series[i]) })
	e.list("curves", len(r.Curves), func(i int) { e.curve(&r.Curves[i]) })
	e.list("tables", len(r.Tables), func(i int) { e.table(&r.Tables[i]) })
	e.text("}")
}

type fieldView struct {
	Name string `json:"name"`
	Unit string `json:"unit,omitempty"`
}

// column writes a field and its values.
func (e *encoder) column(f Field, values []float64) {
	e.begin(fieldView{f.Name, f.Unit})
	e.text(`,"values":`)
	e.numbers(values)
	e.text("}")
}

type processView struct {
	Name   string `json:"name"`
	ID     int    `json:"id,omitempty"`
	Thread int    `json:"thread,omitempty"`
}

func (e *encoder) series(s *Series) {
	e.begin(struct {
		Process  processView `json:"process"`
		Absolute bool        `json:"absolute"`
	}{processView{s.Process.Name, s.Process.ID, s.Process.Thread}, s.Absolute})
	e.text(`,"times":`)
	e.numbers(s.Times)
	e.list("fields", len(s.Fields), func(i int) { e.column(s.Fields[i], s.Values[i]) })
	e.text("}")
}

func (e *encoder) curve(c *Curve) {
	e.begin(struct {
		Name    string `json:"name"`
		Process string `json:"process,omitempty"`
	}{c.Name, c.Process})
	e.text(`,"x":`)
	e.column(c.X, c.Xs)
	e.text(`,"y":`)
	e.column(c.Y, c.Ys)
	e.text("}")
}

func (e *encoder) table(t *Table) {
	e.begin(struct {
		Name    string   `json:"name"`
		Process string   `json:"process,omitempty"`
		Label   string   `json:"label"`
		Rows    []string `json:"rows"`
	}{t.Name, t.Process, t.Label, t.Labels})
	e.list("columns", len(t.Columns), func(i int) { e.column(t.Columns[i], t.Cells[i]) })
	e.text("}")
}
