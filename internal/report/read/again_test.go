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
	const again = ", read again: it counts once"
	for name, c := range map[string]struct {
		files map[string]string
		names []string
		want  []string
	}{
		"md.log and standard error": {files: map[string]string{"4/job.err": gromacsError, "4/md.log": gromacsLog}, names: []string{"{size}/{}"}, want: []string{
			"gromacs.ns_per_day : 1 of 1.327", "problem FILE/4/md.log: this is the execution of FILE/4/job.err" + again,
		}},
		"the name that is said": {files: map[string]string{"4/job.out": lammpsOutput, "4/log.lammps": lammpsLog}, names: []string{"{size}/log.lammps"}, want: []string{
			"lammps.loop_time : 1 of 12.34", "problem FILE/4/job.out: this is the execution of FILE/4/log.lammps" + again,
		}},
		"the complete one": {files: map[string]string{"a.out": strings.TrimSuffix(lammpsOutput, "Total wall time: 0:00:13\n"), "log.lammps": lammpsLog}, want: []string{
			"lammps.loop_time : 1 of 12.34", "problem FILE/a.out: this is the execution of FILE/log.lammps" + again,
			"problem FILE/a.out:11: the output of LAMMPS that began at line 1 has no end: it was cut, or the program failed",
		}},
		"in one file": {files: map[string]string{"job.out": lammpsOutput + lammpsLog}, want: []string{
			"lammps.loop_time : 1 of 12.34", "problem FILE/job.out:13: the output of LAMMPS is the output at line 1, printed again: it counts once",
		}},
		"a table": {files: map[string]string{"HPL.out": hpl, "slurm-7.out": "start\n" + hpl}, want: []string{
			"hpl.gflops{variant=WR11C2R4} : 1 of 54.82", "problem FILE/slurm-7.out: this is the execution of FILE/HPL.out" + again,
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
