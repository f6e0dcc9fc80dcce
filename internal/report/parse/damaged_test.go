package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// seen describes what was read of a log: its problems, and the results of each source.
func seen(t *testing.T, text string) []string {
	t.Helper()
	sources, problems, err := parse.Read("a.log", strings.NewReader(text), parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, p := range problems {
		all = append(all, p.String())
	}
	for _, s := range sources {
		for _, r := range s.Results {
			var line strings.Builder
			line.WriteString(strings.TrimSpace(s.Pod + " " + r.Kind.Name + " " + r.Title))
			for _, v := range r.Values {
				fmt.Fprintf(&line, " %s=%v", v.Name, v.Value)
			}
			for _, c := range r.Curves {
				fmt.Fprintf(&line, " %s%v", c.Y.Name, c.Y.Values)
			}
			for _, c := range r.Series {
				fmt.Fprintf(&line, " %s %v %v", c.Process, c.Times, c.Columns[0].Values)
			}
			if r.Fault != "" {
				line.WriteString(" fault: " + r.Fault)
			}
			all = append(all, line.String())
		}
	}
	return all
}

// TestDamaged reads logs that were cut, mixed or otherwise damaged. What can be read is read, and what is lost is named.
func TestDamaged(t *testing.T) {
	t.Parallel()
	const (
		stream = "STREAM version $Revision: 5.10 $\n"
		rates  = "Function    Best Rate MB/s  Avg time     Min time     Max time\n"
		osu    = "# OSU MPI Latency Test v5.8\n# Size          Latency (us)\n"
		sample = "METRICS OPERATOR TIMEPOINT\nCPU STATISTICS TASK\n"
		namd   = "Info: Benchmark time: 4 CPUs 0.5 s/step 2.5 days/ns 100 MB memory\nWallClock: 9 CPUTime: 8 Memory: 100 MB\n"
		row    = `[{"time":%d,"pid":7,"percent_usr":%d.5,"command":"a"}]`
	)
	samples := "METADATA START {\"metricName\":\"perf-sysstat\"}\nMETADATA END\nMETRICS OPERATOR COLLECTION START\n" +
		sample + fmt.Sprintf(row, 1700000000, 1) + "\n"
	for name, c := range map[string]struct {
		log  string
		want []string
	}{
		"a row of OSU is cut": {osu + "0   1.5\n1   \n2   2.5\n4   2.", []string{
			"a.log:4: a row of osu_latency has 1 columns and not 2",
			"a.log:6: OSU Micro-Benchmarks: the log ends within the line of latency, which may be cut",
			"osu osu_latency latency[1.5 2.5 2] fault: the log ends within the line of latency, which may be cut",
		}},
		"the last row of OSU has no newline": {osu + "0   1.50\n1   2.50", []string{"osu osu_latency latency[1.5 2.5]"}},
		"a row of OSU is mixed": {osu + "0   1.5\n1   2.5 WARNING: x\n2   2.5\n", []string{
			"a.log:4: a row of osu_latency has 4 columns and not 2", "osu osu_latency latency[1.5 2.5]",
		}},
		"a warning between rows": {osu + "0   1.5\n[vm:1] WARNING\n2   2.5\n", []string{"osu osu_latency latency[1.5 2.5]"}},
		"text after the table of OSU": {osu + "0   1.5\n0% [Working]            Get:1 http://x InRelease [129 kB]\n4deb78a flags=0x0) failed\n2 more processes\n", []string{
			"osu osu_latency latency[1.5]",
		}},
		"only the command of OSU": {"flux run -N2 /opt/osu_latency |& tee /tmp/osu.out\nFLUX-RUN START osu-iter-1\n" + osu + "0   1.5\n", []string{
			"osu osu_latency latency[1.5]",
		}},
		"AMG2023 has an end":       {"Running with these driver parameters:\nFigure of Merit (FOM): nnz_AP / (Setup Phase Time + 3 * Solve Phase Time) 2.5e+09\n", []string{"amg fom=2.5e+09"}},
		"each task says the first": {"REAL wdsize : 8\nINTEGER wdsize : 4\nREAL wdsize : 8\n Avg MFlops = 2.5\n", []string{"nekbone average_mflops=2.5"}},
		"the figure of HPCG is cut": {"HPCG-Benchmark\nFinal Summary::HPCG result is VALID with a GFLOP/s rating of=12", []string{
			"a.log:2: HPCG: the log ends within the line of gflops, which may be cut",
			"hpcg gflops=12 fault: the log ends within the line of gflops, which may be cut",
		}},
		"what is not a figure of merit may be cut": {"LAMMPS (x)\nLoop time of 2.5 on 1 procs for 1 steps with 1 atoms\nTotal wall time: 0:00:01", []string{
			"lammps loop_time=2.5 procs=1 steps=1 atoms=1 total_wall_time=1",
		}},
		"a collection has no end": {"METRICS OPERATOR COLLECTION START\nMETRICS OPERATOR TIMEPOINT\n" + osu + "0   1.5\n", []string{
			"a.log:1-5: the log is cut: the collection has no end",
			"osu osu_latency latency[1.5] fault: the log is cut: the collection has no end",
		}},
		"a mark of the encoding": {"\ufeff" + osu + "0   1.5\n", []string{"osu osu_latency latency[1.5]"}},
		"memory is of the run below it": {"LAMMPS (x)\nPer MPI rank memory allocation (min/avg/max) = 1 | 2 | 3 Mbytes\nStep Temp\n0 1\n" +
			"Loop time of 2.5 on 1 procs for 9 steps with 1 atoms\nPer MPI rank memory allocation (min/avg/max) = 4 | 5 | 6 Mbytes\nStep Temp\n0 1\n" +
			"Loop time of 1.5 on 1 procs for 8 steps with 1 atoms\nTotal wall time: 0:00:01\n", []string{
			"lammps memory.min=1 memory.avg=2 memory.max=3 loop_time=2.5 procs=1 steps=9 atoms=1 total_wall_time=1" +
				" memory.min=4 memory.avg=5 memory.max=6 loop_time=1.5 procs=1 steps=8 atoms=1 thermo.temp[1] thermo.temp[1]",
		}},
		"NekRS was stopped": {"COPYRIGHT (c) 2019-2023 UCHICAGO ARGONNE, LLC\nstep= 1  t= 6e-03  dt=6.0e-03  C= 0.53  elapsedStep= 2.5e+00s  elapsedStepSum= 2.5e+00s\n", []string{
			"a.log:1-2: the output of NekRS has no end: it was cut, or the program failed",
			"nekrs step=1 step_time=2.5 elapsed=2.5 fault: its output has no end: it was cut, or the program failed",
		}},
		"NekRS has an end": {"COPYRIGHT (c) 2019-2023 UCHICAGO ARGONNE, LLC\nstep= 1  t= 6e-03  dt=6.0e-03  C= 0.53  elapsedStep= 2.5e+00s  elapsedStepSum= 2.5e+00s\n" +
			"finished with exit code 0\n", []string{"nekrs step=1 step_time=2.5 elapsed=2.5"}},
		"LAMMPS minimizes": {"LAMMPS (x)\nStep Temp E_pair\n0 1.5 -7.5\nWARNING: hot\n9 2.5 -8.5\nLoop time of 2.5 on 1 procs for 9 steps with 1 atoms\n" +
			"Energy initial, next-to-last, final =\n-7.5 -8.25 -8.5\n-7.5 -8.25\nTotal wall time: 0:00:01\n", []string{
			"lammps loop_time=2.5 procs=1 steps=9 atoms=1 total_wall_time=1 thermo.temp[1.5 2.5] thermo.e_pair[-7.5 -8.5]",
		}},
		"a figure is not a number": {"LAMMPS (x)\nLoop time of nan on 1 procs for 1 steps with 1 atoms\nTotal wall time: 0:00:01\n", []string{
			"a.log:2: LAMMPS: loop_time is not a number: nan", "lammps total_wall_time=1 fault: loop_time is not a number: nan",
		}},
		"labels of ranks tell apart what ranks print at the same time": {"srun: job 7 queued\n0: " + stream + "1: " + stream + "1: " + rates + "0: " + rates +
			"0: Copy: 1.5 1 1 1\n1: Copy: 2.5 1 1 1\n1: Triad: 4.5 1 1 1\n0: Triad: 3.5 1 1 1\n", []string{
			"stream copy=1.5 copy_avg=1 copy_max=1 triad=3.5 triad_avg=1 triad_max=1", "stream copy=2.5 copy_avg=1 copy_max=1 triad=4.5 triad_avg=1 triad_max=1",
		}},
		"a label is one only where a program begins": {"0: x\n[0] x\n1: 2: " + osu, nil},
		"outputs whose first lines are cut off": {"# nThread 1 nGpus 1 minBytes 8 maxBytes 8 step: 2(factor)\n# Avg bus bandwidth    : 1.5\n# Avg bus bandwidth    : 4.5\n", []string{
			"a.log:3: NCCL tests: lines of several outputs are mixed: write each to a file of its own",
			"nccl-tests min_bytes=8 max_bytes=8 average_bandwidth=1.5 average_bandwidth=4.5 fault: lines of several outputs are mixed: write each to a file of its own",
		}},
		"a bar of progress": {"LAMMPS (x)\n 50%\r100%\rLoop time of 2.5 on 1 procs for 1 steps with 1 atoms\r\nTotal wall time: 0:00:01\n", []string{
			"lammps loop_time=2.5 procs=1 steps=1 atoms=1 total_wall_time=1",
		}},
		"HPL was not valid": {"HPLinpack 2.3 -- High-Performance Linpack benchmark\n||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=   1.5e+09 ...... FAILED\nEnd of Tests.\n", []string{
			"hpl residual=1.5e+09 fault: ||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=   1.5e+09 ...... FAILED",
		}},
		"a job of fio failed": {"{\n\"fio version\" : \"fio-3.33\",\n\"jobs\" : [{\"jobname\": \"a\", \"error\": 28}]\n}\n", []string{"fio a error=28 fault: an error ended the job: 28"}},
		"the data were not right": {"# OSU MPI Latency Test v7.5\n# Size          Latency (us)        Validation\n1   1.5   Pass\n2   2.5   Fail\n", []string{
			"osu osu_latency latency[1.5 2.5] validation[NaN NaN] fault: 2   2.5   Fail",
		}},
		"OSU of an accelerator": {"# OSU MPI-CUDA Latency Test v5.7\n# Size          Latency (us)\n8   1.5\n", []string{"osu osu_latency latency[1.5]"}},
		"a barrier that does not block": {"# OSU MPI Non-blocking Barrier Latency Test v5.8\n        Overall(us)        Compute(us)    Pure Comm.(us)        Overlap(%)\n" +
			"              40.25              20.50             18.75             12.50\n", []string{"osu osu_ibarrier overall=40.25 compute=20.5 pure_comm=18.75 overlap=12.5"}},
		"an unknown test of OSU": {"# OSU MPI Teleport Test v9\n# Size       P99 Tail Lat(us)\n8   1.5\n", []string{"osu osu_mpi_teleport_test p99_tail_lat[1.5]"}},
		"OSU stops before its table": {"# OSU MPI Latency Test v5.8\n# OSU MPI Bandwidth Test v5.8\n# Size      Bandwidth (MB/s)\n8   1.5\n", []string{
			"a.log:1: osu_latency printed no figures that are known", "osu osu_latency fault: it printed no figures that are known", "osu osu_bw bandwidth[1.5]",
		}},
		"a matrix is cut": {"NETMARK RTT.CSV START\n0.0,1.5\n", []string{"a.log:2: round trip times: 1 rows of 2 columns, so the matrix was cut", "netmark"}},
		"a row of a matrix is short": {"NETMARK RTT.CSV START\n0.0,1.5\n2.5\nNETMARK RTT.CSV END\n", []string{
			"a.log:3: a row of round trip times has 1 columns and not 2", "netmark",
		}},
		"STREAM of two numbers of threads": {strings.ReplaceAll("STREAM version $Revision: 5.10 $\nNumber of Threads requested = @\nFunction    Best Rate MB/s  Avg time     Min time     Max time\nTriad:       @000.5     0.02     0.02     0.02\n", "@", "1") +
			strings.ReplaceAll("STREAM Version $Revision: 5.6 $\nNumber of Threads = @\nFunction    Best Rate MB/s  Avg time     Min time     Max time\nTriad:       @000.5     0.02     0.02     0.02\n", "@", "2"), []string{
			"a.log:8: STREAM: its outputs say 2 values of threads: they are several experiments, so write each to a file of its own",
			"stream threads=1 triad=1000.5 triad_avg=0.02 triad_max=0.02 threads=2 triad=2000.5 triad_avg=0.02 triad_max=0.02 fault: its outputs say 2 values of threads: they are several experiments, so write each to a file of its own",
		}},
		"HPCG was not valid": {"HPCG-Benchmark\nFinal Summary::HPCG result is=INVALID.\nGFLOP/s Summary::Raw Total=2.5\n", []string{
			"hpcg gflops_raw=2.5 fault: Final Summary::HPCG result is=INVALID.",
		}},
		"JSON is cut in a sample": {samples + sample + `[{"time":17` + "\n" + sample + fmt.Sprintf(row, 1700000020, 3) + "\nMETRICS OPERATOR COLLECTION END\n", []string{
			"a.log:9: CPU STATISTICS TASK: the line is not a list of JSON objects: unexpected end of JSON input",
			"pidstat a (7) [1.7e+09 1.70000002e+09] [1.5 3.5]",
		}},
		"JSON has a wrong character in a sample": {samples + sample + `[{"time":17;}]` + "\n" + sample + fmt.Sprintf(row, 1700000020, 3) + "\nMETRICS OPERATOR COLLECTION END\n", []string{
			"a.log:9: CPU STATISTICS TASK: the line is not a list of JSON objects: invalid character ';' after object key:value pair",
			"pidstat a (7) [1.7e+09 1.70000002e+09] [1.5 3.5]",
		}},
		"a header without JSON": {samples + sample + sample + fmt.Sprintf(row, 1700000020, 3) + "\n", []string{
			"a.log:8: CPU STATISTICS TASK has no figures",
			"a.log:3-11: the log is cut: the collection has no end",
			"pidstat a (7) [1.7e+09 1.70000002e+09] [1.5 3.5] fault: the log is cut: the collection has no end",
		}},
		"metadata is cut": {"METADATA START {\"metricName\":\"perf-sys\nMETADATA END\n" + sample + fmt.Sprintf(row, 1700000000, 1) + "\n", []string{
			"a.log:1: the metadata is not JSON: unexpected end of JSON input", "pidstat a (7) [1.7e+09] [1.5]",
		}},
		"LAMMPS is cut": {"LAMMPS (x)\nStep Temp\n0 3.5\n50 1.", []string{
			"a.log:1-4: the output of LAMMPS has no end: it was cut, or the program failed",
			"lammps thermo.temp[3.5 1] fault: its output has no end: it was cut, or the program failed",
		}},
		"a mark after the only words": {"LAMMPS (x)METRICS OPERATOR COLLECTION END", []string{
			"a.log:1: the output of LAMMPS has no end: it was cut, or the program failed",
			"lammps fault: its output has no end: it was cut, or the program failed",
		}},
		"LAMMPS prints a wider table": {"LAMMPS (x)\nSection | min time | avg time | max time |%varavg| %total\nPair | 1 | 1 | 1 | 0 | 50\n" +
			"Section | min time | avg time | max time |%varavg| %CPU | %total\nPair | 1 | 1 | 1 | 0 | 3 | 50\nLoop time of 2.5 on 1 procs for 1 steps with 1 atoms\n" +
			"Total wall time: 0:00:01\n", []string{"lammps loop_time=2.5 procs=1 steps=1 atoms=1 total_wall_time=1"}},
		"numbers that are none": {sample + `[{"time":1e999,"pid":7,"percent_usr":1e999,"command":"a"}]` + "\n" +
			sample + `[{"time":1700000000,"pid":7,"percent_usr":1.5,"command":"a"}]` + "\n", []string{
			"a.log:3: CPU STATISTICS TASK: the line is not a list of JSON objects: json: cannot unmarshal number 1e999 into Go value of type float64",
			"pidstat a (7) [1.7e+09] [1.5]",
		}},
		"a mark after words": {"METRICS OPERATOR COLLECTION START\nMETRICS OPERATOR TIMEPOINT\n" + osu + "0   1.5METRICS OPERATOR COLLECTION END\n", []string{
			"osu osu_latency latency[1.5]",
		}},
		"a document is cut": {"METRICS OPERATOR TIMEPOINT\n{\n  \"fio version\" : \"fio-3.33\",\n  \"jobs\" : [\nMETRICS OPERATOR TIMEPOINT\n", []string{
			"a.log:2-4: the document was cut, or the lines of several are mixed",
		}},
		"documents are mixed": {"{\n{\n\"fio version\" : \"fio-3.28\",\n\"fio version\" : \"fio-3.28\",\n\"jobs\" : [\n\"jobs\" : [\n]\n}\n]\n}\n", []string{
			"a.log:2-8: the document was cut, or the lines of several are mixed",
		}},
		"some documents are mixed": {"{\n\"fio version\" : \"fio-3.28\",\n\"jobs\" : [{\"jobname\": \"a\", \"error\": 0}]\n}\n{\n{\n\"fio version\" : \"fio-3.28\",\n\"fio version\" : \"fio-3.28\",\n]\n}\n", []string{
			"a.log:6-10: the document was cut, or the lines of several are mixed",
			"a.log:10: fio: 1 of the 3 documents before this line could be read, and the figures are of these: write each task's output to a file of its own",
			"fio a error=0",
		}},
		"a line without its prefix": {"[pod/p-0/c] " + strings.ReplaceAll(osu, "\n#", "\n[pod/p-0/c] #") + "0 1.5\n[pod/p-0/c] 1 2.5\n", []string{
			"a.log:3: the line does not say which container wrote it", "p-0 osu osu_latency latency[2.5]",
		}},
		"GROMACS 4.0 on one processor says steps in an hour": {":-)  G  R  O  M  A  C  S  (-:\n               (Mnbf/s)   (GFlops)   (steps/hour)\nPerformance:      4.5      2.5       115200.0\n" +
			"Finished mdrun on node 0 Fri\n", []string{"a.log:2: the titles of GROMACS lack (ns/day), (hour/ns): this table is not read"}},
		"GROMACS minimizes":                    {":-) GROMACS - gmx mdrun, 2024.2 (-:\nRunning on 2 nodes with total 8 cores, 8 processing units\nUsing 4 MPI processes\nFinished mdrun on rank 0 Tue\n", []string{"gromacs nodes=2 tasks=4"}},
		"another program has a processor time": {"converged SCF energy = -29.1\nCPU time:         0.44\nCPU time:         0.52\n", nil},
		"chemFoam of OpenFOAM says End twice": {"Build  : 9-1\nExec   : chemFoam\nExecutionTime = 500.12 s  ClockTime = 508 s\nNumber of steps = 1067\nEnd\n\nEnd\n", []string{
			"openfoam openfoam_chemfoam execution_time=500.12 clock_time=508",
		}},
		"outputs of NAMD that begin together are mixed": {"Info: NAMD 2.9 for Linux-x86_64\nInfo: NAMD 2.9 for Linux-x86_64\n" + strings.Repeat(namd, 2), []string{
			"a.log:6: NAMD: lines of several outputs are mixed: write each to a file of its own",
			"namd step_time=0.5 days_per_ns=2.5 memory=100 wall_time=9 cpu_time=8 peak_memory=100 step_time=0.5 days_per_ns=2.5 wall_time=9 cpu_time=8 " +
				"fault: lines of several outputs are mixed: write each to a file of its own",
		}},
		"outputs of sysbench are mixed": {"Running the test with following options:\nNumber of threads: 2\nRunning the test with following options:\nNumber of threads: 4\n" +
			strings.Repeat("    events per second:  10.25\nexecution time (avg/stddev):   9.99/0.00\n", 2), []string{
			"a.log:1-2: the output of sysbench has no end: it was cut, or the program failed",
			"a.log:8: sysbench: lines of several outputs are mixed: write each to a file of its own",
			"sysbench threads=2 fault: its output has no end: it was cut, or the program failed",
			"sysbench threads=4 events=10.25 events=10.25 fault: lines of several outputs are mixed: write each to a file of its own",
		}},
		"a cut output of NAMD before a whole one": {"Info: NAMD 2.9 for Linux-x86_64\n" + strings.Split(namd, "\n")[0] + "\nInfo: NAMD 2.9 for Linux-x86_64\n" + namd, []string{
			"a.log:1-2: the output of NAMD has no end: it was cut, or the program failed",
			"namd step_time=0.5 days_per_ns=2.5 memory=100 fault: its output has no end: it was cut, or the program failed",
			"namd step_time=0.5 days_per_ns=2.5 memory=100 wall_time=9 cpu_time=8 peak_memory=100",
		}},
		"each cut output is a problem": {strings.Repeat("Info: NAMD 2.9 for Linux-x86_64\n"+strings.Split(namd, "\n")[0]+"\n", 2), []string{
			"a.log:1-2: the output of NAMD has no end: it was cut, or the program failed",
			"a.log:3-4: the output of NAMD has no end: it was cut, or the program failed",
			"namd step_time=0.5 days_per_ns=2.5 memory=100 fault: its output has no end: it was cut, or the program failed",
			"namd step_time=0.5 days_per_ns=2.5 memory=100 fault: its output has no end: it was cut, or the program failed",
		}},
		"a start of iperf3 without figures before a whole one": {strings.Repeat("Connecting to host b, port 5201\n[  5] local a port 4 connected to b port 5201\n", 2) +
			"[  5]   0.00-9.50   sec  73.5 MBytes  65.0 Mbits/sec                  receiver\niperf Done.\n", []string{
			"a.log:1-2: the output of iperf3, for people has no end: it was cut, or the program failed",
			"iperf3-text fault: its output has no end: it was cut, or the program failed",
			"iperf3-text received=65",
		}},
		"a start of HPCC without figures before a whole one": {strings.Repeat("This is the DARPA/DOE HPC Challenge Benchmark version 1.5.0\nBegin of PTRANS section.\n", 2) +
			"Begin of Summary section.\nHPL_Tflops=0.5\nEnd of Summary section.\n", []string{
			"a.log:1-2: the output of HPC Challenge has no end: it was cut, or the program failed",
			"hpcc fault: its output has no end: it was cut, or the program failed", "hpcc hpl=0.5",
		}},
		"a figure of fio after the end of another": {"a: (groupid=0, jobs=1): err= 0: pid=7\n  read: IOPS=20, BW=1MiB/s (2MB/s)\n  issued rwts: total=9\n  read: IOPS=90, BW=4MiB/s (5MB/s)\n", []string{
			"a.log:4: the output of fio, for people has no end: it was cut, or the program failed",
			"fio-text fio_text_a jobs=1 error=0 read.iops=20 read.bandwidth=1",
			"fio-text read.iops=90 read.bandwidth=4 fault: its output has no end: it was cut, or the program failed",
		}},
		"bytes": {"\x00\x01\xff\xfe\n\x1b[1m\x1b[", nil},
	} {
		if diff := cmp.Diff(c.want, seen(t, c.log)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// TestInterleaved reads two containers from one stream, with times.
func TestInterleaved(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	for i, text := range strings.Split("real\t0m1.500s\nuser\t0m1.000s\nsys\t0m0.250s", "\n") {
		for _, pod := range []string{"a-m-0-0-abcde", "a-m-0-1-fghij"} {
			fmt.Fprintf(&log, "[pod/%s/app] 2026-01-02T03:04:0%d.5Z %s\r\n", pod, i, text)
		}
	}
	want := []string{"a-m-0-0-abcde time real=1.5 user=1 sys=0.25", "a-m-0-1-fghij time real=1.5 user=1 sys=0.25"}
	if diff := cmp.Diff(want, seen(t, log.String())); diff != "" {
		t.Error(diff)
	}
	sources, _, _ := parse.Read("a.log", strings.NewReader(log.String()), parse.Options{})
	if at := sources[1].Results[0].Values[1].Time; at != 1767323041.5 {
		t.Errorf("the time is %v", at)
	}
}

// TestTimes reads the forms in which commands are timed.
func TestTimes(t *testing.T) {
	t.Parallel()
	for log, want := range map[string][]string{
		"real 61.25\nuser 1.00\nsys 0.50\n":               {"time real=61.25 user=1 sys=0.5"},
		"real\t1m1.250s\nuser\t0m1.000s\nsys\t0m0.500s\n": {"time real=61.25 user=1 sys=0.5"},
		"FLUXTIME fluxsubmit wall time 1:02.31\n":         {"time fluxsubmit real=62.31"},
		"FLUXTIME fluxstart wall time 1:00:05\n":          {"time fluxstart real=3605"},
		"0.00user 0.00system 0:00.01elapsed 0%CPU (0avgtext+0avgdata 9maxresident)k\nCommand exited with non-zero status 3\n\tUser time (seconds): 0.25\n\tExit status: 3\n": {
			"time user=0 sys=0 real=0.01 cpu=0 maxrss=9", "time user=0.25 status=3 fault: Command exited with non-zero status 3",
		},
		"real life is hard\n": nil,
		"real 5.25 GFLOP/s\n": nil,
		"real 61.2": {
			"a.log:1: time of a command: the log ends within the line of real, which may be cut",
			"time real=61.2 fault: the log ends within the line of real, which may be cut",
		},
		"real\t0m1.000s":                                           {"time real=1"},
		"real\t0m1.000s\nreal\t0m2.000s\n":                         {"time real=1", "time real=2"},
		"\tElapsed (wall clock) time (h:mm:ss or m:ss): 0:02.54\n": {"time real=2.54"},
		"0.44user 0.07system 0:02.54elapsed 20%CPU (0avgtext+0avgdata 89244maxresident)k\n0inputs+8outputs (1major+2minor)pagefaults 0swaps\n": {
			"time user=0.44 sys=0.07 real=2.54 cpu=20 maxrss=89244 inputs=0 outputs=8 majflt=1 minflt=2",
		},
	} {
		if diff := cmp.Diff(want, seen(t, log)); diff != "" {
			t.Errorf("%q:\n%s", log, diff)
		}
	}
}

// TestClock reads pidstat without -H across midnight. Its times are times of day.
func TestClock(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	for _, clock := range []string{"235950", "0", "10"} {
		log.WriteString("METRICS OPERATOR TIMEPOINT\nCPU STATISTICS TASK\n[{\"time\":" + clock + ",\"pid\":7,\"percent_usr\":1.5,\"command\":\"a\"}]\n")
	}
	if diff := cmp.Diff([]string{"pidstat a (7) [0 10 20] [1.5 1.5 1.5]"}, seen(t, log.String())); diff != "" {
		t.Error(diff)
	}
}

// TestKinds checks what docs/reference/records.md shows of each record kind.
func TestKinds(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, kind := range parse.Kinds() {
		if names[kind.Name] || kind.Title == "" || kind.Form == "" || !strings.HasPrefix(kind.URL, "https://") {
			t.Errorf("the kind %q is there twice, or has no title, form or URL", kind.Name)
		}
		names[kind.Name] = true
		fields := map[string]bool{}
		for _, f := range kind.Fields {
			if fields[f.Name] || f.Title == "" || f.Doc == "" {
				t.Errorf("%s: the field %q is there twice, or has no title or meaning", kind.Name, f.Name)
			}
			fields[f.Name] = true
		}
		for _, name := range kind.Merit {
			if !fields[name] {
				t.Errorf("%s: the figure of merit %q is not a field", kind.Name, name)
			}
		}
		for name := range strings.FieldsFuncSeq(kind.Tasks, func(r rune) bool { return strings.ContainsRune("#*|", r) }) {
			if !fields[name] {
				t.Errorf("%s: the number of tasks %q is not a field", kind.Name, name)
			}
		}
	}
}
