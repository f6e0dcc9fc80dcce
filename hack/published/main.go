// Command published compares what latchkey report reads in the logs of a public study with the tables that its authors published.
//
//	go run ./hack/published STUDY
//
// STUDY is a folder with google-performance-study or performance-study of converged-computing on GitHub. Its tables are
// analysis/*/data/*-results.csv, and its logs are below experiments. Each published value must be read once in some log.
package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/read"
)

// figures are the records of the metrics of the tables, which are called so in all applications.
var figures = map[string]string{
	"accuracy":                              "pytorch-mnist.accuracy",
	"duration":                              "run.duration",
	"efficiency":                            "multi-gpu-models.efficiency",
	"fom_overall":                           "amg.fom",
	"grind_time_seconds":                    "kripke.grind_time",
	"hour_per_ns":                           "gromacs.hours_per_ns",
	"in_place_bandwidth":                    "nccl-tests.in_place.bus",
	"matom_steps_per_second":                "lammps.atom_steps_per_second",
	"num_segments_over_cycle_tracking_time": "quicksilver.figure_of_merit",
	"out_of_place_bandwidth":                "nccl-tests.bus",
	"simulation_ns_per_day":                 "gromacs.ns_per_day",
	"simulation_seconds":                    "cfdscope.simulation_time",
	"speedup":                               "multi-gpu-models.speedup",
	"throughput_unknowns_over_second_per_iteration": "kripke.throughput",
	"time_per_iteration":                            "chatterbug.time_per_iteration",
	"total_cg_mflops":                               "minife.total_cg_mflops",
	"total_rate":                                    "laghos.kernels_rate",
	"wall-time":                                     "lammps.total_wall_time",
	"zones_per_second":                              "lulesh.fom",
}

// millions are metrics that are published in millions.
var millions = []string{"matom_steps_per_second"}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "published: give the folder of the study")
		os.Exit(2)
	}
	if err := compare(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "published:", err)
		os.Exit(1)
	}
}

// A key is a table and a metric in it.
type key struct{ table, metric string }

func compare(study string) error {
	published, err := tables(filepath.Join(study, "analysis"))
	if err != nil {
		return err
	}
	all, err := read.Paths([]string{filepath.Join(study, "experiments")}, read.Options{})
	if err != nil {
		return err
	}
	values := valuesOf(all)
	lacking := 0
	fmt.Printf("%-36s %-46s %9s %9s %9s\n", "TABLE", "METRIC", "PUBLISHED", "EQUAL", "NOT READ")
	for _, k := range slices.SortedFunc(maps.Keys(published), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.table, b.table), cmp.Compare(a.metric, b.metric))
	}) {
		figure, known := figures[k.metric]
		if !known {
			fmt.Printf("%-36s %-46s %9d  no record has it\n", k.table, k.metric, len(published[k]))
			continue
		}
		equal := matched(published[k], values[figure])
		if figure == "run.duration" { // of scripts without a job of Flux, the authors published what the word time prints
			equal = max(equal, matched(published[k], append(values[figure], values["time.real"]...)))
		}
		lacking += len(published[k]) - equal
		fmt.Printf("%-36s %-46s %9d %9d %9d\n", k.table, k.metric, len(published[k]), equal, len(published[k])-equal)
	}
	if lacking > 0 {
		return fmt.Errorf("%d published values are in no log as it was read", lacking)
	}
	return nil
}

// matched counts the values that are among others, each of which counts once.
func matched(want, have []float64) (equal int) {
	slices.Sort(want)
	have = slices.Sorted(slices.Values(have))
	at := 0
	for _, value := range want {
		for at < len(have) && have[at] < value-near(value) {
			at++
		}
		if at < len(have) && have[at] <= value+near(value) {
			equal++
			at++
		}
	}
	return equal
}

// near is how much a value may differ by arithmetic with times and units.
func near(value float64) float64 { return 1e-6*math.Abs(value) + 1e-12 }

// valuesOf returns all values that were read, by kind and field.
func valuesOf(r *report.Report) map[string][]float64 {
	all := map[string][]float64{}
	for o := range r.Observations(nil) {
		name := o.Result.Kind.Name + "." + o.Field.Name
		all[name] = append(all[name], o.Value)
	}
	for _, run := range r.Runs {
		if !run.Start.IsZero() && !run.End.IsZero() {
			all["run.duration"] = append(all["run.duration"], run.End.Sub(run.Start).Seconds())
		}
	}
	return all
}

// tables reads the tables of a study.
func tables(folder string) (map[key][]float64, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*", "data", "*-results.csv"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s has no tables */data/*-results.csv: is it a study of converged-computing?", folder)
	}
	all := map[key][]float64{}
	for _, path := range paths {
		if err := readTable(path, all); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return all, nil
}

func readTable(path string, all map[key][]float64) error {
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
	for _, row := range rows[1:] {
		value, err := strconv.ParseFloat(row[column["value"]], 64)
		if err != nil {
			continue // a run without a figure
		}
		k := key{strings.TrimSuffix(filepath.Base(path), "-results.csv") + " of " + filepath.Base(filepath.Dir(filepath.Dir(path))), row[column["metric"]]}
		if slices.Contains(millions, k.metric) {
			value *= 1e6
		}
		all[k] = append(all[k], value)
	}
	return nil
}
