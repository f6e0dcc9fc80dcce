package fn

import (
	"slices"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/callers"
	"github.com/latchkey-dev/latchkey/generators"
)

// An ownership knows which of the items that were read stay, by the marks on them and the sources that are present.
type ownership struct {
	kinds generators.Registry
	// prunes says that what absent sources have made is removed, if it is sure that they are absent.
	prunes bool
	// items are the items of the list, without a copy of the functionConfig.
	items []*Item
	// sources has the sources of each mark, by their present and their former keys: kustomize renames objects, but not the marks on them.
	sources map[string][]source
	// whole are the paths of the kpt packages that are complete: all their items are present.
	whole map[string]bool
}

func newOwnership(items []*Item, sources []source, config configuration) ownership {
	o := ownership{kinds: config.kinds, prunes: config.options.Sources == latchkey.SourcesKeep, sources: map[string][]source{}}
	o.items = slices.DeleteFunc(slices.Clone(items), func(item *Item) bool { return item == config.copyOfConfig })
	for _, s := range sources {
		for _, mark := range append(formerMarks(s.item), s.item.Key().String()) {
			o.sources[mark] = append(o.sources[mark], s)
		}
	}
	var kptfiles []callers.Kptfile
	for _, item := range items {
		if at := callers.Package(item); at != "" && item.Kind == "Kptfile" && item.Group() == "kpt.dev" {
			kptfiles = append(kptfiles, callers.Kptfile{Package: at, Object: item.read})
		}
	}
	o.whole = callers.WholePackages(items, kptfiles, config.kinds.HasMore())
	return o
}

func formerMarks(item *Item) (marks []string) {
	for _, former := range callers.FormerKeys(item) {
		marks = append(marks, Key{Group: item.Group(), Kind: item.Kind, Namespace: former.Namespace, Name: former.Name}.String())
	}
	return marks
}

// stays tells whether an item that is not a source goes on to the output. Two kinds of items do not. The first is an earlier object of
// a present source: the source makes the object again, unless the option include leaves it out. The second is an earlier object of an
// absent source, if it is pruned and is in a generated file.
func (o ownership) stays(item *Item) bool {
	for _, s := range o.sources[item.Mark()] {
		if !s.OnlyValidated() && s.Includes(item.Kind) {
			return false
		}
	}
	return !strings.HasSuffix(item.File, GeneratedSuffix) || !o.isPruned(item.Mark(), item)
}

// isPruned tells whether objects of a source are removed because the source is absent. The package of the item must be complete,
// because a caller may send a selection. If this program does not know the kind of the source, the objects stay: the program that
// made them prunes them.
func (o ownership) isPruned(mark string, in *Item) bool {
	return o.prunes && isFrom(mark, o.kinds) && len(o.sources[mark]) == 0 && o.whole[callers.Package(in)]
}

// givesWay tells whether a new object of a source replaces an old item of the same name. A source that is only
// validated counts as if it were expanded.
func (o ownership) givesWay(item *Item, to source) bool {
	for _, owner := range o.sources[item.Mark()] {
		if owner.item == to.item || to.OnlyValidated() && owner.Includes(item.Kind) {
			return true
		}
	}
	return !o.stays(item)
}

// detaches tells whether to remove what a source has added to an item. The additions of an absent source are removed
// where its objects are pruned.
func (o ownership) detaches(mark string, item *Item) bool {
	if owners := o.sources[mark]; len(owners) > 0 {
		return !slices.ContainsFunc(owners, source.OnlyValidated)
	}
	_, isMark := latchkey.ParseMark(mark)
	return !isMark || o.isPruned(mark, item)
}

// applied returns the items that were read and will be applied.
func (o ownership) applied() []*Item {
	return slices.DeleteFunc(slices.Clone(o.items), func(item *Item) bool {
		return item.IsSource(o.kinds) || item.IsLocalConfig() || !o.stays(item)
	})
}
