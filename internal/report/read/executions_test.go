package read_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
	"github.com/latchkey-dev/latchkey/internal/report/read"
)

// TestExecutions reads parts of public logs, each of which a reader that guesses gets wrong. The values are those that the programs
// printed; means and ratios were computed from them by hand. A line has the figure, the cell, the number of runs, their mean, and
// the speed-up.
func TestExecutions(t *testing.T) {
	t.Parallel()
	mnist := "mnist/{app}/size-{size}/mnist-{repetition}.out"
	for name, c := range map[string]struct {
		folder         string
		names, figures []string
		want           []string
	}{
		"a problem of each process": {folder: "weak-called-strong", want: []string{
			"chatterbug.time_per_iteration size=2, tasks per node=63: 1 of 0.001314",
			"chatterbug.time_per_iteration size=4, tasks per node=88: 1 of 0.5519, 1 weak",
			"chatterbug.time_per_iteration size=8, tasks per node=88: 1 of 0.4778, 2.31 weak",
			"chatterbug.time_per_iteration size=64, tasks per node=88: 1 of 0.612, 14.43 weak", // 16 times 90.17 %
		}},
		"marks with hosts": {folder: "job-split-in-two", want: []string{"osu.osu_bw bandwidth{size=4194304} : 2 of 3365", "run.duration : 2 of 5.251"}},
		"no end": {folder: "figure-counts-unfinished", figures: []string{`lat=RR Two-sided Lat \(8 B\) \|\s+([\d.]+), lower, us`}, want: []string{
			"cut gpcnet-2.out: GPCNeT: its output has no end: it was cut, or the program failed",
			"problem FILE/gpcnet-2.out:2-19: the output of GPCNeT has no end: it was cut, or the program failed",
			"cut osu-cut.out: line 1 (FLUX-RUN START osu-iter-1) has no end: the job was ended, or the log was cut",
			"cut t8code.out: line 1 (FLUX-RUN START t8code-iter-1) has no end: the job was ended, or the log was cut",
		}},
		"processes laid out in another way": {folder: "no-speed-up", want: []string{
			"kripke.throughput size=4: 1 of 3.354e+09, 1 strong", "kripke.throughput size=8: 1 of 7.893e+09, 2.35 strong",
			"kripke.throughput size=128: 1 of 5.964e+10, 17.78 strong",
		}},
		"printed again": {folder: "printed-again", want: []string{
			"amg.fom : 1 of 258313400", "run.duration : 1 of 138.5", "problem FILE/size-8/amg.out:71: the output of AMG is the output at line 2, printed again: it counts once",
		}},
		"names as they are": {folder: "number-taken-for-size/mnist", want: []string{
			"time.real folder=FILE/size-4, file=mnist-0.out: 1 of 74.72", "time.real folder=FILE/size-4, file=mnist-1.out: 1 of 89.23",
			"time.real folder=FILE/size-4, file=mnist-2.out: 1 of 66.38", "time.real folder=FILE/size-4, file=mnist-3.out: 1 of 68.01",
			"time.real folder=FILE/size-4, file=mnist-4.out: 1 of 67.22", "time.real folder=FILE/size-8, file=mnist-0.out: 1 of 123.6",
			"time.real folder=FILE/size-8, file=mnist-1.out: 1 of 83.48", "time.real folder=FILE/size-8, file=mnist-2.out: 1 of 83.77",
			"time.real folder=FILE/size-8, file=mnist-3.out: 1 of 83.14", "time.real folder=FILE/size-8, file=mnist-4.out: 1 of 83.27",
			"finding 10 cells differ only in the names of folders, files or jobs, and are not repetitions unless you say so: --names 'size-{size}/mnist-{repetition}.out' says what the names mean, if this fits",
		}},
		"names that are said": {folder: "number-taken-for-size/mnist", names: []string{"size-{size}/mnist-{repetition}.out"}, want: []string{
			"time.real size=4: 5 of 73.11", "time.real size=8: 5 of 91.46",
		}},
		"names that do not fit": {folder: "number-taken-for-size/mnist", names: []string{mnist, "size-{size}/mnist-{}.out"}, want: []string{
			"time.real size=4: 5 of 73.11", "time.real size=8: 5 of 91.46",
		}},
		"a number that is the size": {folder: "number-taken-for-size/ior", want: []string{
			"ior.write.bandwidth : 4 of 2499", "ior.read.bandwidth : 4 of 379357", "run.duration : 4 of 5.67",
			"problem FILE/size-4/ior.out:6: IOR: the log does not say how many repetitions were asked for, so a row may lack at its end",
		}},
		"a number above": {folder: "number-taken-for-size/results-128", want: []string{
			"lammps.loop_time size=64: 1 of 33.52, 1 strong", "lammps.loop_time size=128: 1 of 35.86, 0.93 strong",
		}},
		"tasks of a node": {folder: "tasks-per-node", want: []string{
			"lulesh.fom size=4, tasks per node=85.75: 1 of 226259, 1 weak", "lulesh.fom size=32, tasks per node=85.75: 1 of 1790186, 7.91 weak",
			"lulesh.fom size=8, tasks per node=64: 1 of 338303",
		}},
		"the last of several": {folder: "figure-takes-the-mean", figures: []string{`accuracy=metricName: accuracy, metricValue: ([\d.]+), higher`}, want: []string{
			"figure.accuracy : 1 of 0.8478", "pytorch-mnist.accuracy : 1 of 0.8478",
			"finding figure.accuracy is in the log of a run up to 8 times: the last counts. Write first, last, min, max, mean or sum after its unit to choose",
		}},
		"the greatest of several": {folder: "figure-takes-the-mean", figures: []string{`accuracy=metricName: accuracy, metricValue: ([\d.]+), higher, max`}, want: []string{
			"figure.accuracy : 1 of 0.85", "pytorch-mnist.accuracy : 1 of 0.8478",
		}},
		"no match": {folder: "printed-again", figures: []string{`x=no such ([\d.]+), higher`}, want: []string{
			"amg.fom : 1 of 258313400", "run.duration : 1 of 138.5",
			"problem FILE/size-8/amg.out:71: the output of AMG is the output at line 2, printed again: it counts once", "problem --figure x: no line of any log has a number for it",
		}},
		"a script that submits": {folder: "wrapper-and-null", want: []string{"stream.triad : 2 of 3790", "run.duration : 2 of 2.362"}},
		"two logs with metadata": {folder: "metadata-merged", want: []string{
			"osu.osu_allreduce avg_latency{size=8} size=4: 1 of 2942", "osu.osu_allreduce avg_latency{size=8} size=8: 1 of 11838",
		}},
		"names up to a dot": {folder: "same-stem", want: []string{
			"lammps.loop_time tasks=400: 1 of 206.9, 1 strong", "lammps.loop_time tasks=3200: 1 of 33.6, 6.16 strong",
		}},
		"a number of a job": {folder: "job-number", names: []string{"size{size}/laghos-{}n-{}-iter-{repetition}.out"}, want: []string{
			"laghos.kernels_rate size=32: 3 of 6685, 1 strong", "laghos.kernels_rate size=64: 4 of 7885, 1.18 (0.99 to 1.44) strong",
		}},
		"folders of runs": {folder: "run-folders", want: []string{
			"lammps.loop_time folder=FILE/run3: 1 of 151.9", "lammps.loop_time folder=FILE/run4: 1 of 25.35",
			"finding 2 cells differ only in the names of folders, files or jobs, and are not repetitions unless you say so: --names 'run{repetition}/log.out' says what the names mean, if this fits",
		}},
		"what a container says": {folder: "crash-completed", want: []string{"failed FILE/nekrs-128n-677-iter-1.out: nekrs-128n-677-iter-1.err, line 1: FATAL"}},
		"a signal and an empty log": {folder: "crash-silent", names: []string{"lammps-{tasks}-iter-{repetition}.out"}, want: []string{
			"lammps.loop_time : 3 of 25.17", "failed lammps-16-iter-4.out: exit status 1: exited with exit code 1",
			"failed lammps-16-iter-5.out: line 2: Signal: Segmentation fault (11)", "problem FILE/lammps-16-iter-6.out: it is empty: no run",
		}},
		"outputs by order": {folder: "hpcg-counted-twice", want: []string{"hpcg.gflops : 3 of 16.53", "run.duration : 3 of 20.19"}},
		"no size in names": {folder: "size-from-name", want: []string{
			"lammps.loop_time tasks=6: 1 of 6.224", "lammps.loop_time tasks=768: 1 of 80.23",
		}},
		"a pattern instead of --ignore": {folder: "ignore-file", names: []string{"{app}-{size}-{tasks}-{repetition}.out"}, want: []string{
			"osu.osu_allreduce avg_latency{size=8} size=4, app=all_reduce: 3 of 32.4", "osu.osu_barrier avg_latency size=4, app=osu_barrier: 1 of 40.58",
			"osu.osu_allreduce avg_latency{size=8} size=32, app=all_reduce: 3 of 101.2",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join("testdata/executions", c.folder)
			names, err := read.NewNames(c.names)
			if err != nil {
				t.Fatal(err)
			}
			figures, err := parse.NewFigures(c.figures)
			if err != nil {
				t.Fatal(err)
			}
			got, err := read.Paths([]string{folder}, read.Options{Names: names, Options: parse.Options{Figures: figures}})
			if err != nil {
				t.Fatal(err)
			}
			if err := report.Compare(got, report.Options{}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(sorted(c.want), sorted(said(got, folder, slices.ContainsFunc(c.want, isOfDuration)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func isOfDuration(line string) bool { return strings.HasPrefix(line, "run.duration") }

func sorted(lines []string) []string { return slices.Sorted(slices.Values(lines)) }

// said returns the figures of merit of a comparison, the runs that do not count, and the problems. durations says that
// durations are wanted too.
func said(r *report.Report, folder string, durations bool) (all []string) {
	for _, f := range r.Comparison.Figures {
		if f.Kind == report.Duration && !durations {
			continue
		}
		for _, e := range f.Entries {
			cell := r.Comparison.Cells[e.Cell]
			var place []string
			for _, name := range r.Comparison.Columns(r.Comparison.Cells) {
				place = append(place, name+"="+cell.Facts[name])
			}
			line := fmt.Sprintf("%s.%s %s: %d of %s", f.Kind.Name, f.Name(), strings.Join(place, ", "), e.N, report.Short(e.Mean))
			if e.Base >= 0 {
				line += ", " + e.Speedup.Text(1, "") + " " + string(r.Comparison.Lines[cell.Line].Scaling)
			}
			all = append(all, line)
		}
	}
	for _, run := range r.Runs {
		if !run.Counts() {
			reason, _, _ := strings.Cut(run.Reason, ":   While") // a long line
			all = append(all, string(run.State)+" "+run.Name+": "+strings.Join(strings.Fields(reason), " "))
		}
	}
	for _, p := range r.Problems {
		all = append(all, "problem "+p.String())
	}
	for _, f := range r.Comparison.Findings {
		if strings.Contains(f.What, "--names") || strings.Contains(f.What, "figure.") {
			all = append(all, "finding "+f.What)
		}
	}
	for i := range all {
		all[i] = strings.ReplaceAll(all[i], folder, "FILE")
	}
	return all
}
