package read

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// sayEmpty names the files that belong to no run. Files of pods are left out: a set has containers that print nothing to read.
func (r *reader) sayEmpty(whole *unit, units []*unit) {
	outputs := map[string]bool{}
	for _, u := range units {
		outputs[u.path] = outputs[u.path] || u.file
	}
	for _, s := range whole.sources {
		if s.Pod != "" || s.Metric != "" || len(s.Jobs)+len(s.Results) > 0 || outputs[whole.outputOf(s.File)] {
			continue
		}
		r.report.Problems = append(r.report.Problems, report.Problem{
			File: s.File, Line: 1, Last: s.Lines, What: "nothing here is of a program that is known: it belongs to no run. latchkey explain program says how to add one",
		})
	}
}

// dropCopies drops runs that are another one, read again from another file: the same job of Flux, or the same output. The first with an
// id counts, or else the first that is completed and whose names --names describes.
func (r *reader) dropCopies() {
	rank := func(run *report.Run) (rank int) {
		_, _, fits := r.options.Names.find(run)
		for _, lacks := range []bool{run.Job == nil || run.Job.ID == "", !run.Counts(), fits == nil} {
			if rank *= 2; lacks {
				rank++
			}
		}
		return rank
	}
	ranked := runsOf(&r.report)
	slices.SortStableFunc(ranked, func(a, b *report.Run) int { return cmp.Compare(rank(a), rank(b)) })
	jobs, firstOf := map[string]*report.Run{}, map[*report.Run]*report.Run{}
	var executions report.Executions
	for i, run := range ranked {
		if job := run.Job; job != nil && job.ID != "" && report.Known(job.Times.Init) {
			id := job.ID + " " + report.Number(job.Times.Init)
			if first := jobs[id]; first != nil {
				firstOf[run] = first
				continue
			}
			jobs[id] = run
		}
		if first := executions.First(run, i, func(first int) bool { return inOneFolder(run, ranked[first]) }); first >= 0 {
			firstOf[run] = ranked[first]
		}
	}
	var kept []report.Run
	for _, run := range runsOf(&r.report) {
		if first := firstOf[run]; first != nil {
			r.problemOf(run, first.Path, "an execution is here twice, and counts once")
		} else {
			kept = append(kept, *run)
		}
	}
	r.report.Runs = kept
}

func runsOf(r *report.Report) (all []*report.Run) {
	for i := range r.Runs {
		all = append(all, &r.Runs[i])
	}
	return all
}

func inOneFolder(a, b *report.Run) bool {
	return a.Facts[report.FactFile] != "" && b.Facts[report.FactFile] != "" && a.Facts[report.FactFolder] == b.Facts[report.FactFolder]
}

// isLookup tells whether a job only asks where it runs, as people do before the first run.
func isLookup(job *report.Job) bool {
	program, _, _ := strings.Cut(job.Command, " ")
	return path.Base(program) == "hostname"
}
