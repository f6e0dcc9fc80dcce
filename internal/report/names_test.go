package report_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// TestUnknownFigureOfKinds wants names that no record can have found before there are logs, and no others.
func TestUnknownFigureOfKinds(t *testing.T) {
	t.Parallel()
	fields := func(names ...string) (all []report.Field) {
		for _, name := range names {
			all = append(all, report.Field{Name: name})
		}
		return all
	}
	kinds := []*report.Kind{
		{Name: "lammps", Fields: fields("loop_time", "atoms"), Further: "thermo."}, {Name: "osu", Fields: fields("latency", "avg_latency")}, {Name: "ldms"},
	}
	for name, want := range map[string]string{
		"lammps.loop_time":                "",
		"lammps.run 2 loop_time":          "",
		"lammps.thermo.press":             "",
		"lammps.run 2 thermo.press":       "",
		"osu.latency":                     "",
		"osu.osu_latency latency{size=8}": "",
		"ldms.MemFree":                    "",
		"figure.fom":                      "",
		"lammps.looptime":                 `no record has the figure "lammps.looptime": did you mean "lammps.loop_time"?`,
		"lammps.speed":                    `no record has the figure "lammps.speed": choose one of "lammps.atoms", "lammps.loop_time"`,
		"lammps.thermopress":              `no record has the figure "lammps.thermopress": choose one of "lammps.atoms", "lammps.loop_time"`,
		"osu.osu_latency latncy{size=8}":  `no record has the figure "osu.osu_latency latncy{size=8}": did you mean "osu.latency"?`,
		"osu.osu_latency{size=8}":         `no record has the figure "osu.osu_latency{size=8}": did you mean "osu.avg_latency" or "osu.latency"?`,
		"lamps.loop_time":                 `"lamps.loop_time" begins with no kind of record: did you mean "lammps"?`,
		"loop_time":                       `"loop_time" begins with no kind of record: choose one of "lammps", "ldms", "osu"`,
		"":                                `"" begins with no kind of record: choose one of "lammps", "ldms", "osu"`,
	} {
		if got := report.UnknownFigure(name, kinds); got != want {
			t.Errorf("%q: %s\nwant %s", name, got, want)
		}
	}
}

// TestCellsOfSeveralExperiments wants a finding where logs of two clusters, or of two kinds of names in one folder, are in one cell, and none
// for repetitions that differ in a number, each in a folder of its own or all in one.
func TestCellsOfSeveralExperiments(t *testing.T) {
	t.Parallel()
	for want, paths := range map[string][]string{
		"1 cell may hold runs of several experiments, so the mean has no interval, first the only one: eks/lammps-*.out (1 run), gke/lammps-*.out (2 runs). If these are not repetitions, a mark such as {environment} in --names parts them": {
			"eks/lammps-1.out", "gke/lammps-1.out", "gke/lammps-2.out",
		},
		"1 cell may hold runs of several experiments, so the mean has no interval, first the only one: size4/lammps-*-ucx.out (2 runs), size4/lammps-*.out (2 runs). If these are not repetitions, a mark such as {environment} in --names parts them": {
			"size4/lammps-1.out", "size4/lammps-2.out", "size4/lammps-3-ucx.out", "size4/lammps-4-ucx.out",
		},
		"": {"1/lammps.out", "2/lammps.out", "3/lammps.out"},
	} {
		var runs []report.Run
		for _, path := range paths {
			run := runOf(nil, 1)
			run.Path = path
			runs = append(runs, run)
		}
		got := ""
		c := compare(t, report.Options{}, runs...)
		if n := c.Answers()[0].Rows[0][0]; strings.HasSuffix(n, " (2 experiments?)") != (want != "") {
			t.Errorf("%q: n is %q", want, n)
		}
		for _, finding := range c.Findings {
			got += finding.What
		}
		if hasInterval := report.Known(c.Figures[0].Entries[0].Half); hasInterval != (want == "") {
			t.Errorf("%q: an interval is %t", want, hasInterval)
		}
		if got != want {
			t.Errorf("%q\nwant %q", got, want)
		}
	}
	numbered := []report.Run{runOf(nil, 1), runOf(nil, 1), runOf(nil, 1)}
	for i := range numbered {
		numbered[i].Path = "size4/lammps-" + string(rune('1'+i)) + ".out"
	}
	if got := compare(t, report.Options{}, numbered...).Findings; len(got) != 0 {
		t.Errorf("of repetitions in one folder: %+v", got)
	}
}
