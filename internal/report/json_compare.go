package report

import "encoding/json"

// comparisonView is a comparison as JSON.
type comparisonView struct {
	By       []string     `json:"by"`
	Over     string       `json:"over,omitempty"`
	All      bool         `json:"all,omitempty"`
	Cells    []Cell       `json:"cells"`
	Lines    []Line       `json:"lines"`
	Figures  []figureView `json:"figures"`
	Findings []Finding    `json:"findings"`
	Left     []int        `json:"left"`
	Study    *studyView   `json:"study,omitempty"`
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
	Metric  string  `json:"metric"`
	Kind    string  `json:"kind"`
	Title   string  `json:"title,omitempty"`
	Name    string  `json:"name"`
	Label   string  `json:"label,omitempty"`
	At      string  `json:"at,omitempty"`
	Unit    string  `json:"unit,omitempty"`
	Better  string  `json:"better,omitempty"`
	Entries []Entry `json:"entries"`
}

func newComparisonView(c *Comparison) comparisonView {
	view := comparisonView{
		By: listed(c.By), Over: c.Over, All: c.All, Cells: listed(c.Cells), Lines: listed(c.Lines), Figures: []figureView{},
		Findings: listed(c.Findings), Left: listed(c.Left),
	}
	for _, f := range c.Figures {
		view.Figures = append(view.Figures, figureView{f.Metric, f.Kind.Name, f.Title, f.Field.Name, f.Label, f.At, f.Field.Unit, f.Field.Better.String(), f.Entries})
	}
	if c.Study != nil {
		view.Study = &studyView{c.Study.Name, c.Verdict(), listed(c.Judgements), listed(c.Missing), listed(c.Aside)}
	}
	return view
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
func (e Entry) MarshalJSON() ([]byte, error) {
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
