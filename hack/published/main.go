// Command published compares what latchkey report reads in the logs of a public study with the tables that its authors published.
//
//	go run ./hack/published STUDY
//
// STUDY is a folder with google-performance-study or performance-study of converged-computing on GitHub. Its tables are
// */*/data/*-results.csv and the tables of OSU, and its logs are below experiments. Each published value must be read once in some log. Values
// that are not are counted by the experiment that the table names, because not all logs of a study are public.
package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/read"
)

// figures are the records of the metrics of the tables, which are called so in all applications.
var figures = map[string]string{
	"accuracy":           "pytorch-mnist.accuracy",
	"duration":           "run.duration",
	"efficiency":         "multi-gpu-models.efficiency",
	"fom":                "pennant.zones_per_second",
	"fom_overall":        "amg.fom",
	"fom_setup":          "amg.fom_setup",
	"fom_solve":          "amg.fom_solve",
	"grind_time_seconds": "kripke.grind_time",
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
	"total_cg_mflops":                               "minife.total_cg_mflops",
	"total_rate":                                    "laghos.kernels_rate",
	"wall-time":                                     "lammps.total_wall_time",
	"wall_time":                                     "lammps.total_wall_time",
	"workload_manager_wrapper_seconds":              "run.duration",
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

func compare(study string) error {
	all, err := tables(study)
	if err != nil {
		return err
	}
	files, err := newFiles(study)
	if err != nil {
		return err
	}
	logs, err := read.Paths([]string{filepath.Join(study, "experiments")}, read.Options{})
	if err != nil {
		return err
	}
	values := valuesOf(logs)
	count, equal := 0, 0
	fmt.Printf("%-28s %-46s %9s %9s %9s\n", "TABLE", "METRIC", "PUBLISHED", "EQUAL", "NOT READ")
	for _, k := range slices.SortedFunc(maps.Keys(all), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.table, b.table), cmp.Compare(a.metric, b.metric))
	}) {
		want := all[k]
		lacking := unmatched(want, values[figures[k.metric]])
		if figures[k.metric] == "run.duration" { // of scripts without a job of Flux, the authors published what the word time prints
			lacking = unmatched(want, slices.Concat(values["run.duration"], values["time.real"]))
		}
		count, equal = count+len(want), equal+len(want)-len(lacking)
		fmt.Printf("%-28s %-46s %9d %9d %9d\n", k.table, k.metric, len(want), len(want)-len(lacking), len(lacking))
		why := map[string]int{}
		for _, p := range lacking {
			why[p.experiment+": "+files.state(p, k.table)]++
		}
		for _, reason := range slices.Sorted(maps.Keys(why)) {
			fmt.Printf("%28s %d of %s\n", "", why[reason], reason)
		}
	}
	fmt.Printf("%d of %d published values are equal\n", equal, count)
	if equal < count {
		return fmt.Errorf("%d published values are in no log as it was read", count-equal)
	}
	return nil
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
	all := map[string][]float64{}
	for i := range r.Runs {
		one := map[string]float64{}
		for o := range (&report.Report{Runs: r.Runs[i : i+1]}).Observations(nil) {
			name := o.Result.Kind.Name + "." + o.Field.Name
			all[name] = append(all[name], o.Value)
			one[name] = o.Value
		}
		if run := r.Runs[i]; !run.Start.IsZero() && !run.End.IsZero() {
			one["run.duration"] = run.End.Sub(run.Start).Seconds()
			all["run.duration"] = append(all["run.duration"], one["run.duration"])
		}
		all["lammps.hookup"] = append(all["lammps.hookup"], one["run.duration"]-one["lammps.total_wall_time"])
		all["pennant.zones_per_second"] = append(all["pennant.zones_per_second"], one["pennant.zones"]*one["pennant.last_cycle"]/one["pennant.run_time"])
	}
	for name, values := range all {
		all[name] = slices.DeleteFunc(values, math.IsNaN) // of runs without what the authors computed with
	}
	return all
}
