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
	// sources has the sources of each mark, by their present and their former ids: kustomize renames objects, but not the marks on them.
	sources map[string][]set
	// whole are the paths of the kpt packages that are complete: all their items are present.
	whole map[string]bool
}

func newOwnership(items []*Item, sources []set, config configuration) ownership {
	o := ownership{kinds: config.kinds, prunes: config.options.Sources == latchkey.SourcesKeep, sources: map[string][]set{}}
	o.items = slices.DeleteFunc(slices.Clone(items), func(item *Item) bool { return item == config.copyOfConfig })
	for _, s := range sources {
		for _, id := range append(formerIDs(s.item), s.item.id()) {
			o.sources[id] = append(o.sources[id], s)
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

func formerIDs(item *Item) (ids []string) {
	for _, former := range callers.FormerKeys(item) {
		ids = append(ids, Key{Group: item.Group(), Kind: item.Kind, Namespace: former.Namespace, Name: former.Name}.String())
	}
	return ids
}

// stays tells whether an item that is not a source goes on to the output. An earlier object of a present source does not, because the
// source makes all its objects again, except those that the option include leaves out. An earlier object of an absent source does not
// if it is pruned and is in a generated file. Every other item stays.
func (o ownership) stays(item *Item) bool {
	for _, s := range o.sources[item.Source()] {
		if !s.OnlyValidated() && s.Includes(item.Kind) {
			return false
		}
	}
	return !strings.HasSuffix(item.File, GeneratedSuffix) || !o.isPruned(item.Source(), item)
}

// isPruned tells whether what a source has made in a package is removed because the source is absent. This needs the whole package,
// because a caller may send a selection. What comes from a kind that this program does not know is never pruned: the program that
// made it prunes it.
func (o ownership) isPruned(source string, in *Item) bool {
	return o.prunes && isFrom(source, o.kinds) && len(o.sources[source]) == 0 && o.whole[callers.Package(in)]
}

// givesWay tells whether an old item is replaced by the new one of the same name that a source makes. A source that is only
// validated counts as if it were expanded.
func (o ownership) givesWay(item *Item, to set) bool {
	for _, owner := range o.sources[item.Source()] {
		if owner.item == to.item || to.OnlyValidated() && owner.Includes(item.Kind) {
			return true
		}
	}
	return !o.stays(item)
}

// detaches tells whether to remove what a source has added to an item. What an absent source has added is removed where what it
// has made is pruned.
func (o ownership) detaches(id string, item *Item) bool {
	if owners := o.sources[id]; len(owners) > 0 {
		return !slices.ContainsFunc(owners, set.OnlyValidated)
	}
	_, isMark := latchkey.ParseMark(id)
	return !isMark || o.isPruned(id, item)
}

// applied returns the items that were read and will be applied.
func (o ownership) applied() []*Item {
	return slices.DeleteFunc(slices.Clone(o.items), func(item *Item) bool {
		return item.IsSource(o.kinds) || item.IsLocalConfig() || !o.stays(item)
	})
}
