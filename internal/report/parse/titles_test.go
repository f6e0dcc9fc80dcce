package parse_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// TestVersions reads what several versions of a program print. The numbers below titles are those that the titles name.
func TestVersions(t *testing.T) {
	t.Parallel()
	const (
		hpl    = "HPLinpack 2.1  --  High-Performance Linpack benchmark\nT/V                N    NB     P     Q         Time          Gflops"
		nccl   = "# nThread 1 nGpus 1 minBytes 4 maxBytes 64 step: 2(factor)\n#                   out-of-place                    in-place\n"
		ior    = "IOR-4.1.0+dev: MPI Coordinated Test of Parallel I/O\n"
		csv    = "access,bw(MiB/s),IOPS,Latency,block(KiB),xfer(KiB),open(s),wr/rd(s),close(s),total(s),numTasks,iter\n"
		unsaid = "a.log:1: IOR: the log does not say how many repetitions were asked for, so a row may lack at its end\n"
		row    = "access    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s)   total(s)   iter\n"
		stream = "STREAM Benchmark implementation in CUDA\n"
	)
	for name, c := range map[string]struct{ log, want string }{
		"NCCL tests before the column root": {
			nccl + "#  size  count  type  redop   time  algbw  busbw  error   time  algbw  busbw  error\n" +
				"#   (B) (elements)            (us) (GB/s) (GB/s)          (us) (GB/s) (GB/s)\n" +
				"     64     16  float   sum  21.50   3.25   4.75  5e-07  22.50   3.50   4.50    N/A\n# Avg bus bandwidth    : 4.625\n",
			"min_bytes=4 max_bytes=64 average_bandwidth=4.625 time[21.5] algorithm[3.25] bus[4.75] in_place.time[22.5] in_place.algorithm[3.5] in_place.bus[4.5]",
		},
		"NCCL tests in other units": {
			nccl + "#  size  count  type  redop    root   time  algbw  busbw #wrong   time  algbw  busbw #wrong\n" +
				"#  (KB) (elements)                      (ms) (MB/s) (GB/s)          (us) (GB/s) (furlongs)\n" +
				"     64     16  float   sum   -1  21.50   3250   4.75  0  22.50   3.50   4.50    N/A\n# Avg bus bandwidth    : 4.625\n",
			"a.log:5: NCCL tests prints in_place.bus in furlongs, which cannot be read as GB/s: the number is not read\n" +
				"min_bytes=4 max_bytes=64 average_bandwidth=4.625 time[21500] algorithm[3.25] bus[4.75] in_place.time[22.5] in_place.algorithm[3.5] in_place.bus[NaN]",
		},
		"NCCL tests without a column": {
			nccl + "#  size  count  type  redop   time  algbw  error   time  algbw  error\n     64     16  float   sum  21.50   3.25  5e-07  22.50   3.50   N/A\n# Avg bus bandwidth    : 4.625\n",
			"a.log:3: the titles of NCCL tests lack busbw: this table is not read\nmin_bytes=4 max_bytes=64 average_bandwidth=4.625",
		},
		"HPL of NVIDIA": {
			hpl + " (   per GPU)\n---------\nWC0           1920  1024     2     2        27.50       1.625e+03 ( 4.0625e+02)\nEnd of Tests.\n",
			"n{WC0}=1920 nb{WC0}=1024 p{WC0}=2 q{WC0}=2 time{WC0}=27.5 gflops{WC0}=1625 gpu_gflops{WC0}=406.25",
		},
		"HPL with a column that nobody knows": {
			hpl + "   Watts\n---------\nWC0           1920  1024     2     2        27.50       1.625e+03  300.5\nEnd of Tests.\n",
			"n{WC0}=1920 nb{WC0}=1024 p{WC0}=2 q{WC0}=2 time{WC0}=27.5 gflops{WC0}=1625",
		},
		"HPCG 3.0": {
			"node1-1ranks\nversion=HPCG-Benchmark_3.0\nMachine Summary::Distributed Processes=4\nGFLOP/s Summary::Raw Total=2.5\n" +
				"Final Summary::HPCG result is VALID with a GFLOP/s rating of=2.25\nFinal Summary::Results are valid but execution time (sec) is=65.5\n",
			"processes=4 gflops_raw=2.5 gflops=2.25 execution_time=65.5",
		},
		"HPL of AMD": {
			"HPLinpack 2.3  --  High-Performance Linpack benchmark\nT/V         SWP           N    NB     P     Q            Time             Gflops\n" +
				"WRC11C2R4o 002       1920   384     1     1          480.5         8.75e+03\nEnd of Tests.\n",
			"n{WRC11C2R4o}=1920 nb{WRC11C2R4o}=384 p{WRC11C2R4o}=1 q{WRC11C2R4o}=1 time{WRC11C2R4o}=480.5 gflops{WRC11C2R4o}=8750",
		},
		"HPL with a cell too many": {
			hpl + "\n---------\nWC0           1920  1024     2     2        27.50       1.625e+03  300.5\nEnd of Tests.\n",
			"a.log:4: a row of HPL has 8 columns and not 7\na.log:5: HPL printed no figures that are known\n",
		},
		"STREAM in MB/s": {
			stream + "Function      Rate (MB/s)   Avg time     Min time     Max time\nTriad:     1048576.0       0.25       0.125       0.5\n",
			"triad=976.5625 triad_avg=0.25 triad_max=0.5",
		},
		"STREAM in a unit that cannot be read": {
			stream + "Function      Rate (words/s)   Avg time     Min time     Max time\nTriad:     1048576.0       0.25       0.125       0.5\n",
			"a.log:3: STREAM (CUDA) prints triad in words/s, which cannot be read as GiB/s: the number is not read\ntriad_avg=0.25 triad_max=0.5",
		},
		"GROMACS by another name": {
			":-) GROMACS - mdrun_mpi, 2018.2 (-:\nUsing 48 MPI processes\n   Core t (s)   Wall t (s)        (%)\n       Time:    400.5      25.25     1600.0\n" +
				"                 (ns/day)    (hour/ns)\nPerformance:        2.5       9.6\n",
			"tasks=48 core_time=400.5 wall_time=25.25 ns_per_day=2.5 hours_per_ns=9.6",
		},
		"IOR that prints neither the greatest rate nor that it has finished": {
			ior + "repetitions         : 1\n" + row + "read      250.5  1000  0.5  1024.00    64.00      0.125      0.25       0.5        0.75       0\n",
			"repetitions=1 read.bandwidth=250.5 read.iops=1000 read.latency=0.5 block=1024 transfer=64 read.open=0.125 read.access=0.25 read.close=0.5 read.total=0.75",
		},
		"IOR that was cut in its second repetition": {
			ior + "repetitions         : 2\n" + row + "read      250.5  1000  0.5  1024.00    64.00      0.125      0.25       0.5        0.75       0\n",
			"a.log:1-4: the output of IOR has no end: it was cut, or the program failed\n" +
				"repetitions=2 read.bandwidth=250.5 read.iops=1000 read.latency=0.5 block=1024 transfer=64 read.open=0.125 read.access=0.25 read.close=0.5 read.total=0.75",
		},
		"IOR that was cut between its write and its read": {
			ior + "Command line        : ior -w -r -o /scratch/a\nrepetitions         : 1\n" + row + "write     250.5  1000  0.5  1024.00    64.00      0.125      0.25       0.5        0.75       0\n",
			"a.log:1-5: the output of IOR has no end: it was cut, or the program failed\n" +
				"repetitions=1 write.bandwidth=250.5 write.iops=1000 write.latency=0.5 block=1024 transfer=64 write.open=0.125 write.access=0.25 write.close=0.5 write.total=0.75",
		},
		"IOR that does both without being asked, and was cut": {
			ior + "Command line        : ior -o /scratch/a\nrepetitions         : 1\n" + row + "write     250.5  1000  0.5  1024.00    64.00      0.125      0.25       0.5        0.75       0\n",
			"a.log:1-5: the output of IOR has no end: it was cut, or the program failed\n" +
				"repetitions=1 write.bandwidth=250.5 write.iops=1000 write.latency=0.5 block=1024 transfer=64 write.open=0.125 write.access=0.25 write.close=0.5 write.total=0.75",
		},
		"IOR that only writes, and does not say its end": {
			ior + "Command line        : ./ior -k -o /scratch/a -w -D 30\nrepetitions         : 1\n" + row + "write     250.5  1000  0.5  1024.00    64.00      0.125      0.25       0.5        0.75       0\n",
			"repetitions=1 write.bandwidth=250.5 write.iops=1000 write.latency=0.5 block=1024 transfer=64 write.open=0.125 write.access=0.25 write.close=0.5 write.total=0.75",
		},
		"a CSV of IOR that was cut after the write of its second repetition": {
			csv + "write,2000.5,20,0.5,1024.0,64.0,0.1,0.2,0.3,0.4,88,0\nread,250.5,10,0.5,1024.0,64.0,0.1,0.2,0.3,0.4,88,0\n" +
				"write,2000.25,20,0.5,1024.0,64.0,0.1,0.2,0.3,0.4,88,1\n",
			unsaid + "a.log:1-4: the output of IOR has no end: it was cut, or the program failed\n" +
				"write.bandwidth=2000.5 write.iops=20 write.latency=0.5 block=1024 transfer=64 write.open=0.1 write.access=0.2 write.close=0.3 write.total=0.4 tasks=88 " +
				"read.bandwidth=250.5 read.iops=10 read.latency=0.5 read.open=0.1 read.access=0.2 read.close=0.3 read.total=0.4 " +
				"write.bandwidth=2000.25 write.iops=20 write.latency=0.5 write.open=0.1 write.access=0.2 write.close=0.3 write.total=0.4",
		},
		"a CSV of IOR that may be whole": {
			csv + "write,2000.5,20,0.5,1024.0,64.0,0.1,0.2,0.3,0.4,88,0\n",
			unsaid + "write.bandwidth=2000.5 write.iops=20 write.latency=0.5 block=1024 transfer=64 write.open=0.1 write.access=0.2 write.close=0.3 write.total=0.4 tasks=88",
		},
		"HPCC that was cut within its summary": {
			"This is the DARPA/DOE HPC Challenge Benchmark version 1.5.0 October 2012\nBegin of Summary section.\nCommWorldProcs=4\nPTRANS_GBs=2.5\n",
			"a.log:1-4: the output of HPC Challenge has no end: it was cut, or the program failed\nprocesses=4 ptrans=2.5",
		},
		"a barrier of OSU 7 that does not block": {
			"# OSU MPI Non-blocking Barrier Latency Test v7.4\n# Datatype: MPI_INT.\n# Overall(us)       Compute(us)    Pure Comm.(us)        Overlap(%)\n 40.25  20.50  18.75  12.50\n",
			"overall=40.25 compute=20.5 pure_comm=18.75 overlap=12.5",
		},
		"IOR 3.0": {
			"IOR-3.0.1: MPI Coordinated Test of Parallel I/O\naccess    bw(MiB/s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s)   total(s)   iter\n" +
				"------    ---------  ---------- ---------  --------   --------   --------   --------   ----\n" +
				"write     250.5      1024.00    64.00      0.125      0.25       0.5        0.75       0\nMax Write: 250.5 MiB/sec (262.7 MB/sec)\n",
			"write.bandwidth=250.5 block=1024 transfer=64 write.open=0.125 write.access=0.25 write.close=0.5 write.total=0.75",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, numbersOf(t, c.log, nil)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestLinesOfOthers wants no line to end the output of a program that also another program may print.
func TestLinesOfOthers(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"Number of processors: 4", "MPI tasks: 4", "SCALE: linear", "Matrix size 100 x 100", "num procs: 4 (2 nodes)", "Build : 2026-03-02",
		"Finished 3 iterations of the setup", "Create neighbors of each rank", "Creating rank pairs of 4", "COMM.RANK = 0 of 4",
		"CPU frequency: 2.5 GHz (fixed)", "Ntasks in X and Y", "IOR-like access", "mdtest-like names", "Connecting to host of the files",
		"RTT between rank pairs", "Solution took long", "start of application (again)",
		"HPCG-Benchmark_3.1_2026-03-02_09-30-00.txt", "WRF V4 is installed", "# Benchmarking starts on 4 nodes",
		"Performance= 3 GFlop/s, Time= 1 msec, Size= 3 Ops, WorkgroupSize= 1024 threads/block",
		"  0%|          | 0.00/83.3M [00:00<?, ?B/s]",
	} {
		log := "HPLinpack 2.3  --  High-Performance Linpack benchmark  --   December 2, 2018\n" + line +
			"\nT/V                N    NB     P     Q               Time                 Gflops\nWR11C2R4       29184   192     2     4             125.50             1.25e+02\nEnd of Tests.\n"
		got, _, err := parse.Read("a.log", strings.NewReader(log), parse.Options{})
		if err != nil || len(got) != 1 || len(got[0].Results) != 1 || got[0].Results[0].Fault != "" {
			t.Errorf("%s: %+v, %v", line, got, err)
		}
	}
}

// numbersOf reads a log and returns its problems, and the numbers of its results.
func numbersOf(t *testing.T, log string, programs parse.Programs) string {
	t.Helper()
	sources, problems, err := parse.Read("a.log", strings.NewReader(log), parse.Options{Programs: programs})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, p := range problems {
		lines = append(lines, p.String())
	}
	var words []string
	for _, s := range sources {
		for _, r := range s.Results {
			for _, v := range r.Values {
				words = append(words, v.Name+"="+report.Number(v.Value))
			}
			for _, c := range r.Curves {
				words = append(words, report.Join(report.Join(c.Process, c.Name), c.Y.Name)+fmt.Sprint([]float64(c.Y.Values)))
			}
			for _, table := range r.Tables {
				for _, c := range table.Columns {
					for i, value := range c.Values {
						words = append(words, report.Join(table.Process, c.Name)+"{"+table.Labels[i]+"}="+report.Number(value))
					}
				}
			}
		}
	}
	return strings.Join(append(lines, strings.Join(words, " ")), "\n")
}

// TestTitles reads tables of a described program.
func TestTitles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ tables, log, want string }{
		"titles of several words": {
			"- header: Task\n  columns: ['Task {task!}', 'Min time {}', 'Avg time {avg}']",
			"Task Min time Avg time\na 1 2.5\n", "avg{a}=2.5",
		},
		"words of a title that is not listed end at a gap": {
			"- header: Task\n  columns: ['Task {task!}', 'Avg time {avg}']",
			"Task  Min time  Avg time\na 1 2.5\n", "avg{a}=2.5",
		},
		"columns in another order, and one that not each version has": {
			"- header: Task\n  columns: ['Task {task!}', 'Errors {errors?}', 'Avg time {avg}']",
			"Task Avg time Rate\na 2.5 7\n", "avg{a}=2.5",
		},
		"a label of several words": {
			"- header: Name\n  columns: ['Name {name...}', 'Time {time}']",
			"Name    Time\nsolve the system 2.5\n", "time{solve the system}=2.5",
		},
		"units after titles": {
			"- header: x\n  columns: ['x {x}', 'time {time}', 'rate {rate}', 'data {data}']",
			"x  time[usec]  rate (Mbytes/sec)  data(bits)\n1 1500000 2000 16\n", "time[1.5] rate[2] data[2]",
		},
		"words tell curves apart": {
			"- header: type\n  columns: ['size {size}', 'type {type!}', 'time {time}']",
			"type size time\nfloat 1 2.5\ndouble 1 3.5\nfloat 2 4.5\n", "float time[2.5 4.5] double time[3.5]",
		},
		"tables with the same titles": {
			"- header: \"Read\\nx time\"\n  columns: ['x {x}', 'time {read}']\n- header: \"Write\\nx time\"\n  columns: ['x {x}', 'time {write}']",
			"Write\nx time\n1 2.5\nRead\nx time\n1 3.5\n", "write[2.5] read[3.5]",
		},
		"parts named by the log": {
			"- header: x\n  columns: ['x {x}', 'time {time}']\npart: {begin: ['Part {part!}']}",
			"Part read\nx time\n1 2.5\nPart write\nx time\n1 3.5\n", "read time[2.5] write time[3.5]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "p.yaml")
			fields := []string{"fields:\n"}
			for name, unit := range map[string]string{"time": "s", "rate": "GB/s", "data": "B"} {
				if strings.Contains(c.tables, "{"+name+"}") {
					fields = append(fields, "- {name: "+name+", unit: "+unit+"}\n")
				}
			}
			if err := os.WriteFile(file, []byte("name: x\nbegin: [Begin]\ntables:\n"+c.tables+"\n"+strings.TrimSuffix(strings.Join(fields, ""), "fields:\n")), 0o644); err != nil {
				t.Fatal(err)
			}
			programs, err := parse.ReadPrograms([]string{file})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, numbersOf(t, "Begin\n"+c.log, programs)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
