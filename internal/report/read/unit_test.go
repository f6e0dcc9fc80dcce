package read_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/read"
)

// job is a job as the marks of public studies show it, with its times.
func job(name, output, start, end string) (run, known string) {
	run = "FLUX-RUN START " + name + "\n" + output + "FLUX-RUN END " + name + "\n"
	known = "FLUX-JOB START 1" + start + " " + name + "\nFLUX-JOB-EVENTLOG START\n" +
		`{"timestamp":` + start + `,"name":"init"}` + "\n" + `{"timestamp":` + start + `,"name":"shell.start"}` + "\n" +
		`{"timestamp":` + end + `,"name":"complete","context":{"status":0}}` + "\n" + `{"timestamp":` + end + `,"name":"done"}` + "\nFLUX-JOB-EVENTLOG END\nFLUX-JOB END\n"
	return run, known
}

// TestTwoClocks wants runs to differ of which one has its duration by the events of Flux, and the other by marks in its log.
func TestTwoClocks(t *testing.T) {
	t.Parallel()
	run, known := job("lmp", lammps("9", "4", "100"), "1700000000", "1700000010")
	got := readAll(t, map[string]string{
		"flux.log": run + known, "slurm.log": "Start time: 1700000000\n" + lammps("9", "4", "100") + "End time: 1700000017\n",
	})
	if err := report.Compare(got, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(got.Comparison.By, report.FactClock) {
		t.Errorf("the runs differ only in %q", got.Comparison.By)
	}
}

// TestTasksAreNoThreads wants the processes that LAMMPS names, and not the processors of the time of its loop, which are processes times
// threads. Versions before 2015 name only these.
func TestTasksAreNoThreads(t *testing.T) {
	t.Parallel()
	loop := lammps("9", "14", "108")
	for name, log := range map[string]string{
		"1": strings.Replace(loop, "Total", "83.2% CPU use with 1 MPI tasks x 14 OpenMP threads\nTotal", 1), "14": loop,
	} {
		if run := readAll(t, map[string]string{"a.log": log}).Runs[0]; run.Facts[report.FactTasks] != name {
			t.Errorf("%s tasks, and not %s: %v", run.Facts[report.FactTasks], name, run.Facts)
		}
	}
}

// TestJobsOfASet wants a run for each job of a set, with the samples that a sidecar took in its time.
func TestJobsOfASet(t *testing.T) {
	t.Parallel()
	first, aboutFirst := job("lmp-iter-1", lammps("9", "4", "100"), "1700000000", "1700000010")
	second, aboutSecond := job("lmp-iter-2", lammps("8", "4", "100"), "1700000020", "1700000030")
	var sampled strings.Builder
	sampled.WriteString("METADATA START {\"metricName\":\"perf-sysstat\"}\nMETADATA END\n")
	for _, at := range []string{"1700000005", "1700000015", "1700000025"} {
		sampled.WriteString("METRICS OPERATOR TIMEPOINT\nCPU STATISTICS TASK\n[{\"time\":" + at + ",\"pid\":7,\"percent_cpu\":1.5,\"command\":\"lmp\"}]\n")
	}
	got := readAll(t, map[string]string{
		"ms/set.json":                `{"name": "ms", "state": "Completed", "size": 2}`,
		"ms/ms-m-0-0-abcde/app.log":  first + second + aboutSecond + aboutFirst,
		"ms/ms-m-0-0-abcde/perf.log": sampled.String(),
	})
	var seen []string
	for _, run := range append(got.Runs, got.Rest...) {
		words := []string{run.Name, string(run.State), run.Facts["job"], run.Facts["size"]}
		for _, s := range run.Sources {
			for _, r := range s.Results {
				for _, v := range r.Values[:min(1, len(r.Values))] {
					words = append(words, v.Name+"="+report.Number(v.Value))
				}
				for _, series := range r.Series {
					words = append(words, "sample at "+report.Number(series.Times[0]-1.7e9))
				}
			}
		}
		seen = append(seen, strings.Join(words, " "))
	}
	want := []string{
		"ms/lmp-iter-1 completed lmp-iter-1 2 loop_time=9 sample at 5",
		"ms/lmp-iter-2 completed lmp-iter-2 2 loop_time=8 sample at 25",
		"    sample at 15",
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
	if err := report.Compare(got, report.Options{Ignore: []string{"job"}}); err != nil {
		t.Fatal(err)
	}
	if e := got.Comparison.Figures[0].Entries[0]; e.N != 2 || e.Mean != 8.5 {
		t.Errorf("%+v", e)
	}
}

// TestBatch wants a run for each line of a batch. Equal lines are repetitions, and others are not.
func TestBatch(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	for i, c := range []struct{ status, output string }{
		{"0", lammps("9", "4", "100")}, {"0", lammps("8", "4", "100")}, {"0", lammps("5", "4", "100")}, {"3", lammps("900", "4", "100")},
	} {
		log.WriteString("latchkey: line " + strconv.Itoa(i) + " ended with status " + c.status + "; its output, kept in /tmp/x.out and /tmp/x.err:\n" + c.output)
	}
	cells := func(set string) map[string]int {
		got := readAll(t, map[string]string{"ms/set.json": set, "ms/ms-m-0-0-abcde/app.log": log.String()})
		if run := got.Runs[3]; run.State != report.Failed || run.Reason != "exit status 3" {
			t.Errorf("%s: %s", run.State, run.Reason)
		}
		if err := report.Compare(got, report.Options{}); err != nil {
			t.Fatal(err)
		}
		all := map[string]int{}
		for _, c := range got.Comparison.Cells {
			all[c.Name] = len(c.Runs)
		}
		return all
	}
	if diff := cmp.Diff(map[string]int{"command=lmp a": 2, "command=lmp b": 1}, cells(`{"name": "ms", "state": "Failed", "command": "lmp a\nlmp a\nlmp b\nlmp b"}`)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]int{"job=line 0": 1, "job=line 1": 1, "job=line 2": 1}, cells(`{"name": "ms", "state": "Failed"}`)); diff != "" {
		t.Errorf("without the text of the batch:\n%s", diff)
	}
}

// TestFilesOfRuns wants a run of each file with an output of its own, and the cells that its text and its names say.
func TestFilesOfRuns(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, f := range []struct{ name, time, procs, atoms string }{
		{"aws/eks/size32/lammps/lammps-32-iter-1-938869784576.out", "141", "3072", "100"},
		{"aws/eks/size32/lammps/lammps-32-iter-2-3578882162688.out", "136", "3072", "100"},
		{"aws/eks/size64/lammps/lammps-64-iter-1-1512633794560.out", "80", "6144", "100"},
		{"aws/eks/size64/lammps/lammps-64-iter-2-1512633794561.out", "90", "6144", "200"},
		{"gcp/gke/size32/lammps/lammps-32-iter-1-1.out", "200", "1792", "100"},
		{"gcp/gke/size32/lammps/lammps-rocky8-iter-1-1.out", "300", "1792", "100"},
	} {
		files[f.name] = lammps(f.time, f.procs, f.atoms)
	}
	files["aws/eks/size32/lammps/lammps-32-iter-1-938869784576.err"] = "real 160.40\n"
	files["aws/eks/size32/lammps/topology.json"] = "{}"
	root := write(t, files)
	names, err := read.NewNames([]string{"{cloud}/{environment}/size{size}/lammps/lammps-{build}-iter-{repetition}-{}.out"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := read.Paths([]string{root}, read.Options{Names: names})
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Compare(got, report.Options{Ignore: []string{"environment"}}); err != nil {
		t.Fatal(err)
	}
	cells := map[string]int{}
	for _, c := range got.Comparison.Cells {
		cells[c.Name] = len(c.Runs)
	}
	want := map[string]int{
		"size=32, build=32, cloud=aws, problem=atoms=100 steps=100":     2,
		"size=64, build=64, cloud=aws, problem=atoms=100 steps=100":     1,
		"size=64, build=64, cloud=aws, problem=atoms=200 steps=100":     1,
		"size=32, build=32, cloud=gcp, problem=atoms=100 steps=100":     1,
		"size=32, build=rocky8, cloud=gcp, problem=atoms=100 steps=100": 1,
	}
	if diff := cmp.Diff(want, cells); diff != "" {
		t.Error(diff)
	}
}

// TestUnknownFilesBesideARun wants a failed run to have its own log alone, and none of the files of unknown programs beside it.
func TestUnknownFilesBesideARun(t *testing.T) {
	t.Parallel()
	got := readAll(t, map[string]string{"a.out": "flux-job: task(s) exited with exit code 3\n", "b.out": "hello\n", "c.out": "hello\n"})
	if len(got.Runs) != 1 || got.Runs[0].State != report.Failed || len(got.Runs[0].Sources) != 1 || len(got.Problems) != 2 {
		t.Errorf("%+v, %v", got.Runs, got.Problems)
	}
}

// TestYAMLOfMiniFE wants the file that miniFE writes to be read, and no other YAML file.
func TestYAMLOfMiniFE(t *testing.T) {
	t.Parallel()
	got := readAll(t, map[string]string{
		"a/miniFE.yaml": "Mini-Application Name: miniFE\nGlobal Nrows: 8\nTotal CG Mflops: 35.5\nFinal Resid Norm: 1e-9\n", "a/cluster.yaml": "kind: MiniCluster\n",
	})
	if len(got.Runs) != 1 || got.Runs[0].Facts[report.FactTotal] != "rows=8" || len(got.Problems) != 1 {
		t.Errorf("%+v, %v", got.Runs, got.Problems)
	}
}

// TestDocumentsInAFolder wants what fio and iperf3 write as JSON to be read in a folder too, and no other JSON.
func TestDocumentsInAFolder(t *testing.T) {
	t.Parallel()
	got := readAll(t, map[string]string{
		"a/fio.json":   "{\n  \"fio version\" : \"fio-3.33\",\n  \"jobs\" : [{\"jobname\": \"a\", \"error\": 0, \"read\": {\"io_bytes\": 4096, \"bw_bytes\": 2048, \"iops\": 2, \"total_ios\": 4, \"runtime\": 2000}}]\n}\n",
		"a/other.json": "{\n  \"version\" : \"fio-3.33\"\n}\n",
	})
	if len(got.Runs) != 1 || got.Runs[0].Facts[report.FactFile] != "fio.json" || len(got.Problems) != 1 {
		t.Errorf("%+v, %v", got.Runs, got.Problems)
	}
}

// TestSavedLog wants the files that the SDK of the Metrics Operator writes to be read as the logs in them: one log, or a list of them.
func TestSavedLog(t *testing.T) {
	t.Parallel()
	saved := func(times ...string) string {
		var all []any
		for _, time := range times {
			log := `METADATA START {"pods":2,"metricName":"app-lammps","metricOptions":{"command":"lmp -v x 2"}}` + "\nMETADATA END\n" + lammps(time, "4", "100")
			all = append(all, map[string]any{"data": strings.Split(log, "\n"), "spec": map[string]any{"kind": "MetricSet"}})
		}
		text, err := json.MarshalIndent(map[string]any{"all": all}, "", "    ")
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	got := readAll(t, map[string]string{"a/one.json": saved("9"), "a/two.json": saved("7", "8"), "a/other.json": `{"data": ["x"]}`})
	if err := report.Compare(got, report.Options{Ignore: []string{"file"}}); err != nil {
		t.Fatal(err)
	}
	if len(got.Runs) != 3 || len(got.Problems) != 1 {
		t.Fatalf("%+v, %v", got.Runs, got.Problems)
	}
	if e := got.Comparison.Figures[0].Entries[0]; e.N != 3 || e.Mean != 8 || got.Runs[0].Facts[report.FactSize] != "2" {
		t.Errorf("%+v, %v", e, got.Runs[0].Facts)
	}
}

// TestNodesAreTheSize wants the size from the program's own words, where neither a record nor a name says it.
func TestNodesAreTheSize(t *testing.T) {
	t.Parallel()
	log := func(nodes int) string {
		return fmt.Sprintf("Info: NAMD 2.9 for Linux\nInfo: Running on 8 processors, 8 nodes, %d physical nodes.\n"+
			"Info: Benchmark time: 8 CPUs 0.5 s/step 5.8 days/ns 10 MB memory\nWallClock: 9.5  CPUTime: 9.0  Memory: 11.0 MB\n", nodes)
	}
	got := readAll(t, map[string]string{"a.log": log(1), "b.log": log(2)})
	if a, b := got.Runs[0].Facts, got.Runs[1].Facts; a[report.FactSize] != "1" || b[report.FactSize] != "2" || b[report.FactTasks] != "8" {
		t.Errorf("the facts are %v and %v", a, b)
	}
}

// TestFolderThatCannotBeRead wants the other folders to be read, and this one to be named.
func TestFolderThatCannotBeRead(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	root := write(t, map[string]string{"a/x.out": lammps("9", "4", "100"), "b/y.out": ""})
	if err := os.Chmod(filepath.Join(root, "b"), 0); err != nil {
		t.Fatal(err)
	}
	got, err := read.Paths([]string{root}, read.Options{})
	if err != nil || len(got.Runs) != 1 || len(got.Problems) != 1 {
		t.Errorf("%v, %+v", err, got)
	}
}

// TestNamesRefused wants patterns that say nothing to be refused.
func TestNamesRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "lammps.out", "size-{size", "size-}", "{size}/{"} {
		if _, err := read.NewNames([]string{text}); err == nil {
			t.Errorf("%q is a pattern", text)
		}
	}
}

// TestCopies wants an execution that two files hold to count once: by the id of its job, or by what it measured.
func TestCopies(t *testing.T) {
	t.Parallel()
	first, about := job("lmp-1", lammps("9.00001", "4", "100"), "1700000000", "1700000010")
	digits := "LAMMPS (x)\nLoop time of 12.34567 on 4 procs for 100 steps with 100 atoms\nPerformance: 1.2345678 tau/day, 81.234567 timesteps/s\nTotal wall time: 0:00:12\n"
	got := readAll(t, map[string]string{
		"a/lmp.out": first + about, "b/lmp.log": about + first, "c/lammps.out": digits, "c/log.lammps": digits,
	})
	var seen []string
	for _, run := range got.Runs {
		seen = append(seen, run.Name)
	}
	if diff := cmp.Diff([]string{"a/lmp.out", "c/lammps.out"}, seen); diff != "" || len(got.Problems) != 2 {
		t.Errorf("%s\n%v", diff, got.Problems)
	}
}

// TestOneFolderEach wants raw folders to differ by the tasks that their logs say.
func TestOneFolderEach(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, n := range []string{"1", "2", "4", "8"} {
		files["run"+n+"/out.log"] = lammps("8", n, "100")
	}
	got := readAll(t, files, "run1", "run2", "run4", "run8")
	if err := report.Compare(got, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if c := got.Comparison; len(c.Cells) != 4 || c.Over != "tasks" || len(c.Lines) != 1 {
		t.Errorf("%d cells over %q on %d lines", len(c.Cells), c.Over, len(c.Lines))
	}
}

// TestMetricTwice wants the figures and options of a metric that a set has twice to be told apart, and not averaged.
func TestMetricTwice(t *testing.T) {
	t.Parallel()
	log := func(blocks, figure string) string {
		return `METADATA START {"metricName":"app-x","metricOptions":{"blocks":"` + blocks + "\"}}\nMETADATA END\n" + lammps(figure, "2", "100")
	}
	got := readAll(t, map[string]string{
		"ms/ms-m-0-0-zbcdf/a.log": log("4k", "5"), "ms/ms-m-0-1-zbcdf/a.log": log("4k", "7"), "ms/ms-m1-0-0-zbcdf/a.log": log("1m", "90"),
	})
	if err := report.Compare(got, report.Options{}); err != nil {
		t.Fatal(err)
	}
	means := map[string]float64{}
	for _, f := range got.Comparison.Figures {
		means[f.Words()] = f.Entries[0].Mean
	}
	if diff := cmp.Diff(map[string]float64{"LAMMPS #1: loop time": 6, "LAMMPS #2: loop time": 90}, means); diff != "" {
		t.Error(diff)
	}
	if run := got.Runs[0]; run.Facts["option app-x #1 blocks"] != "4k" || run.Facts["option app-x #2 blocks"] != "1m" {
		t.Errorf("the options are %v", run.Facts)
	}
}

// TestProblemOfTable wants runs of HPL with other matrices to be no repetitions. The size of a matrix is in a table only.
func TestProblemOfTable(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, n := range []string{"3840", "7680"} {
		files["hpl-iter-"+n[:1]+".log"] = "HPLinpack 2.3  --  High-Performance Linpack benchmark\nT/V N NB P Q Time Gflops\n----\nWR00L2L2 " + n + " 192 1 2 1.63 23\nEnd of Tests.\n"
	}
	got := readAll(t, files)
	if got.Runs[0].Facts["problem"] != "n=3840" || got.Runs[1].Facts["problem"] != "n=7680" {
		t.Errorf("the problems are %v and %v", got.Runs[0].Facts, got.Runs[1].Facts)
	}
}

// TestSettingsPartCells wants two outputs in one file to be in two cells, if they differ in what the program says of itself.
func TestSettingsPartCells(t *testing.T) {
	t.Parallel()
	hpl := func(nb, p string) string {
		return "HPLinpack 2.3  --  High-Performance Linpack benchmark\nT/V N NB P Q Time Gflops\n----\nWR00L2L2 3840 " + nb + " " + p + " 2 1.63 23\nEnd of Tests.\n"
	}
	npb := func(suite, threads string) string {
		return "NAS Parallel Benchmarks (NPB3.3-" + suite + ") - EP Benchmark\n" + threads + "Class = A\nMop/s total = 25.5\nVerification = SUCCESSFUL\n"
	}
	sysbench := func(setting string) string {
		return "Running the test with following options:\n" + setting + "\nevents per second: 9.5\nreads/s: 4.5\nexecution time (avg/stddev): 1/0\n"
	}
	mdtest := func(command string) string {
		return "mdtest-1.9.3 was launched with 2 total task(s) on 1 node(s)\nCommand line used: mdtest " + command + "\nSUMMARY: (of 1 iterations)\n" +
			"   Operation Max Min Mean Std Dev\n   File stat : 7.5 7.5 7.5 0\n-- finished at 03/02/2026 09:40:00 --\n"
	}
	espresso := func(threads string) string {
		return "Program PWSCF v.7.2 starts on  2Mar2026 at  9:30: 0\nThreads/MPI process: " + threads + "\nPWSCF : 1.25s CPU 1.50s WALL\nJOB DONE.\n"
	}
	iperf := func(direction, titles, rest string) string {
		return "Connecting to host h, port 5201\n" + direction + "[ ID] Interval Transfer Bitrate" + titles + "\n[  5] 0.00-10.04 sec 1.25 GBytes 1.25 Gbits/sec" + rest + " receiver\niperf Done.\n"
	}
	nccl := func(from, to string) string {
		return "# nThread 1 nGpus 8 minBytes " + from + " maxBytes " + to + " step: 2(factor)\n# Avg bus bandwidth    : 12.5\n"
	}
	for name, pair := range map[string][2]string{
		"block of HPL":            {hpl("128", "1"), hpl("256", "1")},
		"grid of HPL":             {hpl("128", "1"), hpl("128", "2")},
		"threads of NPB":          {npb("OMP", "Total threads = 2\n"), npb("OMP", "Total threads = 4\n")},
		"suite of NPB":            {npb("SER", ""), npb("MPI", "")},
		"threads of sysbench":     {sysbench("Number of threads: 1"), sysbench("Number of threads: 2")},
		"primes of sysbench":      {sysbench("Prime numbers limit: 10000"), sysbench("Prime numbers limit: 20000")},
		"test of sysbench":        {sysbench("Doing random read test"), sysbench("Doing sequential read test")},
		"blocks of sysbench":      {sysbench("Block size 4KiB"), sysbench("Block size 16KiB")},
		"command of mdtest":       {mdtest("-T -n 10"), mdtest("-T -n 90")},
		"threads of ESPRESSO":     {espresso("1"), espresso("2")},
		"direction of iperf3":     {iperf("", "", ""), iperf("Reverse mode, remote host h is sending\n", "", "")},
		"transport of iperf3":     {iperf("", "", ""), iperf("", " Jitter Lost/Total Datagrams", " 0.025 ms 0/900 (0%)")},
		"messages of NCCL's test": {nccl("8", "128"), nccl("1024", "2048")},
	} {
		for form, text := range map[string]string{"two": pair[0] + pair[1], "equal": pair[0] + pair[0]} {
			got := readAll(t, map[string]string{"a.log": text})
			if err := report.Compare(got, report.Options{}); err != nil {
				t.Fatal(err)
			}
			if cells := map[string]int{"two": 2, "equal": 1}[form]; len(got.Runs) != 2 || len(got.Comparison.Cells) != cells {
				t.Errorf("%s, %s: %d runs in %d cells, not in %d", name, form, len(got.Runs), len(got.Comparison.Cells), cells)
			}
		}
	}
}

// TestLastTimeCounts wants the time of a program of Quantum ESPRESSO to be the last that it says, and a run that its time limit ended
// not to be completed.
func TestLastTimeCounts(t *testing.T) {
	t.Parallel()
	log := func(wall, notice string) string {
		return "Program PHONON v.6.0 (svn rev. 12345) starts on  2Mar2026 at 12:30: 0\n" + notice +
			"PHONON : 1.25s CPU 1.50s WALL\nPHONON : 10.75s CPU 12.25s WALL\nPHONON : 20.75s CPU " + wall + "s WALL\nJOB DONE.\n"
	}
	got := readAll(t, map[string]string{"a.log": log("24.25", ""), "b.log": log("19.50", "Maximum CPU time exceeded\n")})
	if err := report.Compare(got, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if e := got.Comparison.Figures[0].Entries[0]; e.N != 1 || e.Mean != 24.25 {
		t.Errorf("the time is that of %+v", e)
	}
	if run := got.Runs[1]; run.State == report.Completed || !strings.Contains(run.Reason, "Maximum CPU time exceeded") {
		t.Errorf("the run with a limit is %s: %s", run.State, run.Reason)
	}
}
