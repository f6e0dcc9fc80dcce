package fn

import (
	"slices"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// GeneratedSuffix ends the name of every file that generated objects are written to, by kpt and by the command line.
// Nothing else is ever pruned.
const GeneratedSuffix = ".latchkey.yaml"

// GeneratedFile is the name of the file for what is made from a source, "<kind>[-<namespace>]-<name>.latchkey.yaml".
func (k Key) GeneratedFile() string {
	parts := []string{strings.ToLower(k.Kind), k.Namespace, k.Name}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return strings.Join(parts, "-") + GeneratedSuffix
}

// owners finds the source of a marked item. A source is known by its present id and by those that it had before
// kustomize renamed it: an overlay renames objects, not the marks on them.
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

// previousIDs are the ids that kustomize remembers. It writes "default" for no namespace (kustomize, api/resource,
// StorePreviousId), so both are meant.
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

// replaces tells whether an item was made from a source that is present and makes it again, or no longer makes it.
// What include leaves out stays as it is.
func (o owners) replaces(item *Item) bool {
	return slices.ContainsFunc(o[item.Source()], func(s *source) bool { return !s.validateOnly() && s.renews(item) })
}

// misses tells whether an item was made from a source that is not present.
func (o owners) misses(item *Item) bool {
	mark := item.Source()
	return mark != "" && len(o[mark]) == 0
}

// stays tells whether an item that is no source goes on to the output. Without its source an item is pruned only where
// its whole package is at hand for certain, since a host may have sent a selection, and where sources are kept: else a
// source that is missing means nothing.
func (r *run) stays(item *Item) bool {
	if r.owners.replaces(item) {
		return false
	}
	prunable := r.options.Sources == latchkey.SourcesKeep && strings.HasSuffix(item.File, GeneratedSuffix)
	return !prunable || !r.owners.misses(item) || !r.packages[item.annotation(annotationPackagePath)]
}
