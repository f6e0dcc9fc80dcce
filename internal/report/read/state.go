package read

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// stateOf says whether a run counts, and why not. A job of a set with several says it itself, if it can.
func stateOf(run *report.Run, set *runs.Set, several bool) (report.State, string) {
	if set != nil && !several && set.State == runs.Failed && set.Cause != nil { // it knows of pods and nodes, which the job does not
		return report.Failed, set.Cause.What
	}
	if state, why := stateOfJob(run.Job); state == report.Failed {
		return state, why
	}
	isOfSet := set != nil && (!several || run.Job.Status == nil)
	if isOfSet && goesOn(set) { // its logs may end anywhere
		return stateOfSet(set)
	}
	for _, s := range run.Sources {
		for _, r := range s.Results {
			if r.Fault != "" {
				return report.Cut, r.Kind.Title + ": " + r.Fault
			}
		}
	}
	if isOfSet {
		if state, why := stateOfSet(set); state != "" {
			return state, why
		}
	}
	if state, why := stateOfJob(run.Job); state != "" {
		return state, why
	}
	hasSucceeded := set != nil && set.State == runs.Completed || run.Job != nil && run.Job.Status != nil
	switch {
	case hasSucceeded || report.HasFigure(run.Sources):
		return report.Completed, ""
	case hasResults(run.Sources):
		return report.Incomplete, "no log has a figure: what is there only describes the run, or cannot be read"
	}
	return report.Incomplete, "no log has anything that can be read"
}

func stateOfJob(job *report.Job) (report.State, string) {
	switch {
	case job == nil:
		return "", ""
	case job.Status != nil && *job.Status != 0:
		return report.Failed, strings.TrimSuffix(fmt.Sprintf("exit status %d: %s", *job.Status, job.Fault), ": ")
	case job.Cut:
		return report.Cut, job.Fault
	case job.Fault != "":
		return report.Failed, job.Fault
	}
	return "", ""
}

// goesOn tells whether a set had not ended when its logs were saved.
func goesOn(set *runs.Set) bool { return set.State == runs.Running || set.State == runs.Waiting }

func stateOfSet(set *runs.Set) (report.State, string) {
	switch {
	case set.State == runs.Failed && set.Cause != nil:
		return report.Failed, set.Cause.What
	case set.State == runs.Failed && set.ExitStatus != nil && *set.ExitStatus != 0:
		return report.Failed, fmt.Sprintf("exit status %d", *set.ExitStatus)
	case set.State == runs.Failed:
		return report.Failed, "the set has failed"
	case set.Lacks() != nil:
		return report.Incomplete, missing(*set.Lacks())
	case goesOn(set):
		return report.Incomplete, fmt.Sprintf("the set had not ended when its logs were saved: let study run go on, or save them again with latchkey logs %s --wait -o DIR --namespace=%s", set.Name, set.Namespace)
	}
	return "", ""
}

func missing(m runs.Missing) string {
	if of := strings.Trim(m.Pod+"/"+m.Container, "/"); of != "" {
		return "the log of " + of + " is missing: " + m.Reason
	}
	return "missing: " + m.Reason
}

// problems names what a unit lacks: logs, and metrics of which no log has a result. A metric may measure what runs in one pod only.
func (u *unit) problems() []report.Problem {
	var all []report.Problem
	if u.set != nil {
		for _, m := range u.set.Missing {
			all = append(all, report.Problem{File: filepath.Join(u.path, runs.SetFile), What: missing(m)})
		}
	}
	found := map[string]bool{}
	for _, s := range u.sources {
		if s.Metric != "" {
			found[s.Metric] = found[s.Metric] || slices.ContainsFunc(s.Results, func(r report.Result) bool { return r.Kind.Name != "time" || s.Metric == "time" })
		}
	}
	for _, metric := range slices.Sorted(maps.Keys(found)) {
		if !found[metric] && (u.set == nil || !goesOn(u.set)) {
			what := "no log of " + metric + " has a sample that can be read; the log says why"
			all = append(all, report.Problem{File: cmp.Or(u.path, looseName), What: what})
		}
	}
	return all
}
