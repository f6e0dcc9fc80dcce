package read_test

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/read"
)

// figures are the records of the metrics of the tables, which are called so in all applications.
var figures = map[string]string{
	"accuracy":               "pytorch-mnist.accuracy",
	"alpha":                  "mt-gemm.alpha",
	"beta":                   "mt-gemm.beta",
	"final_sum":              "mt-gemm.final_sum",
	"cpu_utilization":        "lammps.percentage_cpu",
	"gflops_per_second_rate": "mt-gemm.gflops",
	"matrix_size_input":      "mt-gemm.n",
	"memory_for_matrices_mb": "mt-gemm.memory",
	"multiply_time_seconds":  "mt-gemm.time",
	"size_ops":               "mt-gemm.operations",
	"time_msecs":             "mt-gemm.time_msec",
	"duration":               "run.duration",
	"efficiency":             "multi-gpu-models.efficiency",
	"fom":                    "pennant.zones_per_second",
	"fom_overall":            "amg.fom",
	"fom_setup":              "amg.fom_setup",
	"fom_solve":              "amg.fom_solve",
	"grind_time_seconds":     "kripke.grind_time",
	"grind_time_seconds_per_iteration_over_unknowns": "kripke.grind_time",
	"hookup-time":                           "lammps.hookup",
	"hookup_time":                           "lammps.hookup",
	"hour_per_ns":                           "gromacs.hours_per_ns",
	"in_place_bandwidth":                    "nccl-tests.in_place.bus",
	"matom_steps_per_second":                "lammps.atom_steps_per_second",
	"num_segments_over_cycle_tracking_time": "quicksilver.figure_of_merit",
	"number_of_unknowns":                    "kripke.unknowns",
	"osu_allreduce":                         "osu.avg_latency",
	"osu_bw":                                "osu.bandwidth",
	"osu_latency":                           "osu.latency",
	"out_of_place_bandwidth":                "nccl-tests.bus",
	"performance_gflops_per_second":         "mt-gemm.gflops",
	"ranks":                                 "lammps.procs",
	"simulation_ns_per_day":                 "gromacs.ns_per_day",
	"simulation_seconds":                    "cfdscope.simulation_time",
	"speedup":                               "multi-gpu-models.speedup",
	"sweep_efficiency":                      "kripke.sweep_efficiency",
	"throughput_unknowns_over_second_per_iteration": "kripke.throughput",
	"time_per_iteration":                            "chatterbug.time_per_iteration",
	"resid_norm":                                    "minife.final_residual",
	"total_cg_mflops":                               "minife.total_cg_mflops",
	"total_rate":                                    "laghos.kernels_rate",
	"wall-time":                                     "lammps.total_wall_time",
	"wall_time":                                     "lammps.total_wall_time",
	"workload_manager_wrapper_seconds":              "run.duration",
	"zones_per_second":                              "lulesh.fom",
}

// millions are metrics that are published in millions.
var millions = []string{"matom_steps_per_second"}

// TestPublished compares what is read in the logs of a public study with the tables that its authors published. STUDY is a folder with
// google-performance-study or performance-study of converged-computing on GitHub: "make published STUDY=folder". Its tables are
// */*/data/*-results.csv and the tables of OSU, and its logs are below experiments. Each published value must be read once in some log.
// Values that are not are counted by the experiment that the table names, because not all logs of a study are public.
func TestPublished(t *testing.T) {
	study := os.Getenv("STUDY")
	if study == "" {
		t.Skip("needs the folder of a study in STUDY")
	}
	all, err := tables(study)
	if err != nil {
		t.Fatal(err)
	}
	logs, err := read.Paths([]string{filepath.Join(study, "experiments")}, read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	values := valuesOf(logs)
	count, equal := 0, 0
	t.Logf("%-28s %-46s %9s %9s", "TABLE", "METRIC", "PUBLISHED", "EQUAL")
	for _, k := range slices.SortedFunc(maps.Keys(all), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.table, b.table), cmp.Compare(a.metric, b.metric))
	}) {
		want := all[k]
		lacking := unmatched(want, values[figures[k.metric]])
		if figures[k.metric] == "run.duration" { // of scripts without a job of Flux, the authors published what the word time prints
			lacking = unmatched(want, slices.Concat(values["run.duration"], values["time.real"]))
		}
		count, equal = count+len(want), equal+len(want)-len(lacking)
		t.Logf("%-28s %-46s %9d %9d", k.table, k.metric, len(want), len(want)-len(lacking))
		of := map[string]int{}
		for _, p := range lacking {
			of[p.experiment+" on "+p.nodes+" nodes"]++
		}
		for _, experiment := range slices.Sorted(maps.Keys(of)) {
			t.Logf("%28s %d not read, of %s", "", of[experiment], experiment)
		}
	}
	if equal < count {
		t.Errorf("%d of %d published values are in no log as it was read", count-equal, count)
	}
}

// unmatched returns the values that are not among others, each of which counts once.
func unmatched(want []published, have []float64) (all []published) {
	slices.SortStableFunc(want, func(a, b published) int { return cmp.Compare(a.value, b.value) })
	have = slices.Sorted(slices.Values(have))
	at := 0
	for _, p := range want {
		for at < len(have) && have[at] < p.value-near(p.value) {
			at++
		}
		if at == len(have) || have[at] > p.value+near(p.value) {
			all = append(all, p)
			continue
		}
		at++
	}
	return all
}

// near is how much a value may differ by arithmetic with times and units.
func near(value float64) float64 { return 1e-6*math.Abs(value) + 1e-12 }

// valuesOf returns all values that were read, by kind and field, and those that the authors computed of them.
func valuesOf(r *report.Report) map[string][]float64 {
	all, first := map[string][]float64{}, map[string]float64{}
	for i := range r.Runs {
		one := map[string]float64{}
		for o := range (&report.Report{Runs: r.Runs[i : i+1]}).Observations() {
			name := o.Result.Kind.Name + "." + o.Field.Name
			all[name] = append(all[name], o.Value)
			one[name] = o.Value
		}
		if run := r.Runs[i]; !run.Start.IsZero() && !run.End.IsZero() {
			one["run.duration"] = run.End.Sub(run.Start).Seconds()
			all["run.duration"] = append(all["run.duration"], one["run.duration"])
		}
		// Of a file with two jobs, the authors took the duration of the first and the wall time of the last.
		if duration, begun := first[r.Runs[i].Path]; begun {
			all["lammps.hookup"] = append(all["lammps.hookup"], duration-one["lammps.total_wall_time"])
		} else {
			first[r.Runs[i].Path] = one["run.duration"]
		}
		all["lammps.hookup"] = append(all["lammps.hookup"], one["run.duration"]-one["lammps.total_wall_time"])
		all["pennant.zones_per_second"] = append(all["pennant.zones_per_second"], one["pennant.zones"]*one["pennant.last_cycle"]/one["pennant.run_time"])
	}
	for name, values := range all {
		all[name] = slices.DeleteFunc(values, math.IsNaN) // of runs without what the authors computed with
	}
	return all
}

// A published is a value of a table, with what it was measured in: google/gke/cpu and 64 nodes.
type published struct {
	value             float64
	experiment, nodes string
}

// A key is an application and one of its metrics.
type key struct{ table, metric string }

// tables reads the tables of a study: analysis/*/data and paper/*/data.
func tables(study string) (map[key][]published, error) {
	all := map[key][]published{}
	for pattern, read := range map[string]func(string, map[key][]published) error{
		"*-results.csv": readTable, "osu_*-dataframe.csv": readTable, "osu-parsed.json": readCurves,
	} {
		paths, err := filepath.Glob(filepath.Join(study, "*", "*", "data", pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			if isCopied(path) {
				continue
			}
			if err := read(path, all); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no tables */data/*-results.csv: is it a study of converged-computing?", study)
	}
	return all, nil
}

// isCopied tells whether a table is a copy of a table of the other study, as lammps-reax-results.csv beside lammps-results.csv is in all its 670 values.
func isCopied(path string) bool {
	_, err := os.Stat(filepath.Join(filepath.Dir(path), "lammps-results.csv"))
	return err == nil && filepath.Base(path) == "lammps-reax-results.csv"
}

// tableOf names a table by its folder, and by its file if that is called otherwise: "analysis/minife/kripke".
func tableOf(path string) string {
	folder := filepath.Dir(filepath.Dir(path))
	name := filepath.Base(filepath.Dir(folder)) + "/" + filepath.Base(folder)
	if file, is := strings.CutSuffix(filepath.Base(path), "-results.csv"); is && file != filepath.Base(folder) {
		name += "/" + file
	}
	return name
}

// readTable reads a table with a value in each row. Tables of OSU have the value in a column that is called as its unit.
func readTable(path string, all map[key][]published) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) == 0 {
		return err
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	test, _, _ := strings.Cut(filepath.Base(path), "-")
	for _, row := range withoutCopies(rows[1:], column) {
		metric, text := test, row[min(2, len(row)-1)]
		if at, found := column["metric"]; found {
			metric, text = row[at], row[column["value"]]
		}
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			continue // a run without a figure
		}
		if slices.Contains(millions, metric) {
			value *= 1e6
		}
		k := key{tableOf(path), metric}
		all[k] = append(all[k], published{value, strings.TrimSuffix(row[column["experiment"]], "/"+test), row[column["nodes"]]})
	}
	return nil
}

// withoutCopies drops the runs that a table has twice, as the runs of AWS with GPUs, also under two sizes. A run with a
// duration is a row of the table's first metric and those that follow.
func withoutCopies(rows [][]string, column map[string]int) (all [][]string) {
	at, found := column["metric"]
	isDuration := func(row []string) bool { return row[at] == "workload_manager_wrapper_seconds" }
	if !found || !slices.ContainsFunc(rows, isDuration) {
		return rows
	}
	first, seen := rows[0][at], map[string]bool{}
	for len(rows) > 0 {
		next := slices.IndexFunc(rows[1:], func(row []string) bool { return row[at] == first })
		if next++; next == 0 {
			next = len(rows)
		}
		run := ""
		for _, row := range rows[:next] {
			run += row[column["experiment"]] + row[at] + row[column["value"]] + " "
		}
		if !seen[run] {
			seen[run], all = true, append(all, rows[:next]...)
		}
		rows = rows[next:]
	}
	return all
}

// readCurves reads the curves of OSU: rows of size and value. A curve that is there twice is one execution, of which two files have the
// output, and counts once.
func readCurves(path string, all map[key][]published) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var read []struct {
		Command string
		Context []any // cloud, environment, cpu or gpu, nodes
		Matrix  [][]float64
	}
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	seen, repeated := map[string]bool{}, 0
	for _, curve := range read {
		if same := fmt.Sprint(curve); seen[same] {
			repeated += len(curve.Matrix)
			continue
		} else {
			seen[same] = true
		}
		k := key{tableOf(path), curve.Command}
		for _, row := range curve.Matrix {
			c := curve.Context
			all[k] = append(all[k], published{row[len(row)-1], fmt.Sprintf("%v/%v/%v", c[0], c[1], c[2]), fmt.Sprint(c[3])})
		}
	}
	fmt.Printf("%s: %d values are of curves that are there twice, and count once\n", path, repeated)
	return nil
}
