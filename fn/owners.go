package fn

import (
	"slices"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// GeneratedSuffix ends the name of every file that kpt or the command line writes generated objects to. Latchkey never
// prunes any other file.
const GeneratedSuffix = ".latchkey.yaml"

// GeneratedFile is the name of the file for the objects of one source, "<kind>[-<namespace>]-<name>.latchkey.yaml".
func (k Key) GeneratedFile() string {
	parts := []string{strings.ToLower(k.Kind), k.Namespace, k.Name}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return strings.Join(parts, "-") + GeneratedSuffix
}

// owners finds the sources of a mark. Both the present id and the former ids of a source count: kustomize renames
// objects, but not the marks on them.
type owners map[string][]*source

func (r *run) findOwners() owners {
	found := owners{}
	for _, s := range r.sources {
		for _, id := range append(previousIDs(s.item), s.item.id()) {
			found[id] = append(found[id], s)
		}
	}
	return found
}

// previousIDs returns the former ids that kustomize has noted. kustomize writes "default" for no namespace (kustomize,
// api/resource, StorePreviousId), so "default" stands for both.
func previousIDs(item *Item) []string {
	names := strings.Split(item.annotation(annotationPrevNames), ",")
	namespaces := strings.Split(item.annotation(annotationPrevSpaces), ",")
	var ids []string
	for at, name := range names {
		if name == "" || at >= len(namespaces) {
			continue
		}
		ids = append(ids, Key{item.Group(), item.Kind, namespaces[at], name}.String())
		if namespaces[at] == "default" {
			ids = append(ids, Key{item.Group(), item.Kind, "", name}.String())
		}
	}
	return ids
}

// replaces tells whether the item has a present source that makes it again or no longer makes it. Objects that the
// option include leaves out stay.
func (o owners) replaces(item *Item) bool {
	return slices.ContainsFunc(o[item.Source()], func(s *source) bool { return !s.validateOnly() && s.renews(item) })
}

// misses tells whether the source of an item is absent. Items from a kind that this program does not know are never
// missed: the program that made them prunes them.
func (r *run) misses(item *Item) bool {
	return item.IsMadeFrom(r.kinds) && len(r.owners[item.Source()]) == 0
}

// stays tells whether an item that is not a source goes on to the output. An item without its source is pruned only if
// sources are kept and the whole package is certainly present. Otherwise a missing source means nothing, because a
// caller may have sent a selection.
func (r *run) stays(item *Item) bool {
	if r.owners.replaces(item) {
		return false
	}
	prunable := r.options.Sources == latchkey.SourcesKeep && strings.HasSuffix(item.File, GeneratedSuffix)
	return !prunable || !r.misses(item) || !r.packages[item.annotation(annotationPackagePath)]
}
