package parse_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// TestProgramsOfTheField wants the figures of logs of public studies, which were looked up in the logs by hand.
func TestProgramsOfTheField(t *testing.T) {
	t.Parallel()
	for log, want := range map[string][]string{
		"cfdscope":         {"simulation_time = 37.6 s", "threads = 44"},
		"e3sm-kernels":     {"cpu_time = 0.047361441 s"},
		"gpcnet":           {"rr_latency = 31.4 us", "rr_bandwidth_99 = 9.9 MiB/s", "allreduce = 145.6 us", "tasks = 704"},
		"gromacs":          {"ns_per_day = 35.334 ns/day", "hours_per_ns = 0.679 h/ns", "core_time = 71.257 s"},
		"likwid-bench":     {"bandwidth = 256299.5 MB/s"},
		"magma":            {"gflops = 0 GFLOP/s", "time = 792.12 ms"},
		"mfem-benchmarks":  {"rate{order=1} = 1814890000 dof/s BP3", "rate{order=6} = 5553740000 dof/s BP3", "local_size = 1771561"},
		"miniamr":          {"total_time = 21.942752 s", "gflops = 4316.99432 GFLOP/s"},
		"mpi4jax":          {"time = 9.29 s"},
		"multi-gpu-models": {"time = 14.7966 s", "speedup = 2.26", "efficiency = 56.51 %"},
		"nccl-tests":       {"average_bandwidth = 0.272912 GB/s", "in_place.bus{size=1073741824} = 0.74 GB/s", "time{size=8} = 288.2 us"},
		"nekrs":            {"elapsed = 1095.01 s", "elements = 6480"},
		"phloem-mpibench":  {"avg{size=0} = 65.1092 us Barrier", "avg{size=8} = 50.039 us Bcast"},
		"phloem-mpigraph":  {"send_avg = 1906.011925 MB/s", "receive_avg = 1911.27145 MB/s"},
		"pytorch-mnist":    {"accuracy = 0.8478"},
		"qmcpack":          {"total_time = 4.7189 s", "qmc_time = 0.77976 s"},
		"rajaperf":         {"base_seq{kernel=Stream_COPY} = 8.524869 s", "raja_openmp_new{kernel=Algorithm_REDUCE_SUM} = 0.07463 s"},
		"smilei":           {"loop_time = 172.45 s", "steps = 247547"},
	} {
		t.Run(log, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join("testdata", log+".log"))
			if err != nil {
				t.Fatal(err)
			}
			got := observations(t, text)
			for _, line := range want {
				if !strings.Contains(got, line+"\n") {
					t.Errorf("%q is not in\n%s", line, got)
				}
			}
		})
	}
}

// TestDescriptions wants each mistake of a description at its line and column.
func TestDescriptions(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "p.yaml")
	for name, c := range map[string]struct{ text, want string }{
		"right":          {"name: x\nbegin: [X]\nlines: ['T {t} {{ms']\nfigures: [t]\n", ""},
		"no YAML":        {"name: [\n", "FILE: yaml: line 1: did not find expected node content"},
		"empty":          {"", "FILE: the file is empty: latchkey explain program says what is in it"},
		"unknown fields": {"name: x\nbegins: [X]\nbegin: [X]\n", `FILE:2:1: begins: unknown field: did you mean "begin"?`},
		"missing": {
			"begin: []\nfigures: [n]\nfields: [{name: t, better: more}]\n",
			"FILE:1:8: begin: there are 0 items: write 1 or more\nFILE:2:11: figures[0]: n is a boolean to many YAML parsers: write it in quotes: \"n\"\n" +
				"FILE:3:28: fields[0].better: \"more\" is unknown: choose one of \"higher\", \"lower\"\n" +
				"FILE:1:1: name: a value is missing: write one (name of the records, in lower case; a program of this name that Latchkey knows is replaced)",
		},
		"kinds": {
			"name: x\nbegin: X\nmixed: 3\nfields: [{name: t, at: high}]\n",
			"FILE:2:8: begin: \"X\" is a string: use a list, with a dash before each item\nFILE:3:8: mixed: 3 is a number: use true or false\n" +
				"FILE:4:24: fields[0].at: \"high\" is a string: use a number, for example 0.5",
		},
		"values": {
			"name: X y\nbegin: ['X {v']\nfigures: [t]\nproblem: {total: n*m}\n",
			"FILE:1:7: name: \"X y\" is not a valid name: use lower case letters, digits and hyphens\n" +
				"FILE:2:9: begin[0]: \"X {v\" has a brace that does not close: a mark is {name}, and a brace of the line is {{\n" +
				"FILE:3:11: figures[0]: \"t\" is not a mark of a line and not a column: there are none\n" +
				"FILE:4:18: problem.total: \"n\" is not a mark of a line and not a column: there are none\n" +
				"FILE:4:18: problem.total: \"m\" is not a mark of a line and not a column: there are none",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := parse.ReadPrograms([]string{file})
			got := ""
			if err != nil {
				got = strings.ReplaceAll(err.Error(), file, "FILE")
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, err := parse.ReadPrograms([]string{t.TempDir()}); err == nil {
		t.Error("an empty folder has programs")
	}
}

// TestOwnProgram wants a program of the user in place of one of the same name.
func TestOwnProgram(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "lammps.yaml"), []byte("name: lammps\nbegin: ['My program']\nlines: ['T {t}']\nfigures: [t]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	programs, err := parse.ReadPrograms([]string{folder})
	if err != nil {
		t.Fatal(err)
	}
	sources, _, err := parse.Read("x", strings.NewReader("My program\nT 5\nLAMMPS (x)\nLoop time of 9 on 4 procs for 100 steps with 100 atoms\n"), parse.Options{Programs: programs})
	if err != nil || len(sources[0].Results) != 1 || sources[0].Results[0].Values[0].Value != 5 {
		t.Errorf("%+v, %v", sources, err)
	}
}

// TestEqualFigures wants each of several equal values of a figure that is neither better when lower nor when higher, and of a field that says which
// of several counts. What only describes the run counts once.
func TestEqualFigures(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "x.yaml")
	text := "name: x\nbegin: ['X']\nlines: ['{power} W, {loss}, {size} B']\nfigures: [power]\nfields: [{name: loss, take: last}]\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	programs, err := parse.ReadPrograms([]string{file})
	if err != nil {
		t.Fatal(err)
	}
	got := numbersOf(t, "X\n5 W, 0.5, 8 B\n5 W, 0.25, 8 B\n8 W, 0.5, 8 B\n", programs)
	if want := "power=5 loss=0.5 size=8 power=5 loss=0.25 power=8 loss=0.5"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestStringsInPlaceOfFigures wants no figure of which one line has a string, and a string that describes the run kept.
func TestStringsInPlaceOfFigures(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "x.yaml")
	text := "name: x\nbegin: ['X']\nlines: ['{power} W in mode {mode!}', 'no power: {power...}']\nfigures: [power]\nfacts: [mode]\nfields: [{name: mode, doc: of the clock}]\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	programs, err := parse.ReadPrograms([]string{file})
	if err != nil {
		t.Fatal(err)
	}
	for log, known := range map[string]bool{"X\n5 W in mode fast\n": true, "X\nno power: broken\n5 W in mode fast\n": false} {
		sources, problems, err := parse.Read("a.log", strings.NewReader(log), parse.Options{Programs: programs})
		if err != nil || len(sources) != 1 || len(sources[0].Results) != 1 {
			t.Fatalf("%q: %v, %v", log, sources, err)
		}
		if r := sources[0].Results[0]; len(r.Texts) != 1 || known != (len(problems) == 0) || known != (len(r.Values) == 1) {
			t.Errorf("%q: %+v, problems %v", log, r, problems)
		}
	}
}

// TestOverwritten wants no clock time of a log of which another process has written over the end of the last line, since the time of a step before
// is not that of the run.
func TestOverwritten(t *testing.T) {
	t.Parallel()
	log := "Build  : 13-1a2b\nExec   : foamRun\nnProcs : 2\nExecutionTime = 1.5 s  ClockTime = 2 s\nExecutionTime = 3.25 s  ClockTimdeltaT = 4e-05\nEnd\n"
	want := "a.log:5: openfoam_foamrun: clock_time is not known, because it cannot be read in \"TimdeltaT = 4e-05\"\ntasks=2 execution_time=1.5 execution_time=3.25"
	if got := numbersOf(t, log, nil); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
