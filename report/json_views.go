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
	Varies   []string      `json:"varies"`
	Groups   []groupView   `json:"groups"`
	Measures []measureView `json:"measures"`
}

type groupView struct {
	Name  string            `json:"name"`
	Facts map[string]string `json:"facts,omitempty"`
	Scale *float64          `json:"scale,omitempty"`
	Runs  []int             `json:"runs"`
}

type measureView struct {
	Metric string     `json:"metric"`
	Kind   string     `json:"kind"`
	Title  string     `json:"title,omitempty"`
	Name   string     `json:"name"`
	Label  string     `json:"label,omitempty"`
	At     string     `json:"at,omitempty"`
	Unit   string     `json:"unit,omitempty"`
	Cells  []cellView `json:"cells"`
}

type cellView struct {
	Count     int      `json:"count"`
	Mean      *float64 `json:"mean"`
	Deviation *float64 `json:"deviation"`
	Min       *float64 `json:"min"`
	Max       *float64 `json:"max"`
	Speedup   *float64 `json:"speedup,omitempty"`
	Ideal     *float64 `json:"ideal,omitempty"`
}

func comparisonView(c *Comparison) comparisonJSON {
	view := comparisonJSON{Varies: append([]string{}, c.Varies...), Measures: []measureView{}}
	for _, g := range c.Groups {
		view.Groups = append(view.Groups, groupView{g.Name, g.Facts, number(g.Scale), g.Runs})
	}
	for _, m := range c.Measures {
		measure := measureView{Metric: m.Metric, Kind: m.Kind.Name, Title: m.Title, Name: m.Field.Name, Label: m.Label, At: m.At, Unit: m.Field.Unit}
		for _, cell := range m.Cells {
			measure.Cells = append(measure.Cells, cellView{
				cell.Count, number(cell.Mean), number(cell.Deviation), number(cell.Min), number(cell.Max), number(cell.Speedup), number(cell.Ideal),
			})
		}
		view.Measures = append(view.Measures, measure)
	}
	return view
}
