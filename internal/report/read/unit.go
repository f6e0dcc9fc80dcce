package read

import (
	"cmp"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// A unit is logs that belong together: all logs of a set, or one file with an output of its own.
type unit struct {
	path    string          // folder or file
	files   []string        // that are to be read
	named   map[string]bool // these files
	name    string          // of the set, or ""
	set     *runs.Set       // nil without set.json
	file    bool            // the path is a file, and no folder
	sources []report.Source
}

// unitsOf cuts the logs of a folder without set.json into units. Logs of pods belong to their set. Any other file with the output of a
// program is a unit of its own. What only watches belongs to the unit of its folder, if this has one only.
func unitsOf(all unit) (units []*unit, watching []report.Source) {
	type key struct{ path, name string }
	at, in, watched := map[key]*unit{}, map[string][]*unit{}, map[string][]report.Source{}
	add := func(k key, file bool, s report.Source) {
		u := at[k]
		if u == nil {
			u = &unit{path: k.path, name: k.name, file: file}
			at[k] = u
			units = append(units, u)
			in[filepath.Dir(k.path)] = append(in[filepath.Dir(k.path)], u)
		}
		u.sources = append(u.sources, s)
	}
	var folders []string
	for _, s := range all.sources {
		switch folder := filepath.Dir(s.File); {
		case s.Pod != "":
			set, _, _ := podOf(s.Pod)
			add(key{folderOfPod(s), set}, false, s)
		case len(s.Jobs) > 0 || slices.ContainsFunc(s.Results, isOutput):
			add(key{all.outputOf(s.File), ""}, true, s)
		case len(s.Results) == 0 && s.Metric == "": // a file of another program, which a run beside it has nothing to do with
		default:
			folders = report.AddNew(folders, folder)
			watched[folder] = append(watched[folder], s)
		}
	}
	outputs := len(units)
	for _, folder := range folders {
		switch {
		case len(in[folder]) == 1:
			in[folder][0].sources = append(in[folder][0].sources, watched[folder]...)
		case outputs == 1, outputs == 0 && all.path == loose && len(units) > 0:
			units[0].sources = append(units[0].sources, watched[folder]...)
		case outputs == 0 && all.path == loose:
			units = append(units, &unit{path: loose, sources: watched[folder]})
		case outputs == 0:
			units = append(units, &unit{path: folder, sources: watched[folder]})
		default:
			watching = append(watching, watched[folder]...)
		}
	}
	return units, watching
}

// errorEnds are ends of the names of two files: what a program printed on standard error, and its output.
var errorEnds = []struct{ errors, output string }{{".err", ".out"}, {".stderr", ".stdout"}, {".err", ".log"}}

// batchError is the end of such a file of PBS and others: lammps.e1001 beside lammps.o1001.
var batchError = regexp.MustCompile(`\.e([0-9]+)$`)

// outputOf returns the file with the output of which a file has the errors, if the unit has it, or else the file itself.
func (u *unit) outputOf(file string) string {
	for _, end := range errorEnds {
		if stem, found := strings.CutSuffix(file, end.errors); found && u.named[stem+end.output] {
			return stem + end.output
		}
	}
	if output := batchError.ReplaceAllString(file, ".o$1"); u.named[output] {
		return output
	}
	return file
}

// numberMetrics tells metrics apart that a set has twice: "io-fio #1" and "io-fio #2". Their jobs are m and m1, or l, w, l1 and w1.
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

// folderOfPod returns the folder of a set's logs: the folder of <pod>/<container>.log, or else the folder of the file.
func folderOfPod(s report.Source) string {
	folder := filepath.Dir(s.File)
	if filepath.Base(folder) == s.Pod {
		return filepath.Dir(folder)
	}
	return folder
}

// runs makes a run of each job of a unit, and one of all if it has not several. rest is what belongs to no job.
func (u *unit) runs() (all, rest []report.Run) {
	jobs, at := u.jobs()
	if len(jobs) <= 1 {
		run := u.run(u.sources)
		if len(jobs) == 1 {
			run.Job = jobs[0]
		}
		u.describe(&run, false)
		if u.set == nil && run.Job == nil && !hasResults(run.Sources) {
			return nil, nil
		}
		return []report.Run{run}, nil
	}
	of, left := divide(u.sources, jobs, at)
	for i, job := range jobs {
		run := u.run(of[i])
		if run.Job = job; isLookup(run.Job) && !hasResults(run.Sources) {
			continue
		}
		u.describe(&run, true)
		all = append(all, run)
	}
	if len(left) > 0 {
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
		run.Facts[report.FactFolder], run.Facts[report.FactFile] = filepath.ToSlash(filepath.Dir(u.path)), filepath.Base(u.path)
	case u.path != loose:
		run.Facts[report.FactFolder] = u.path
	}
	slices.SortStableFunc(run.Sources, func(a, b report.Source) int {
		return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.Pod, b.Pod), cmp.Compare(a.Container, b.Container))
	})
	return run
}

// jobs returns the jobs of a unit, and which of them each job of a log is. A job that several pods print under one name is one job. A file
// with errors and one with the output are of one job, if each has one only.
func (u *unit) jobs() (all []*report.Job, at map[*report.Job]int) {
	type key struct{ name, id string }
	at = map[*report.Job]int{}
	known := map[key]int{}
	for i, s := range u.sources {
		for _, job := range s.Jobs {
			if u.file && s.File != u.path && strings.HasPrefix(job.Fault, "line ") { // the run has the name of its output
				job.Fault = filepath.Base(s.File) + ", " + job.Fault
			}
		}
		if u.file && i > 0 && len(s.Jobs) == 1 && len(all) == 1 {
			all[0].Join(s.Jobs[0])
			at[s.Jobs[0]] = 0
			continue
		}
		own := map[key]int{}
		for _, job := range s.Jobs {
			k := key{job.Name, job.ID}
			if before, again := known[k]; again && job.Name != "" {
				at[job] = before
				continue
			}
			at[job], own[k] = len(all), len(all)
			all = append(all, job)
		}
		maps.Copy(known, own)
	}
	return all, at
}
