package rendering

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/cli/internal/folder"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// parse returns the objects for the cluster in the files, and findings about everything else.
func (o *Options) parse(files []input.File) *fn.ResourceList {
	list := &fn.ResourceList{}
	for _, f := range files {
		if fn.IsKustomization(f.Name) { // without kustomize the other objects may differ from what their author wants
			list.Results = append(list.Results, (&fn.Item{File: f.Name}).Warning(
				"this kustomization is not read, so its prefixes and patches have no effect: use \"kustomize build --enable-alpha-plugins --enable-exec"+text.Arguments(filepath.Dir(f.Name))+" | "+o.Name+" render -\""))
			continue
		}
		items, results := fn.ParseDocuments(f.Name, f.Data)
		if f.Found && len(items) == 0 && fn.IsForOthers(f.Data) {
			continue
		}
		list.Results = append(list.Results, results...)
		for _, item := range items {
			if item.IsLatchkey() {
				list.Results = append(list.Results, item.Warning("has no effect here: use --fn-config"+text.Arguments(f.Name)))
			}
			if isForCluster(item, o.Kinds) {
				list.Items = append(list.Items, item)
			}
		}
	}
	list.Items = withoutCopies(list.Items, files)
	return list
}

// isForCluster tells whether an object is needed. Local configuration is never applied and not needed, except for
// sources, which often have this annotation.
func isForCluster(item *fn.Item, kinds generators.Registry) bool {
	isKptfile := item.Group() == "kpt.dev" && item.Kind == "Kptfile"
	return item.IsSource(kinds) || !item.IsLocalConfig() && !isKptfile && !item.IsLatchkey()
}

// withoutOwn leaves out what an earlier render wrote into the output directory. This render writes it again, so it
// would be there twice.
func withoutOwn(files []input.File, directory string) []input.File {
	if directory == "" {
		return files
	}
	return slices.DeleteFunc(files, func(f input.File) bool {
		_, below := folder.Below(directory, f.Name)
		return below && folder.IsWritten(f.Data)
	})
}

// withoutCopies leaves out earlier output that this render reads as well, if the input folder contains the output
// folder. It leaves out copies of input objects, and objects made from sources of the input.
func withoutCopies(items []*fn.Item, files []input.File) []*fn.Item {
	written, originals := map[string]bool{}, map[string]bool{}
	for _, f := range files {
		if folder.IsWritten(f.Data) {
			written[f.Name] = true
		}
	}
	if len(written) == 0 {
		return items
	}
	for _, item := range items {
		if !written[item.File] {
			originals[item.Key().String()] = true
		}
	}
	return slices.DeleteFunc(items, func(item *fn.Item) bool {
		return written[item.File] && (originals[item.Key().String()] || originals[item.Mark()])
	})
}

// ending is the suffix with the hyphen before it.
func (o *Options) ending() string {
	return "-" + strings.TrimPrefix(o.Suffix, "-")
}

// renamed returns the list with the namespace and the suffix of the command line.
func (o *Options) renamed(list *fn.ResourceList) *fn.ResourceList {
	if o.Namespace != "" {
		list = list.InNamespace(o.Namespace, o.ReplaceNamespace, o.Kinds)
	}
	if o.Suffix != "" {
		list = list.WithSuffix(o.ending(), o.Kinds)
	}
	return list
}
