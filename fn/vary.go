package fn

import (
	"cmp"
	"slices"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"

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
// nothing. Studies vary the sources that were read, and no runs. renames are the edits of references to sources that have been renamed.
func vary(sources []source) (all []source, renames []transform.Edit, found Results) {
	if !slices.ContainsFunc(sources, func(s source) bool { return s.Kind.Varies() }) {
		return sources, nil, nil
	}
	all = slices.Clone(sources)
	known := make([]generators.Varied, len(sources))
	for at, s := range sources {
		known[at] = generators.Varied{Item: s.item.seen, Object: s.Object, Schema: s.version.Schema()}
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
		renames = append(renames, made.Edits...)
		for _, run := range made.Runs {
			all = append(all, sources[run.Of].run(run.Object, run.Cell, s.item))
		}
	}
	return all, renames, found
}

// run returns the source of one run of a template.
func (s source) run(object generators.Object, cell string, study *Item) source {
	item := *s.item
	item.Name = object.GetName()
	s.template, s.study, s.item, s.Object, s.cell = s.item, study, item.withSeen(), object, cell
	return s
}

// owner returns the item that the marks on generated objects name: the source, or the study of a run.
func (s source) owner() *Item { return cmp.Or(s.study, s.item) }
