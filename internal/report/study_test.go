package report_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// planned is a study of nodes and a setting, of which the tasks follow from the nodes.
func planned(figures ...report.Expected) *report.Study {
	s := &report.Study{
		Name: "scaling", Count: 3, Discard: 1, Over: "nodes", Scaling: report.Strong, Figures: figures,
		Follows: func(string) []string { return []string{"tasks"} },
	}
	for _, setting := range []string{"tcp", "efa"} {
		for _, nodes := range []int{1, 2} {
			values := facts("nodes", fmt.Sprint(nodes), "tasks", fmt.Sprint(96*nodes), "setting", setting)
			s.Cells = append(s.Cells, report.Planned{Hash: setting + fmt.Sprint(nodes), Values: values})
		}
	}
	return s
}

// placed returns a run of a study. more are further facts.
func placed(study, setting string, nodes, number int, seconds float64, more ...string) report.Run {
	tasks := fmt.Sprint(96 * nodes)
	run := runOf(facts(append([]string{
		"study", study, "source", "app", "size", fmt.Sprint(nodes), "nodes", fmt.Sprint(nodes), "tasks", tasks, "parameter tasks", tasks,
		"setting", setting, "option flags", "-o " + setting, "command", "app " + setting,
	}, more...)...), seconds)
	run.Name = fmt.Sprintf("%s%d-%d", setting, nodes, number)
	run.Place = &report.Place{
		Study: study, Cell: setting + fmt.Sprint(nodes), Number: number, Parameters: facts("nodes", fmt.Sprint(nodes), "tasks", tasks, "setting", setting),
	}
	return run
}

// TestStudyAlone wants runs of a study compared by its parameters, and an axis that is the size, without the study.
func TestStudyAlone(t *testing.T) {
	t.Parallel()
	c := compare(
		t, report.Options{},
		placed("scaling", "tcp", 1, 1, 100), placed("scaling", "tcp", 2, 1, 60), placed("scaling", "efa", 1, 1, 90), placed("scaling", "efa", 2, 1, 45),
		placed("scaling", "efa", 2, 2, 47), placed("other", "efa", 2, 2, 47),
	)
	want := map[string]int{
		"study=scaling, nodes=1, setting=tcp": 1, "study=scaling, nodes=2, setting=tcp": 1, "study=scaling, nodes=1, setting=efa": 1,
		"study=scaling, nodes=2, setting=efa": 2, "study=other, nodes=2, setting=efa": 1,
	}
	if diff := cmp.Diff(want, cellsOf(c)); diff != "" || c.Over != "nodes" {
		t.Errorf("over %s, cells (-want +got):\n%s", c.Over, diff)
	}
	if got := ratios(c)["study=scaling, nodes=2, setting=efa"]; !cmp.Equal(got, [2]float64{90. / 46, 45. / 46}, near) {
		t.Errorf("speed-up and efficiency %v", got)
	}
}

// TestStudyTemplate wants a run with a different template to be found and set apart.
func TestStudyTemplate(t *testing.T) {
	t.Parallel()
	c := compare(t, report.Options{}, placed("s", "tcp", 1, 1, 100), placed("s", "tcp", 1, 2, 100), placed("s", "tcp", 1, 3, 50, "env THREADS", "4"), placed("s", "tcp", 1, 4, 100, "env THREADS", "2"))
	c2 := compare(t, report.Options{}, placed("s", "tcp", 1, 1, 100, "rendered", "a"), placed("s", "tcp", 1, 2, 100, "rendered", "b"), placed("s", "efa", 1, 2, 100, "rendered", "c"))
	if len(c2.Findings) != 2 || c2.Findings[0].Fact != "rendered" || len(c2.Cells) != 3 {
		t.Errorf("%d cells, findings %+v", len(c2.Cells), c2.Findings)
	}
	want := `env THREADS differs: 2 (1 run), 4 (1 run). These are cells of their own; --ignore "env THREADS" puts them together`
	if len(c.Findings) != 2 || c.Findings[0].What != want || len(c.Cells) != 3 {
		t.Errorf("%d cells, findings %+v", len(c.Cells), c.Findings)
	}
}

// TestStudyMixed wants runs of a study and others compared by all facts, with a finding.
func TestStudyMixed(t *testing.T) {
	t.Parallel()
	c := compare(t, report.Options{}, placed("s", "tcp", 1, 1, 100), runOf(facts("size", "1"), 100))
	if len(c.Cells) != 2 || len(c.Findings) == 0 || !strings.HasPrefix(c.Findings[0].What, "1 of 2 runs belong to a study") {
		t.Errorf("%d cells, findings %+v", len(c.Cells), c.Findings)
	}
}

// TestStudyPlan wants cells in the order of the study, and every run that does not count named.
func TestStudyPlan(t *testing.T) {
	t.Parallel()
	failed := placed("scaling", "tcp", 2, 3, 1)
	failed.State = report.Failed
	c := compare(
		t, report.Options{Study: planned()},
		placed("scaling", "efa", 2, 2, 40), placed("scaling", "efa", 2, 3, 50), placed("scaling", "efa", 1, 2, 90), placed("scaling", "tcp", 2, 2, 60),
		placed("scaling", "tcp", 1, 2, 100), placed("scaling", "tcp", 1, 3, 100), placed("scaling", "tcp", 1, 1, 700), placed("other", "tcp", 1, 2, 1),
		placed("scaling", "tcp", 4, 2, 1), placed("scaling", "tcp", 1, 4, 1), runOf(nil, 1), failed,
	)
	without := placed("scaling", "tcp", 1, 0, 100)
	if own := compare(t, report.Options{Study: planned()}, without); len(own.Aside) > 0 || len(own.Cells) != 1 {
		t.Errorf("a run without a number is set aside: %+v", own.Aside)
	}
	var cells, aside, missing []string
	for i, cell := range c.Cells {
		cells = append(cells, cell.Name+": "+c.Of(c.Figures[0].In(i).N))
	}
	for _, a := range c.Aside {
		aside = append(aside, fmt.Sprint(a.Run, ": ", a.Reason))
	}
	for _, m := range c.Missing {
		missing = append(missing, m.Planned.String()+": "+m.String())
	}
	if diff := cmp.Diff([]string{"nodes=1, setting=tcp: 2", "nodes=2, setting=tcp: 1 of 2", "nodes=1, setting=efa: 1 of 2", "nodes=2, setting=efa: 2"}, cells); diff != "" {
		t.Error("cells", diff)
	}
	if diff := cmp.Diff([]string{
		"6: discarded: repeat.discard is 1", "7: it belongs to the study other", "8: the study has no such cell: nodes=4, setting=tcp, tasks=384",
		"9: the study has 3 runs of each cell", "10: it belongs to no study",
	}, aside); diff != "" {
		t.Error("aside", diff)
	}
	if diff := cmp.Diff([]string{
		"nodes=2, setting=tcp, tasks=192: 1 of 2 runs missing: 3", "nodes=1, setting=efa, tasks=96: 1 of 2 runs missing: 3",
	}, missing); diff != "" {
		t.Error("missing", diff)
	}
	if got := ratios(c)["nodes=2, setting=efa"]; !cmp.Equal(got, [2]float64{2, 1}, near) || c.Lines[0].Why != "as the study says" {
		t.Errorf("speed-up and efficiency %v: %s", got, c.Lines[0].Why)
	}
}

// TestTitleOfOthers wants no word about --all comparing runs that it does not compare.
func TestTitleOfOthers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		run  report.Run
		want string
	}{
		{placed("scaling", "tcp", 1, 1, 700), "Runs that are not completed, which --all compares nevertheless, and others that do not count"},
		{runOf(nil, 1), "Runs that are not completed; --all compares them nevertheless"},
	} {
		r := &report.Report{Runs: []report.Run{c.run}}
		o := report.Options{All: true}
		if c.run.Place != nil {
			o.Study = planned()
		}
		if err := report.Compare(r, o); err != nil {
			t.Fatal(err)
		}
		if got := r.Uncounted().Title; got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

// TestStudyAgain wants the last life of each run compared, with all of its jobs, and no other.
func TestStudyAgain(t *testing.T) {
	t.Parallel()
	life := func(path string, hour, number int, more ...string) report.Run {
		run := placed("scaling", "tcp", 1, number, 100, more...)
		run.Name, run.Path, run.Start = path, path, time.Date(2026, 5, 1, hour, 0, 0, 0, time.UTC)
		return run
	}
	failed := life("failed", 9, 2)
	failed.State = report.Failed
	for name, c := range map[string]struct {
		runs []report.Run
		want []string
	}{
		"the one that started last":  {[]report.Run{life("b", 5, 2), life("a", 3, 2), life("c", 4, 2)}, []string{"1: made again: b", "2: made again: b"}},
		"at the same time":           {[]report.Run{life("a", 3, 2), life("b", 3, 2)}, []string{"0: made again: b"}},
		"no later one has completed": {[]report.Run{life("a", 3, 2), failed}, nil},
		"other numbers":              {[]report.Run{life("a", 3, 2), life("b", 4, 3)}, nil},
		"unknown numbers":            {[]report.Run{life("a", 3, 0), life("b", 4, 0)}, nil},
		"jobs of one set":            {[]report.Run{life("a", 3, 2), life("b", 4, 2), life("b", 5, 2)}, []string{"0: made again: b"}},
		"another template":           {[]report.Run{life("a", 3, 2, "rendered", "x"), life("b", 4, 2, "rendered", "y")}, nil},
		"discarded":                  {[]report.Run{life("a", 3, 1), life("b", 4, 1)}, []string{"0: discarded: repeat.discard is 1", "1: discarded: repeat.discard is 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var aside []string
			for _, a := range compare(t, report.Options{Study: planned()}, c.runs...).Aside {
				aside = append(aside, fmt.Sprint(a.Run, ": ", a.Reason))
			}
			if diff := cmp.Diff(c.want, aside); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestSources wants runs of each source of a study, but for one that is attached to another.
func TestSources(t *testing.T) {
	t.Parallel()
	s := planned()
	cell := s.Cells[0]
	s.Cells = nil
	for _, source := range []string{"app", "probe"} {
		cell.Source, cell.Optional = source, source == "probe"
		s.Cells = append(s.Cells, cell)
	}
	first, second := placed("scaling", "tcp", 1, 2, 100), placed("scaling", "tcp", 1, 3, 100)
	if c := compare(t, report.Options{Study: s}, first, second); len(c.Missing) > 0 {
		t.Errorf("attached: %+v", c.Missing)
	}
	probe := placed("scaling", "tcp", 1, 2, 100, "source", "probe")
	probe.Sources[0].Results[0].Values = probe.Sources[0].Results[0].Values[1:]
	s.Figures = []report.Expected{expected("app.time", report.Reference{Value: 100, Least: 90, Greatest: 110})}
	c := compare(t, report.Options{Study: s}, first, second, probe)
	if len(c.Missing) != 1 || c.Missing[0].Planned.String() != "probe: nodes=1, setting=tcp, tasks=96" || len(c.Cells) != 2 || len(c.Judgements) != 1 || c.Judgements[0].Verdict != report.Inside {
		t.Errorf("by itself: %d cells, missing %+v, judgements %+v", len(c.Cells), c.Missing, c.Judgements)
	}
}

// TestParameterIsFact wants a parameter that is called as a fact and says the same to be this fact, and one that says the same as the axis to
// part no lines.
func TestParameterIsFact(t *testing.T) {
	t.Parallel()
	runs := func(parameter string, values ...string) (all []report.Run) {
		for i, value := range values {
			run := placed("s", "tcp", 1, 1, 100/float64(i+1), "tasks", fmt.Sprint(1+i), "rendered", value)
			delete(run.Facts, "parameter tasks")
			run.Facts[report.FactOf(parameter)] = value
			run.Place.Cell, run.Place.Parameters = value, facts(parameter, value)
			all = append(all, run)
		}
		return all
	}
	for name, c := range map[string]struct {
		parameter, title string
		values           []string
		o                report.Options
	}{
		"the same":                     {"tasks", "over tasks", []string{"1", "2"}, report.Options{}},
		"the same, over the fact":      {"tasks", "over tasks", []string{"1", "2"}, report.Options{Over: "tasks"}},
		"the same, over the parameter": {"tasks", "over tasks", []string{"1", "2"}, report.Options{Over: "parameter tasks"}},
		"the same, by the fact":        {"tasks", "over tasks", []string{"1", "2"}, report.Options{By: []string{"tasks"}}},
		"another name":                 {"mpi_tasks", "over tasks", []string{"1", "2"}, report.Options{Over: "tasks"}},
		"another name, by it":          {"mpi_tasks", "over tasks", []string{"1", "2"}, report.Options{By: []string{"mpi_tasks"}, Over: "tasks"}},
		"another value":                {"tasks", "by parameter tasks", []string{"1", "4"}, report.Options{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := compare(t, c.o, runs(c.parameter, c.values...)...)
			if want := "Comparison of 2 runs in 2 cells " + c.title; got.Title() != want {
				t.Errorf("%q, want %q", got.Title(), want)
			}
			if lines := len(got.Lines); c.o.Over != "" && lines != 1 {
				t.Errorf("%d lines: %+v", lines, got.Lines)
			}
		})
	}
}
