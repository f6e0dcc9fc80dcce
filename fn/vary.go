package fn

import (
	"cmp"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A varied source is a template of a study, or a run of it.
type varied struct {
	// isTemplate says that a study varies the source. A run has the template and the study that it was made from; both are nil for any
	// other source.
	isTemplate      bool
	template, study *Item
	// cell has the values of a run.
	cell string
}

// vary adds the runs of studies to the sources. The sources that a study varies are templates from then on: they make
// nothing. Studies vary the sources that were read, and no runs. names are the edits of references to sources that have been renamed.
func vary(sources []set) (all []set, names []transform.Edit, found Results) {
	if !slices.ContainsFunc(sources, func(s set) bool { return s.Kind.Varies() }) {
		return sources, nil, nil
	}
	all = slices.Clone(sources)
	known := make([]generators.Varied, len(sources))
	for at, s := range sources {
		known[at] = generators.Varied{Item: s.item.view, Object: s.Object, Schema: s.version.Schema()}
	}
	for at, s := range sources {
		if !s.Kind.Varies() {
			continue
		}
		made := s.Kind.Vary(s.Object, &known[at], known)
		found = append(found, s.item.fieldResults(krm.Error, made.Errors)...)
		for _, of := range made.Templates {
			known[of].Study, all[of].isTemplate = s.item.Name, true
		}
		names = append(names, made.Edits...)
		for _, run := range made.Runs {
			all = append(all, sources[run.Of].run(run.Object, run.Cell, s.item))
		}
	}
	return all, names, found
}

// run returns the source of one run of a template.
func (s set) run(object generators.Object, cell string, study *Item) set {
	item := *s.item
	item.Name = object.GetName()
	s.template, s.study, s.item, s.Object, s.cell = s.item, study, item.viewed(), object, cell
	return s
}

// owner returns the item that the marks on generated objects name: the source, or the study of a run.
func (s set) owner() *Item { return cmp.Or(s.study, s.item) }

// gathered returns the results without repeats: the runs of one template often have the same result. If all runs have it, it is
// about the template. Otherwise it is about the first of these runs, and names the values of its parameters.
func gathered(found Results, sets []set) Results {
	ran, runs := map[krm.ResourceRef]set{}, map[*Item]int{}
	for _, s := range sets {
		if s.template != nil {
			ran[*s.item.ref()] = s
			runs[s.template]++
		}
	}
	if len(ran) == 0 {
		return found
	}
	type same struct {
		template       *Item
		severity       krm.Severity
		field, message string
	}
	first, count := map[same]int{}, map[same]int{}
	var out Results
	for _, result := range found {
		run, isRun := result.run(ran)
		if !isRun {
			out = append(out, result)
			continue
		}
		key := same{template: run.template, severity: result.Severity, message: strings.ReplaceAll(result.Message, result.ResourceRef.Name, "")}
		if result.Field != nil {
			key.field = result.Field.Path
		}
		if count[key]++; count[key] == 1 {
			first[key], out = len(out), append(out, result)
		}
	}
	for key, at := range first {
		copied := *out[at]
		if run, _ := copied.run(ran); count[key] == runs[key.template] {
			copied.ResourceRef = key.template.ref()
		} else {
			copied.Message += " (" + run.cell + ")"
		}
		out[at] = &copied
	}
	return out
}

// run returns the run that a result is about, if it is about one.
func (r *Result) run(ran map[krm.ResourceRef]set) (s set, isRun bool) {
	if r.ResourceRef != nil {
		s, isRun = ran[*r.ResourceRef]
	}
	return s, isRun
}

// share makes the runs of a study wait for each other, if the study has an order, and puts what they have in common into objects of
// the study. Then it leaves out what the option include leaves out.
func share(attached []set) (sets []set, found Results) {
	sets = slices.Clone(attached)
	runs := map[*Item][]int{}
	for at, s := range sets {
		runs[s.study] = append(runs[s.study], at)
	}
	for at, s := range sets {
		of := runs[s.item]
		if len(of) == 0 {
			continue
		}
		objects := make([][]runtime.Object, 0, len(of))
		for _, run := range of {
			objects = append(objects, sets[run].Objects)
		}
		own, after, errs := s.Share(s.item.view, objects)
		for i, run := range of {
			sets[run].Objects = after[i]
		}
		sets[at].Objects = own
		found = append(found, s.problems(errs, nil)...)
	}
	for at, s := range sets {
		sets[at].Objects = s.Included(s.Objects)
	}
	return sets, found
}
