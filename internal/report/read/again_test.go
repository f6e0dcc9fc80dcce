package read_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/read"
)

// Outputs in the form of programs, with numbers of our own.
const (
	gromacsError = `                      :-) GROMACS - gmx mdrun, 2021.5 (-:
Using 16 MPI processes
starting mdrun 'peptide'
5000 steps,     10.0 ps.
               Core t (s)   Wall t (s)        (%)
       Time:    41671.803      651.122     6400.0
                 (ns/day)    (hour/ns)
Performance:        1.327       18.086

real	10m54.058s
user	0m0.005s
sys	0m0.018s
`
	gromacsLog = `Log file opened
                      :-) GROMACS - gmx mdrun, 2021.5 (-:

Using 16 MPI processes
On 12 MPI ranks doing PP, and
               Core t (s)   Wall t (s)        (%)
       Time:    41671.803      651.122     6400.0
                 (ns/day)    (hour/ns)
Performance:        1.327       18.086
`
	lammpsOutput = `LAMMPS (2 Aug 2023)
Reading data file ...
  read_data CPU = 0.730 seconds
Per MPI rank memory allocation (min/avg/max) = 4.6 | 4.6 | 4.6 Mbytes
   Step          Temp
         0   3
       100   1.6512
Loop time of 12.3401 on 4 procs for 100 steps with 32000 atoms

Performance: 3500.773 tau/day, 8.104 timesteps/s
99.5% CPU use with 4 MPI tasks x 1 OpenMP threads
Total wall time: 0:00:13
`
	lammpsLog = `LAMMPS (2 Aug 2023)
read_data box.data
Per MPI rank memory allocation (min/avg/max) = 4.6 | 4.6 | 4.6 Mbytes
   Step          Temp
         0   3
       100   1.6512
Loop time of 12.3401 on 4 procs for 100 steps with 32000 atoms

Performance: 3500.773 tau/day, 8.104 timesteps/s
Total wall time: 0:00:13
`
	hpl = `HPLinpack 2.3  --  High-Performance Linpack benchmark  --   December 2, 2018
T/V                N    NB     P     Q               Time                 Gflops
--------------------------------------------------------------------------------
WR11C2R4       20000   192     2     2              97.31             5.4816e+01
||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=   2.41190031e-03 ...... PASSED
End of Tests.
`
	latencies = `# OSU MPI Latency Test v7.3
# Size          Latency (us)
1                       1.52
2                       1.52
4                       1.53
8                       1.61
16                      1.62
32                      1.64
`
)

// written writes files into a folder, reads and compares them. It returns what is said.
func written(t *testing.T, files map[string]string, names ...string) []string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	marks, err := read.NewNames(names)
	if err != nil {
		t.Fatal(err)
	}
	got, err := read.Paths([]string{folder}, read.Options{Names: marks})
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Compare(got, report.Options{}); err != nil {
		t.Fatal(err)
	}
	return sorted(said(got, folder, false))
}

// TestPrintedTwice wants one run of an execution that a program writes to its own log and to its output, and two of two executions
// that agree in few digits, or in different folders in part.
func TestPrintedTwice(t *testing.T) {
	t.Parallel()
	const again = ": an execution is here twice, and counts once"
	for name, c := range map[string]struct {
		files map[string]string
		names []string
		want  []string
	}{
		"standard error beside an empty output": {files: map[string]string{"4/job.out": "", "4/job.err": gromacsError}, want: []string{"gromacs.ns_per_day : 1 of 1.327"}},
		"md.log and standard error": {files: map[string]string{"4/job.err": gromacsError, "4/md.log": gromacsLog}, names: []string{"{size}/{}"}, want: []string{
			"gromacs.ns_per_day : 1 of 1.327", "problem FILE/4/md.log and FILE/4/job.err" + again,
		}},
		"the name that is said": {files: map[string]string{"4/job.out": lammpsOutput, "4/log.lammps": lammpsLog}, names: []string{"{size}/log.lammps"}, want: []string{
			"lammps.loop_time : 1 of 12.34", "problem FILE/4/job.out and FILE/4/log.lammps" + again,
		}},
		"the complete one": {files: map[string]string{"a.out": strings.TrimSuffix(lammpsOutput, "Total wall time: 0:00:13\n"), "log.lammps": lammpsLog}, want: []string{
			"lammps.loop_time : 1 of 12.34", "problem FILE/a.out and FILE/log.lammps" + again,
			"problem FILE/a.out:1-11: the output of LAMMPS has no end: it was cut, or the program failed",
		}},
		"in one file": {files: map[string]string{"job.out": lammpsOutput + lammpsLog}, want: []string{
			"lammps.loop_time : 1 of 12.34", "problem FILE/job.out:13: the output of LAMMPS is the output at line 1, printed again: it counts once",
		}},
		"a table": {files: map[string]string{"HPL.out": hpl, "slurm-7.out": "start\n" + hpl}, want: []string{
			"hpl.gflops{variant=WR11C2R4} : 1 of 54.82", "problem FILE/slurm-7.out and FILE/HPL.out" + again,
		}},
		"two of few digits": {files: map[string]string{"run-1.out": latencies, "run-2.out": "#\n" + latencies}, names: []string{"run-{repetition}.out"}, want: []string{
			"osu.osu_latency latency{size=8} : 2 of 1.61",
		}},
		"two that differ in the last digit": {
			files: map[string]string{"run-1.out": lammpsOutput, "run-2.out": strings.Replace(lammpsLog, "12.3401", "12.3402", 1)}, names: []string{"run-{repetition}.out"},
			want: []string{"lammps.loop_time : 2 of 12.34"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, written(t, c.files, c.names...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestPrograms wants what programs say of themselves to tell cells apart, and the longest part of a program to lead.
func TestPrograms(t *testing.T) {
	t.Parallel()
	const nccl = "# nThread 1 nGpus 1 minBytes 8 maxBytes 16 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0\n" +
		"#   Rank  0 Pid 11 on n1 device  0 [0x27] A100\n#   Rank  1 Pid 12 on n1 device  1 [0x2a] A100\n" +
		"#                                 out-of-place                       in-place\n" +
		"#  size  count  type  redop  root  time  algbw  busbw  #wrong  time  algbw  busbw  #wrong\n" +
		"#  (B) (elements)  (us) (GB/s) (GB/s)  (us) (GB/s) (GB/s)\n" +
		"  8  2  float  sum  -1  20.5  0.01  0.02  0  21.5  0.01  0.02  0\n# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 0.02125\n"
	broadcast := strings.Replace(nccl, "float  sum  -1", "float  none  0", 1)
	named := "# nccl-tests version 2.17.4 nccl-headers=22803 nccl-library=22803\n# Collective test starting: all_gather_perf\n" + nccl
	loop := func(loop string, steps int) string {
		return fmt.Sprintf("Loop time of %s on 4 procs for %d steps with 32000 atoms\n", loop, steps)
	}
	lammps := "LAMMPS (2 Aug 2023)\n" + loop("9.1e-07", 0) + loop("4.5", 50) + loop("73.5", 500) + "Total wall time: 0:01:20\n"
	tables := strings.ReplaceAll(lammps, "Loop", "   Step   Temp\n      0    1.5\nLoop")
	bandwidths := "# OSU MPI Bandwidth Test v5.8\n# Size  Bandwidth (MB/s)\n8  2.5\n"
	device := strings.Replace(latencies, "MPI Latency", "MPI-CUDA Latency", 1)
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"operations": {files: map[string]string{"run-1.out": nccl, "run-2.out": broadcast, "run-3.out": named}, want: []string{
			"nccl-tests.average_bandwidth operation=, redop=none: 1 of 0.02125", "nccl-tests.average_bandwidth operation=, redop=sum: 1 of 0.02125",
			"nccl-tests.average_bandwidth operation=all_gather_perf, redop=sum: 1 of 0.02125",
		}},
		"buffers": {files: map[string]string{"run-1.out": latencies, "run-2.out": device}, want: []string{
			"osu.osu_latency latency{size=8} buffers=: 1 of 1.61", "osu.osu_latency latency{size=8} buffers=CUDA: 1 of 1.61",
		}},
		"buffers of one of two tests": {files: map[string]string{"run-1.out": device + bandwidths, "run-2.out": device + strings.Replace(bandwidths, "MPI", "MPI-CUDA", 1)}, want: []string{
			"osu.osu_bw bandwidth{size=8} buffers=CUDA, not said: 1 of 2.5", "osu.osu_bw bandwidth{size=8} buffers=CUDA: 1 of 2.5",
			"osu.osu_latency latency{size=8} buffers=CUDA, not said: 1 of 1.61", "osu.osu_latency latency{size=8} buffers=CUDA: 1 of 1.61",
		}},
		"loops":             {files: map[string]string{"run-1.out": lammps}, want: []string{"lammps.run 2 loop_time : 1 of 4.5", "lammps.run 3 loop_time : 1 of 73.5"}},
		"loops with tables": {files: map[string]string{"run-1.out": tables}, want: []string{"lammps.run 2 loop_time : 1 of 4.5", "lammps.run 3 loop_time : 1 of 73.5"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, figuresOnly(written(t, c.files, "run-{repetition}.out"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// figuresOnly leaves out problems and findings.
func figuresOnly(lines []string) []string {
	return slices.DeleteFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, "problem ") || strings.HasPrefix(line, "finding ")
	})
}

// TestNamesAndLogsDiffer wants a word where the size in the names of files is not the number of nodes that the logs say, and the tasks of
// the nodes on which they ran.
func TestNamesAndLogsDiffer(t *testing.T) {
	t.Parallel()
	const log = "mdtest-1.9.3 was launched with 48 total task(s) on 2 node(s)\n48 tasks, 48000 files\nSUMMARY: (of 1 iterations)\n" +
		"   Operation    Max    Min    Mean    Std Dev\n   ---------    ---    ---    ----    -------\n   File creation     :   %d.500   %[1]d.500   %[1]d.500   0.000\n-- finished at 03/02/2026 09:35:00 --\n"
	lines := written(t, map[string]string{"size-2/a.out": fmt.Sprintf(log, 1111), "size-4/a.out": fmt.Sprintf(log, 2222)}, "size-{size}/{}.out")
	want := "finding the size in a name is not the number of nodes that the log says, in 1 of 2 runs, and the name counts: size-4/a.out is called size 4 and ran on 2 nodes, as the first. Without {size} in --names the nodes count"
	if !slices.Contains(lines, want) {
		t.Errorf("%q is not there:\n%s", want, strings.Join(lines, "\n"))
	}
	for _, line := range lines {
		if strings.Contains(line, report.FactPerNode) {
			t.Errorf("both ran with 24 tasks per node: %s", line)
		}
	}
}

// TestLinesOfFailure wants no time of a job whose processes Open MPI could not connect, or whose program somebody ended.
func TestLinesOfFailure(t *testing.T) {
	t.Parallel()
	for why, line := range map[string]string{
		"another transport": "[a-42:501] [[31,1],3958] selected pml ob1, but peer [[31,1],0] on a-1 selected pml ucx",
		"fio was ended":     "fio: terminating on signal 2",
		"no address":        "[a-42:501] pml_ucx.c:178  Error: Failed to receive UCX worker address: Not found (-13)",
	} {
		got := written(t, map[string]string{"a.out": "Start time: 1700000000\nEnd time: 1700000017\n", "a.err": line + "\nreal 17.88\nuser 15.49\nsys 121.52\n"})
		if len(got) != 1 || !strings.HasPrefix(got[0], "failed FILE/a.out: a.err, line 1: ") {
			t.Errorf("%s: %q", why, got)
		}
	}
}
