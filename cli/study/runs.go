package study

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators/study"
	"github.com/latchkey-dev/latchkey/internal/live"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A run is one run of a cell, as it was rendered, and what is known of it.
type run struct {
	// name and namespace are where the JobSet or Job of the run is.
	name, namespace string
	// study is the name of the study, and rendered the hash of the objects.
	study, rendered string
	// values are the values of the study's parameters, by their names.
	values  map[string]string
	objects []*fn.Item

	// live is the set in the cluster when it was seen last, or nil.
	live *live.Set
	// was is the state that the user was told last.
	was runs.State
	// waits is what it waits for.
	waits live.Waits
	// busy says that its logs are being collected. saved is the last record in the folder, or nil. problem says what could not
	// be saved.
	busy    bool
	saved   *runs.Set
	problem error
	// gone says that the set was deleted before its end, and removed that it was deleted because it is saved.
	gone, removed bool
}

// isDone tells whether nothing more is to be done about a run.
func (r *run) isDone() bool { return r.gone || r.problem != nil || r.isSaved() }

// isRunning tells whether the run ran when it was seen last.
func (r *run) isRunning() bool { return r.was == runs.Running && r.live != nil && !r.live.HasEnded() }

// isSaved tells whether the folder has the end of the run.
func (r *run) isSaved() bool {
	return r.saved != nil && r.saved.IsSaved() && (r.live == nil || r.live.UID() == r.saved.UID)
}

// String returns the name and the values of the parameters.
func (r *run) String() string { return r.name + " (" + inWords(r.values) + ")" }

// inWords returns the values of parameters as "affinity=off nodes=2".
func inWords(values map[string]string) string {
	return text.Printable(study.Cell{Values: values}.String())
}

// valuesOf returns the values of parameters in an annotation of a job.
func valuesOf(annotation string) map[string]string {
	var values map[string]string
	_ = json.Unmarshal([]byte(annotation), &values) // without values it is told by its name
	return values
}

// runsOf returns the runs of the one study among rendered objects, in their order, and the other objects.
func runsOf(items []*fn.Item) (all []*run, others []*fn.Item, err error) {
	named := map[string]*run{}
	for _, item := range items {
		mark := item.Annotation(latchkey.AnnotationSet)
		if mark == "" {
			others = append(others, item)
			continue
		}
		if named[mark] == nil {
			named[mark] = &run{}
			all = append(all, named[mark])
		}
		named[mark].add(item)
	}
	all = slices.DeleteFunc(all, func(r *run) bool { return r.name == "" }) // include left out the jobs
	if len(all) == 0 {
		return nil, nil, exit.Inputf("the input has no Study with runs: give the file with the Study, and the files of its sources")
	}
	for _, r := range all {
		if r.study != all[0].study || r.namespace != all[0].namespace {
			return nil, nil, exit.Inputf("there are two studies in the input, %s and %s: name the files of one", all[0].study, r.study)
		}
	}
	return all, others, nil
}

// add adds an object of the run.
func (r *run) add(item *fn.Item) {
	r.objects = append(r.objects, item)
	if item.Kind == "JobSet" || item.Kind == "Job" && r.name == "" {
		mark, _ := latchkey.ParseMark(item.Mark()) // a run that was rendered has one
		r.name, r.namespace, r.study = item.Name, item.Namespace, mark.Name
		r.rendered, r.values = item.Annotation(latchkey.AnnotationRendered), valuesOf(item.Annotation(latchkey.AnnotationParameters))
	}
}

// chosen returns the runs that have all of some values, each as "nodes=8".
func chosen(all []*run, where []string) ([]*run, error) {
	for _, condition := range where {
		name, value, isPair := strings.Cut(condition, "=")
		if !isPair {
			return nil, exit.Usagef("--where %q: write a parameter and its value, for example nodes=8", condition)
		}
		if _, known := all[0].values[name]; !known {
			return nil, exit.Usagef("--where %q: %q is not a parameter: %s", condition, name, suggest.Remedy(name, slices.Sorted(maps.Keys(all[0].values))))
		}
		there := map[string]bool{}
		for _, r := range all {
			there[r.values[name]] = true
		}
		if !there[value] {
			return nil, exit.Usagef("--where %q: no run has this value: %s", condition, suggest.OneOf(slices.Collect(maps.Keys(there))))
		}
		all = slices.DeleteFunc(slices.Clone(all), func(r *run) bool { return r.values[name] != value })
	}
	return all, nil
}
