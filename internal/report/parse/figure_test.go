package parse_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// TestFigures finds figures of the user's own, beside figures of a known program and alone, one result for each job.
func TestFigures(t *testing.T) {
	t.Parallel()
	figures, err := parse.NewFigures([]string{
		`fom=Throughput:\s+(\S+) unknowns/s, higher`, `step-time=step in ([0-9.]+), ([a-z]+), lower, ms`,
	})
	if err != nil {
		t.Fatal(err)
	}
	const log = "FLUX-RUN START a\nThroughput: 2.5e+06 unknowns/s\nstep in 1.5, fast\nstep in 2.5, slow\nFLUX-RUN END a\n" +
		"FLUX-RUN START b\nHPCG-Benchmark\nThroughput:  many unknowns/s\nThroughput:  3e999 unknowns/s\nThroughput:  3 unknowns/s\n" +
		"Final Summary::HPCG result is VALID with a GFLOP/s rating of=7\nFLUX-RUN END b\n"
	sources, problems, err := parse.Read("a.log", strings.NewReader(log), parse.Options{Figures: figures})
	if err != nil || len(problems) != 2 || problems[0].String() != "a.log:8: the figure fom is not a number: many" {
		t.Fatal(problems, err)
	}
	got := map[string][]float64{}
	for _, r := range sources[0].Results {
		for _, v := range r.Values {
			name := r.Job.Name + " " + r.Kind.Name + " " + v.Name + " " + v.Unit
			got[name] = append(got[name], v.Value)
			if better := map[string]report.Better{"step-time": report.Lower}[v.Name]; better == report.Lower && v.Better != better {
				t.Errorf("%s: better is %v", v.Name, v.Better)
			}
		}
	}
	want := map[string][]float64{"a figure fom ": {2.5e6}, "a figure step-time ms": {1.5, 2.5}, "b figure fom ": {3}, "b hpcg gflops GFLOP/s": {7}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	indented, err := parse.NewFigures([]string{"sum=  sum (\\S+), lower", "all=sum ([0-9]+), lower"})
	if err != nil {
		t.Fatal(err)
	}
	sources, _, _ = parse.Read("a.log", strings.NewReader("sum 1 k\n  sum 2 k\n"), parse.Options{Figures: indented})
	if sum, all := sources[0].Results[1].Values, sources[0].Results[0].Values; len(sum) != 1 || sum[0].Value != 2 || len(all) != 2 {
		t.Errorf("blanks of an expression count, and each figure is looked for in each line: %v, %v", sum, all)
	}
	sources, problems, _ = parse.Read("a.log", strings.NewReader("Throughput: 2 unknowns/s\nstep in 1.5, a\nstep in 12, \nThroughput: 25 unknowns/s 3"), parse.Options{Figures: figures})
	if len(problems) != 1 || sources[0].Results[0].Fault != "the log ends within the line of fom, which may be cut" {
		t.Errorf("the last line may be cut: %v", problems)
	}
}

// TestFiguresOfPrograms wants figures and times from the lines of programs only: what runs them repeats the command.
func TestFiguresOfPrograms(t *testing.T) {
	t.Parallel()
	figures, err := parse.NewFigures([]string{`rate=rate: (\S+) GB/s, higher`})
	if err != nil {
		t.Fatal(err)
	}
	const aim = `sh -c ': rate: 99 GB/s; ./solve'`
	for _, machinery := range []string{
		"<6>broker.info[0]: rc2.0: " + aim + " Exited (rc=0) 0.2s",
		"broker.err[3]: rc2.0: " + aim + " Exited (rc=1) 0.2s",
		"2026-11-27T18:53:43.164042Z broker.info[0]: rc2.0: " + aim,
		"flux-shell[0]: DEBUG: command: " + aim, "flux-job: " + aim, "0.090s: flux-shell[0]: TRACE: " + aim,
		"latchkey: running " + aim, "+ " + aim, "  ++ " + aim, "srun: " + aim,
		"PIDSTAT COMMAND START\n" + aim + "\nrate: 98 GB/s\nPIDSTAT COMMAND END",
		"FIO COMMAND START\n" + aim + "\nFIO COMMAND END", `METADATA START {"metricName":"app-own","metricOptions":{"command":"` + aim + `"}}`,
	} {
		log := "rate: 7 GB/s\n" + machinery + "\n"
		sources, problems, err := parse.Read("a.log", strings.NewReader(log), parse.Options{Figures: figures})
		if err != nil || len(problems) > 0 || len(sources[0].Results) != 1 {
			t.Errorf("%q: %d results, problems %v, error %v", machinery, len(sources[0].Results), problems, err)
		} else if values := sources[0].Results[0].Values; len(values) != 1 || values[0].Value != 7 {
			t.Errorf("%q: the figures are %v", machinery, values)
		}
	}
	for _, printed := range []string{"+5 rate: 8 GB/s", "flux: rate: 8 GB/s", "solver.info: rate: 8 GB/s", "[0] rate: 8 GB/s"} {
		sources, _, _ := parse.Read("a.log", strings.NewReader(printed+"\n"), parse.Options{Figures: figures})
		if len(sources[0].Results) != 1 {
			t.Errorf("%q is of a program", printed)
		}
	}
}

// TestNewFigures wants to know what is wrong with each figure.
func TestNewFigures(t *testing.T) {
	t.Parallel()
	_, err := parse.NewFigures([]string{"fom", "fom=x (.), up", "fom=x, higher", "fom=x (, higher", "a=(.), lower", "a=(.), lower"})
	const form = `write NAME=EXPRESSION, higher or NAME=EXPRESSION, lower; a unit may follow: 'fom=Throughput:\s+(\S+) unknowns/s, higher, unknowns/s'`
	want := strings.Join([]string{
		`figure "fom": ` + form,
		`figure "fom=x (.), up": ` + form,
		`figure "fom=x, higher": the expression "x" has no group that finds the number: put parentheses around what stands in its place, for example (\S+)`,
		"figure \"fom=x (, higher\": error parsing regexp: missing closing ): `x (`",
		`figure "a=(.), lower": the name "a" is there twice`,
	}, "\n")
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}
