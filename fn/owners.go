package fn

import (
	"path"
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// generatedSuffix ends the name of every file that kpt writes generated objects to. Nothing else is ever pruned.
const generatedSuffix = ".latchkey.yaml"

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
		ids = append(ids, sourceID(item.Group(), item.Kind, namespaces[at], name))
		if namespaces[at] == "default" {
			ids = append(ids, sourceID(item.Group(), item.Kind, "", name))
		}
	}
	return ids
}

// replaces tells whether an item was made from a source that is present and makes it again. What include leaves out
// stays as it is.
func (o owners) replaces(item *Item) bool {
	for _, s := range o[item.Source()] {
		if !s.validateOnly() && s.resolved.Options.Include.Has(includeWord(item.Kind)) {
			return true
		}
	}
	return false
}

// misses tells whether an item was made from a source that is not present.
func (o owners) misses(item *Item) bool {
	mark := item.Source()
	return mark != "" && len(o[mark]) == 0
}

// includeWord is the word of the option include that a generated object of a kind belongs to.
func includeWord(kind string) string {
	switch kind {
	case "Service":
		return latchkey.IncludeServices
	case "JobSet", "Job", "Pod":
		return latchkey.IncludeJobs
	case "PersistentVolume", "PersistentVolumeClaim":
		return latchkey.IncludeVolumes
	default:
		return latchkey.IncludeConfigMaps
	}
}

// stays tells whether an item that is no source goes on to the output. Without its source an item is pruned only where
// its whole package is at hand, since a host may have sent a selection, and where sources are kept: else a source that
// is missing means nothing.
func (r *run) stays(item *Item) bool {
	if r.owners.replaces(item) {
		return false
	}
	prunable := r.options.Sources == latchkey.SourcesKeep && strings.HasSuffix(item.File, generatedSuffix)
	return !prunable || !r.owners.misses(item) || !r.packages.hold(item)
}

// packages are the kpt packages that are among the items as a whole: those whose Kptfile is there.
type packages struct {
	// paths are those that kpt fn render gives each item; folders are those of the Kptfiles where it gives none.
	paths, folders map[string]bool
}

func packagesOf(items []*Item) packages {
	found := packages{paths: map[string]bool{}, folders: map[string]bool{}}
	for _, item := range items {
		if item.Kind != "Kptfile" || item.Group() != "kpt.dev" {
			continue
		}
		if packagePath := item.annotation(annotationPackagePath); packagePath != "" {
			found.paths[packagePath] = true
		} else {
			found.folders[path.Dir(item.File)] = true
		}
	}
	return found
}

// hold tells whether an item belongs to one of the packages.
func (p packages) hold(item *Item) bool {
	if packagePath := item.annotation(annotationPackagePath); packagePath != "" {
		return p.paths[packagePath]
	}
	for folder := path.Dir(item.File); ; folder = path.Dir(folder) {
		if p.folders[folder] {
			return true
		}
		if folder == "." || folder == "/" {
			return false
		}
	}
}
