package reporttest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
)

// Began is the time at which the runs begin.
var Began = time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)

var pidstat, lammps, osu = kindOf("pidstat"), kindOf("lammps"), kindOf("osu")

// kindOf returns a kind of records by its name.
func kindOf(name string) *report.Kind {
	all := parse.Kinds()
	return all[slices.IndexFunc(all, func(k *report.Kind) bool { return k.Name == name })]
}

// watched are fields of pidstat, with a mean and how far the values are from it.
var watched = []struct {
	field       string
	mean, swing float64
}{
	{"cpu_task.percent_usr", 92, 6},
	{"cpu_task.percent_system", 2, 1.5},
	{"cpu_task.percent_guest", 0, 0},
	{"cpu_task.percent_wait", 3, 2},
	{"pagefaults_task.rss", 240_000, 9000},
	{"pagefaults_task.minflt_s", 400, 390},
	{"io.kb_wr_s", 800, 790},
	{"switching.cswch_s", 200, 90},
}

// Processes returns a run of pods in which perf-sysstat watched processes, each sampled once a second.
func Processes(set string, pods, processes, samples int) report.Run {
	noise := rand.New(rand.NewPCG(1, uint64(pods))) //nolint:gosec // made-up measurements
	run := newRun(set, pods)
	for pod := range pods {
		result := report.Result{Kind: pidstat}
		for process := range processes {
			series := report.Series{Process: report.Process{ID: 40 + 7*process + pod%3, Name: "lmp"}, Absolute: true}
			for _, w := range watched {
				column := report.Column{Field: &pidstat.Fields[pidstat.Index(w.field)]}
				for sample := range samples {
					share := 0.8*math.Sin(float64(sample)/9+float64(pod+process)) + 0.2*noise.Float64()
					column.Values = append(column.Values, math.Round((w.mean+w.swing*share)*100)/100)
				}
				series.Columns = append(series.Columns, column)
			}
			for sample := range samples {
				series.Times = append(series.Times, float64(Began.Unix())+float64(sample)+0.13*float64(pod%5))
			}
			result.Series = append(result.Series, series)
		}
		run.Sources = append(run.Sources, newSource(set, pod, "perf-sysstat", result))
	}
	run.End = Began.Add(time.Duration(samples) * time.Second)
	return run
}

func newRun(set string, pods int) report.Run {
	return report.Run{
		Name: set, Path: "runs/" + set, Set: set, State: report.Completed, Start: Began,
		Facts: map[string]string{
			"size": fmt.Sprint(pods), "image": "ghcr.io/converged-computing/metric-lammps:latest", "command": "lmp -v x 2 -v y 2 -v z 2 -in in.reaxc.hns",
			"problem": "atoms=4000 steps=100", "node type": "c7g.16xlarge", "latchkey": "v0.1.0", "kernel": "6.8.0",
			"image digest": "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "node": "node-" + set,
		},
	}
}

func newSource(set string, pod int, metric string, result report.Result) report.Source {
	name := fmt.Sprintf("%s-m-0-%d", set, pod)
	return report.Source{
		File: "runs/" + set + "/" + name + "/" + metric + ".log", Pod: name, Index: pod, Job: "m", Container: metric,
		Metric: metric, Results: []report.Result{result},
	}
}

// Lammps is what the lead of a run printed.
func Lammps(run *report.Run, seconds float64) {
	result := report.Result{
		Kind: lammps, Values: []report.Value{
			{Field: &lammps.Fields[lammps.Index("loop_time")], Value: seconds},
			{Field: &lammps.Fields[lammps.Index("ns_per_day")], Value: 86.4 / seconds},
		},
		Curves: []report.Curve{thermo()},
		Tables: []report.Table{{
			Name: "timing", Title: "MPI task timing breakdown", Label: "section", Labels: []string{"Pair", "Neigh", "Comm", "Output", "Other"},
			Columns: []report.Column{
				{
					Field:  &report.Field{Name: "avg", Title: "average", Unit: "s"},
					Values: report.Numbers{0.71 * seconds, 0.04 * seconds, 0.21 * seconds, 0.001 * seconds, 0.039 * seconds},
				},
				{Field: &report.Field{Name: "total", Title: "share", Unit: "%"}, Values: report.Numbers{71, 4, 21, 0.1, 3.9}},
			},
		}},
	}
	run.Sources = append(run.Sources, newSource(run.Set, 0, "app-lammps", result))
}

// thermo is a temperature over steps.
func thermo() report.Curve {
	curve := report.Curve{
		X: report.Column{Field: &report.Field{Name: "step", Title: "step"}},
		Y: report.Column{Field: &report.Field{Name: "temp", Title: "temperature", Unit: "K"}},
	}
	for step := 0; step <= 100; step += 5 {
		curve.X.Values = append(curve.X.Values, float64(step))
		curve.Y.Values = append(curve.Y.Values, 300-14*(1-math.Exp(-float64(step)/18))+2*math.Sin(float64(step)/6))
	}
	return curve
}

// OSU is what a launcher printed. A slow network has a higher latency.
func OSU(run *report.Run, slow float64) {
	sizes := []float64{0}
	for size := 1.0; size <= 4<<20; size *= 2 {
		sizes = append(sizes, size)
	}
	x := &osu.Fields[osu.Index("size")]
	latency := report.Curve{X: report.Column{Field: x, Values: sizes}, Y: report.Column{Field: &osu.Fields[osu.Index("latency")]}}
	bandwidth := report.Curve{X: report.Column{Field: x, Values: sizes[1:]}, Y: report.Column{Field: &osu.Fields[osu.Index("bandwidth")]}}
	for _, size := range sizes {
		micros := slow*1.6 + size/9000
		if size > 16384 {
			micros += 3 * slow
		}
		latency.Y.Values = append(latency.Y.Values, math.Round(micros*100)/100)
		if size > 0 {
			bandwidth.Y.Values = append(bandwidth.Y.Values, math.Round(size/(micros*0.55)*100)/100)
		}
	}
	for _, result := range []report.Result{
		{Kind: osu, Title: "osu_latency", Curves: []report.Curve{latency}},
		{Kind: osu, Title: "osu_bw", Curves: []report.Curve{bandwidth}},
	} {
		run.Sources = append(run.Sources, newSource(run.Set, 0, "network-osu-benchmark", result))
	}
}

// TwoPods is a small run: LAMMPS watched by pidstat, and OSU.
func TwoPods() *report.Report {
	run := Processes("lammps", 2, 1, 90)
	Lammps(&run, 41.8)
	OSU(&run, 1)
	return &report.Report{
		Runs: []report.Run{run},
		Problems: []report.Problem{
			{File: "runs/lammps/lammps-m-0-1/perf-sysstat.log", Line: 1204, Last: 1219, What: "the sample is cut: its memory section has no end"},
		},
	}
}

// ManyPods is a run of pods with four processes each.
func ManyPods(pods int) *report.Report {
	run := Processes("lammps-large", pods, 4, 120)
	Lammps(&run, 9.7)
	return &report.Report{Runs: []report.Run{run}}
}

// Study is a scaling study with three runs of each size.
func Study() *report.Report { return Scaling(1, 3) }

// Scaling is a study of five sizes, some settings and some repetitions. One run has failed.
func Scaling(settings, repetitions int) *report.Report {
	r := &report.Report{}
	noise := rand.New(rand.NewPCG(2, 3)) //nolint:gosec // made-up measurements
	for _, size := range []int{1, 2, 4, 8, 16} {
		for setting := range settings {
			for repeat := range repetitions {
				seconds := (160/float64(size) + float64(1+setting)*1.1*math.Sqrt(float64(size))) * (0.96 + 0.08*noise.Float64())
				run := Processes(fmt.Sprintf("lammps-%d-%c%d", size, 'a'+setting, repeat+1), size, 1, int(seconds)+5)
				Lammps(&run, seconds)
				OSU(&run, 1+float64(size)/20)
				run.Facts["study"] = "lammps"
				run.Facts["env FABRIC"] = []string{"efa", "tcp", "none"}[setting%3]
				run.Phases = map[string]float64{
					report.PhasePods: 1 + noise.Float64(), report.PhaseContainers: 4 + 3*noise.Float64(),
					report.PhaseHookUp: 0.5 + 0.1*float64(size), report.PhaseApplication: seconds,
				}
				r.Runs = append(r.Runs, run)
			}
		}
	}
	last := &r.Runs[len(r.Runs)-1]
	last.State, last.Reason = report.Failed, "exit status 1: the network is down"
	return r
}

// Renamed puts a string into every name of a report: of runs, pods, processes, files, titles and facts.
func Renamed(r *report.Report, text string) *report.Report {
	for i := range r.Runs {
		run := &r.Runs[i]
		run.Name, run.Set, run.Path, run.Reason = run.Name+text, text, text, text
		for name := range run.Facts {
			run.Facts[name] += text
		}
		for j := range run.Sources {
			renameSource(&run.Sources[j], text)
		}
	}
	r.Problems = append(r.Problems, report.Problem{File: text, Line: 1, Last: 2, What: text})
	return r
}

// renameSource renames a source and what is in it.
func renameSource(s *report.Source, text string) {
	s.File, s.Pod, s.Container, s.Metric = s.File+text, s.Pod+text, text, s.Metric+text
	for i := range s.Results {
		result := &s.Results[i]
		result.Title += text
		for j := range result.Series {
			result.Series[j].Process.Name += text
		}
		for j := range result.Values {
			field := *result.Values[j].Field
			field.Title += text
			result.Values[j].Field, result.Values[j].Process = &field, text
		}
		for j := range result.Curves {
			x, y := *result.Curves[j].X.Field, *result.Curves[j].Y.Field
			x.Title, y.Unit = text, text
			result.Curves[j].Name, result.Curves[j].X.Field, result.Curves[j].Y.Field = text, &x, &y
		}
		for j := range result.Tables {
			result.Tables[j].Title = text
			result.Tables[j].Labels[0] = text
		}
	}
}
