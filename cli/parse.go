package cli

import (
	"path/filepath"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
)

// parse returns the objects for the cluster in the files, and findings about everything else.
func parse(files []file, kinds generators.Registry) *fn.ResourceList {
	list := &fn.ResourceList{}
	for _, f := range files {
		if fn.IsKustomization(f.name) {
			list.Results = append(list.Results, passedOver(f))
			continue
		}
		items, results := fn.ParseDocuments(f.name, f.data)
		if f.found && len(items) == 0 && fn.IsForOthers(f.data) {
			continue
		}
		list.Results = append(list.Results, results...)
		for _, item := range items {
			if isOptions(item) {
				list.Results = append(list.Results, item.Warning("has no effect here: use --fn-config "+f.name))
			}
			if isForCluster(item, kinds) {
				list.Items = append(list.Items, item)
			}
		}
	}
	list.Items = withoutCopies(list.Items, files)
	return list
}

// isForCluster tells whether an object is needed. Local configuration is never applied and not needed, except for
// sources, which often have this mark.
func isForCluster(item *fn.Item, kinds generators.Registry) bool {
	isKptfile := item.Group() == "kpt.dev" && item.Kind == "Kptfile"
	return item.IsSource(kinds) || !item.IsLocalConfig() && !isKptfile && !isOptions(item)
}

func isOptions(item *fn.Item) bool {
	return item.Group() == latchkey.GroupVersion.Group && item.Kind == latchkey.Kind
}

// passedOver warns about a file of kustomize. Without kustomize the other objects may differ from what their author
// wants.
func passedOver(f file) *fn.Result {
	return (&fn.Item{File: f.name}).Warning(
		"passed over, with its prefixes, patches and the like: use \"kustomize build --enable-alpha-plugins --enable-exec " + filepath.Dir(f.name) + " | latchkey render -\"")
}
