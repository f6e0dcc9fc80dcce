package report_test

import (
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
