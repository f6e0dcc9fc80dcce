package report

// problemView is a problem as JSON.
type problemView struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Last int    `json:"last,omitempty"`
	What string `json:"what"`
}

func problemViews(all []Problem) []problemView {
	views := make([]problemView, 0, len(all))
	for _, p := range all {
		views = append(views, problemView(p))
	}
	return views
}

// comparisonJSON is a comparison as JSON.
type comparisonJSON struct {
	By       []string      `json:"by"`
	Over     string        `json:"over,omitempty"`
	All      bool          `json:"all,omitempty"`
	Cells    []cellView    `json:"cells"`
	Lines    []lineView    `json:"lines"`
	Figures  []figureView  `json:"figures"`
	Findings []findingView `json:"findings"`
	Left     []int         `json:"left"`
	Study    *studyView    `json:"study,omitempty"`
}

// studyView is what a study says of its runs, as JSON.
type studyView struct {
	Name       string          `json:"name"`
	Verdict    Verdict         `json:"verdict"`
	Judgements []judgementView `json:"judgements"`
	Missing    []missingView   `json:"missing"`
	Aside      []asideView     `json:"aside"`
}

type judgementView struct {
	Verdict   Verdict  `json:"verdict"`
	Figure    string   `json:"figure"`
	Cell      string   `json:"cell"`
	Unit      string   `json:"unit,omitempty"`
	Mean      *float64 `json:"mean"`
	N         int      `json:"n"`
	Reference float64  `json:"reference"`
	Least     *float64 `json:"least,omitempty"`
	Greatest  *float64 `json:"greatest,omitempty"`
}

type missingView struct {
	Cell       string            `json:"cell"`
	Parameters map[string]string `json:"parameters"`
	Runs       []int             `json:"runs"`
	Wanted     int               `json:"wanted"`
}

type asideView struct {
	Run    int    `json:"run"`
	Reason string `json:"reason"`
}

// newStudyView returns nil without a study.
func newStudyView(c *Comparison) *studyView {
	if c.Study == nil {
		return nil
	}
	view := &studyView{Name: c.Study.Name, Verdict: c.Verdict(), Judgements: []judgementView{}, Missing: []missingView{}, Aside: []asideView{}}
	for _, j := range c.Judgements {
		view.Judgements = append(view.Judgements, judgementView{
			j.Verdict, j.Figure, j.Cell, j.Unit, number(j.Value), j.N, j.Reference.Value, number(j.Least), number(j.Greatest),
		})
	}
	for _, m := range c.Missing {
		view.Missing = append(view.Missing, missingView{m.Cell.Hash, m.Cell.Values, m.Numbers, m.Wanted})
	}
	for _, a := range c.Aside {
		view.Aside = append(view.Aside, asideView(a))
	}
	return view
}

type cellView struct {
	Name  string            `json:"name"`
	Facts map[string]string `json:"facts,omitempty"`
	At    *float64          `json:"at,omitempty"`
	Line  int               `json:"line"`
	Runs  []int             `json:"runs"`
}

type lineView struct {
	Name    string  `json:"name"`
	Cells   []int   `json:"cells"`
	Scaling Scaling `json:"scaling,omitempty"`
	Why     string  `json:"why,omitempty"`
}

type findingView struct {
	What string `json:"what"`
	Fact string `json:"fact,omitempty"`
}

type figureView struct {
	Metric  string      `json:"metric"`
	Kind    string      `json:"kind"`
	Title   string      `json:"title,omitempty"`
	Name    string      `json:"name"`
	Label   string      `json:"label,omitempty"`
	At      string      `json:"at,omitempty"`
	Unit    string      `json:"unit,omitempty"`
	Better  string      `json:"better,omitempty"`
	Entries []entryView `json:"entries"`
}

type entryView struct {
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
}

func comparisonView(c *Comparison) comparisonJSON {
	view := comparisonJSON{
		By: append([]string{}, c.By...), Over: c.Over, All: c.All, Cells: []cellView{}, Lines: []lineView{}, Figures: []figureView{},
		Findings: []findingView{}, Left: append([]int{}, c.Left...), Study: newStudyView(c),
	}
	for _, cell := range c.Cells {
		view.Cells = append(view.Cells, cellView{cell.Name, cell.Facts, number(cell.At), cell.Line, cell.Runs})
	}
	for _, line := range c.Lines {
		view.Lines = append(view.Lines, lineView(line))
	}
	for _, f := range c.Findings {
		view.Findings = append(view.Findings, findingView(f))
	}
	for _, f := range c.Figures {
		view.Figures = append(view.Figures, newFigureView(f))
	}
	return view
}

func newFigureView(f Figure) figureView {
	view := figureView{Metric: f.Metric, Kind: f.Kind.Name, Title: f.Title, Name: f.Field.Name, Label: f.Label, At: f.At, Unit: f.Field.Unit, Better: f.Field.Better.String()}
	for _, e := range f.Entries {
		entry := entryView{
			N: e.N, Values: append([]float64{}, e.Values...), Mean: number(e.Mean), Half: number(e.Half), Deviation: number(e.Deviation),
			Min: number(e.Min), Q1: number(e.Q1), Median: number(e.Median), Q3: number(e.Q3), Max: number(e.Max),
			Speedup: number(e.Speedup.Value), SpeedupHalf: number(e.Speedup.Half),
			Efficiency: number(e.Efficiency.Value), EfficiencyHalf: number(e.Efficiency.Half),
		}
		if e.Base >= 0 {
			entry.Base = &e.Base
		}
		view.Entries = append(view.Entries, entry)
	}
	return view
}
