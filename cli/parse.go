package cli

import (
	"path/filepath"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
)

// parse returns the objects of the files that are for a cluster, and findings
// about all the rest.
func parse(files []file) *fn.ResourceList {
	list := &fn.ResourceList{}
	for _, f := range files {
		if fn.IsKustomization(f.name) {
			list.Results = append(list.Results, passedOver(f))
			continue
		}
		items, results := fn.ParseDocuments(f.name, f.data)
		list.Results = append(list.Results, results...)
		for _, item := range items {
			if isOptions(item) {
				list.Results = append(list.Results, item.Warning("has no effect here: use --fn-config "+f.name))
			}
			if isForCluster(item) {
				list.Items = append(list.Items, item)
			}
		}
	}
	list.Items = withoutCopies(list.Items, files)
	return list
}

// isForCluster leaves out what is never applied. Sources often are marked as
// local configuration, and are needed.
func isForCluster(item *fn.Item) bool {
	isKptfile := item.Group() == "kpt.dev" && item.Kind == "Kptfile"
	return item.IsSource() || !item.IsLocalConfig() && !isKptfile && !isOptions(item)
}

func isOptions(item *fn.Item) bool {
	return item.Group() == latchkey.GroupVersion.Group && item.Kind == latchkey.Kind
}

// passedOver warns about a file of kustomize: without it the objects around
// may not be what their author has in mind.
func passedOver(f file) *fn.Result {
	return (&fn.Item{File: f.name}).Warning(
		"passed over, with its prefixes, patches and the like: use \"kustomize build --enable-alpha-plugins --enable-exec " + filepath.Dir(f.name) + " | latchkey render -\"")
}
