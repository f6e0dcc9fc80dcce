package read

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/report"
	"github.com/latchkey-dev/latchkey/runs"
)

// studyLabel is the label with which users put runs together.
const studyLabel = "latchkey.dev/study"

// describe adds to a run what set.json says, and then what its logs say of what is not known yet.
func (r *reader) describe(run *report.Run, set *runs.Set) {
	if set != nil {
		fromSet(run, set)
		if what := unfinished(set); what != "" {
			r.report.Problems = append(r.report.Problems, report.Problem{File: filepath.Join(run.Path, runs.SetFile), What: what})
		}
		for _, m := range set.Missing {
			what := "missing: " + m.Reason
			if of := strings.Trim(m.Pod+"/"+m.Container, "/"); of != "" {
				what = "the log of " + of + " is missing: " + m.Reason
			}
			r.report.Problems = append(r.report.Problems, report.Problem{File: filepath.Join(run.Path, runs.SetFile), What: what})
		}
	}
	fromLogs(run)
	r.without(run)
}

// unfinished says why a run may not have measured all that it should, or "".
func unfinished(set *runs.Set) string {
	switch {
	case set.State == runs.Failed && set.ExitStatus != nil && *set.ExitStatus != 0:
		return fmt.Sprintf("the set has failed, its application with status %d: what it measured may not be whole, and is compared nevertheless", *set.ExitStatus)
	case set.State == runs.Failed:
		return "the set has failed: what it measured may not be whole, and is compared nevertheless"
	case (set.State == runs.Running || set.State == runs.Waiting) && len(set.Missing) == 0:
		return "the set had not ended when its logs were saved: save them again with latchkey logs --wait"
	}
	return ""
}

// without names the metrics of which no log of a run has a result. A metric with a result in some logs is in order: it may
// measure something that runs in one pod only.
func (r *reader) without(run *report.Run) {
	found := map[string]bool{}
	for _, s := range run.Sources {
		if s.Metric != "" {
			found[s.Metric] = found[s.Metric] || len(s.Results) > 0
		}
	}
	for _, metric := range slices.Sorted(maps.Keys(found)) {
		if !found[metric] {
			what := "no log of " + metric + " has a sample that can be read; the log says why"
			r.report.Problems = append(r.report.Problems, report.Problem{File: run.Path, What: what})
		}
	}
}

// setOf reads the set.json of a folder, or returns nil.
func (r *reader) setOf(folder string) *runs.Set {
	set, err := runs.Read(folder)
	switch {
	case err == nil:
		return set
	case !errors.Is(err, fs.ErrNotExist):
		r.problem(filepath.Join(folder, runs.SetFile), err)
	}
	return nil
}

// fromSet takes over what set.json says.
func fromSet(run *report.Run, set *runs.Set) {
	run.Set, run.Kind, run.Size = set.Name, set.Kind, int(set.Size)
	run.Study = set.Labels[studyLabel]
	if set.Started != nil {
		run.Start = *set.Started
	}
	if set.Ended != nil {
		run.End = *set.Ended
	}
	setFact(run, report.FactSize, number(int(set.Size)))
	setFact(run, report.FactTasks, number(int(set.Tasks)))
	setFact(run, "queue policy", set.QueuePolicy)
	setFact(run, "command", set.Command)
	setFact(run, "study", run.Study)
	setFact(run, "image", set.Images[set.Application])
	for name, value := range set.Environment {
		setFact(run, "env "+name, value)
	}
	for name, value := range set.Labels {
		if name != studyLabel && !isManaged(name) {
			setFact(run, "label "+name, value)
		}
	}
}

// isManaged tells whether programs write a label, so that it says nothing about a study.
func isManaged(label string) bool {
	prefix, _, found := strings.Cut(label, "/")
	return found && (strings.HasSuffix(prefix, "kubernetes.io") || strings.HasSuffix(prefix, "k8s.io") || prefix == "latchkey.dev")
}

// fromLogs takes the size and the options from the metadata of logs.
func fromLogs(run *report.Run) {
	options := map[string]string{}
	for _, s := range run.Sources {
		if run.Size == 0 && s.Pods > 0 {
			run.Size = s.Pods
		}
		for name, value := range s.Options {
			options["option "+s.Metric+" "+name] = value
		}
	}
	for name, value := range options {
		setFact(run, name, value)
	}
	setFact(run, report.FactSize, cmp.Or(run.Facts[report.FactSize], number(run.Size)))
}

func number(value int) string {
	if value == 0 {
		return ""
	}
	return strconv.Itoa(value)
}

func setFact(run *report.Run, name, value string) {
	if value != "" {
		run.Facts[name] = value
	}
}

// place completes what a source says of itself with its place in the folder of the run, <pod>/<container>.log, and with
// set.json. It is false for a pod of an earlier life of the set, which ended before its measurements did.
func place(s *report.Source, root string, set *runs.Set) bool {
	below, err := filepath.Rel(root, s.File)
	if err == nil && s.Pod == "" {
		if parts := strings.Split(filepath.ToSlash(below), "/"); len(parts) == 2 && parts[0] != ".." {
			s.Pod, s.Container = parts[0], strings.TrimSuffix(parts[1], filepath.Ext(parts[1]))
		}
	}
	s.Job, s.Index = placeOf(s.Pod)
	if set == nil {
		return true
	}
	latest, own := int32(0), int32(0)
	for _, pod := range set.Pods {
		latest = max(latest, pod.Life)
		if pod.Name != s.Pod {
			continue
		}
		s.Job, own = pod.Job, pod.Life
		if pod.Index != nil {
			s.Index = int(*pod.Index)
		}
	}
	return own == latest || !slices.ContainsFunc(set.Pods, func(p runs.Pod) bool { return p.Name == s.Pod })
}
