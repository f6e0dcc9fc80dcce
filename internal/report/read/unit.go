package read

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// A unit is logs that belong together: all logs of a set, or one file with an output of its own.
type unit struct {
	path    string    // folder or file
	files   []string  // that are to be read
	name    string    // of the set, or ""
	set     *runs.Set // nil without set.json
	file    bool      // the path is that of a file, without its ending
	sources []report.Source
}

// unitsOf cuts the logs of a folder without set.json into units. Logs of pods, and those whose metric says that it had several
// pods, belong to their set. Any other file with the output of a program is a unit of its own. What only watches belongs to
// the unit, if there is one only.
func unitsOf(all unit) (units []unit, watching []report.Source) {
	for _, s := range all.sources {
		key := unit{path: all.path}
		switch {
		case s.Pod != "":
			set, _, _ := podOf(s.Pod)
			key = unit{path: folderOfPod(s), name: set}
		case s.Pods > 1:
		case len(s.Jobs) > 0 || slices.ContainsFunc(s.Results, isOutput):
			key = unit{path: strings.TrimSuffix(s.File, filepath.Ext(s.File)), file: true}
		default:
			watching = append(watching, s)
			continue
		}
		at := slices.IndexFunc(units, func(u unit) bool { return u.path == key.path && u.name == key.name })
		if at < 0 {
			at = len(units)
			units = append(units, key)
		}
		units[at].sources = append(units[at].sources, s)
	}
	if len(units) == 0 {
		return []unit{all}, nil
	}
	if len(units) == 1 {
		units[0].sources = append(units[0].sources, watching...)
		return units, nil
	}
	return units, watching
}

// numberMetrics tells metrics apart that a set has twice, with other options: "io-fio #1" and "io-fio #2". Their jobs are m and m1,
// or l, w, l1 and w1.
func numberMetrics(sources []report.Source) {
	of := map[string][]int{} // numbers of the jobs of each metric
	numberOf := func(s report.Source) int {
		number, _ := strconv.Atoi(strings.TrimLeft(s.Job, "abcdefghijklmnopqrstuvwxyz"))
		return number
	}
	for _, s := range sources {
		if n := numberOf(s); s.Options != nil && !slices.Contains(of[s.Metric], n) { // only metadata has options
			of[s.Metric] = append(of[s.Metric], n)
		}
	}
	for i, s := range sources {
		if numbers := of[s.Metric]; s.Options != nil && len(numbers) > 1 {
			slices.Sort(numbers)
			sources[i].Metric += " #" + strconv.Itoa(slices.Index(numbers, numberOf(s))+1)
		}
	}
}

// isOutput tells whether a result is what a program printed, and not what watched it.
func isOutput(r report.Result) bool { return len(r.Series) == 0 }

// folderOfPod returns the folder of a set's logs: the folder of <pod>/<container>.log, or that of the file.
func folderOfPod(s report.Source) string {
	folder := filepath.Dir(s.File)
	if filepath.Base(folder) == s.Pod {
		return filepath.Dir(folder)
	}
	return folder
}

// runs makes a run of each job of a unit, and one of all if it has not several. rest is what belongs to no job.
func (u *unit) runs() (all, rest []report.Run) {
	jobs := u.jobs()
	if len(jobs) <= 1 {
		run := u.run(u.sources)
		if len(jobs) == 1 {
			run.Job = jobs[0][0]
		}
		u.describe(&run, false)
		if u.set == nil && run.Job == nil && !hasResults(run.Sources) {
			return nil, nil
		}
		return []report.Run{run}, nil
	}
	for _, job := range jobs {
		run := u.run(partOf(u.sources, job))
		run.Job = job[0]
		u.describe(&run, true)
		all = append(all, run)
	}
	if left := without(u.sources, slices.Concat(jobs...)); len(left) > 0 {
		rest = append(rest, u.run(left))
	}
	return all, rest
}

func hasResults(sources []report.Source) bool {
	return slices.ContainsFunc(sources, func(s report.Source) bool { return len(s.Results) > 0 })
}

// run returns a run of a unit with some of its logs.
func (u *unit) run(sources []report.Source) report.Run {
	run := report.Run{Path: cmp.Or(u.path, looseName), Set: u.name, Facts: map[string]string{}, Phases: map[string]float64{}, Sources: sources}
	switch {
	case u.set != nil:
		run.Set = u.set.Name
	case u.file:
		run.Facts[report.FactFolder], run.Facts[report.FactFile] = filepath.Dir(u.path), filepath.Base(u.path)
	case u.path != loose:
		run.Facts[report.FactFolder] = u.path
	}
	slices.SortStableFunc(run.Sources, func(a, b report.Source) int {
		return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.Pod, b.Pod), cmp.Compare(a.Container, b.Container))
	})
	return run
}

// jobs returns the jobs of a unit. A job that several pods print under one name is one job.
func (u *unit) jobs() [][]*report.Job {
	var all [][]*report.Job
	for i, s := range u.sources {
		for _, job := range s.Jobs {
			at := slices.IndexFunc(all, func(known []*report.Job) bool {
				return i > 0 && job.Name != "" && known[0].Name == job.Name && known[0].ID == job.ID && !slices.Contains(s.Jobs, known[0])
			})
			if at < 0 {
				at = len(all)
				all = append(all, nil)
			}
			all[at] = append(all[at], job)
		}
	}
	return all
}
