package rendering

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/folder"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// parse returns the objects for the cluster in the files, and findings about everything else.
func parse(files []input.File, kinds generators.Registry) *fn.ResourceList {
	list := &fn.ResourceList{}
	for _, f := range files {
		if fn.IsKustomization(f.Name) { // without kustomize the other objects may differ from what their author wants
			list.Results = append(list.Results, (&fn.Item{File: f.Name}).Warning(
				"passed over, with its prefixes, patches and the like: use \"kustomize build --enable-alpha-plugins --enable-exec"+text.Arguments(filepath.Dir(f.Name))+" | latchkey render -\""))
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
		return written[item.File] && (originals[item.Key().String()] || originals[item.Source()])
	})
}

// duplicates finds objects that are there twice. Which of them kubectl leaves in the cluster depends on their order, so
// this is always a mistake. kustomize refuses them too. Package fn checks sources and generated objects.
func duplicates(items []*fn.Item, kinds generators.Registry) fn.Results {
	seen := map[fn.Key]*fn.Item{}
	var results fn.Results
	for _, item := range items {
		if item.IsSource(kinds) || item.Generated() || item.Name == "" {
			continue
		}
		key := item.Key()
		if first := seen[key]; first != nil {
			results = append(results, item.Problem(fmt.Sprintf("another object of this name is in %s: remove one of the two", first.File)))
			continue
		}
		seen[key] = item
	}
	return results
}

// checkNames refuses values of --namespace and --suffix that no name can have, and patterns of --ignore that match nothing.
func (o *Options) checkNames() error {
	errs := []error{program.CheckNamespace(o.Namespace)}
	if o.ReplaceNamespace && o.Namespace == "" {
		errs = append(errs, errors.New("--replace-namespace: name the namespace with -n"))
	}
	if o.Suffix != "" && !findings.Label.Allows("x"+o.ending()) {
		errs = append(errs, fmt.Errorf("--suffix: %q is not a valid suffix of a name: %s%s", o.Suffix, findings.Label.Remedy, findings.Label.Example(o.Suffix)))
	}
	if err := input.CheckPatterns(o.Ignore); err != nil {
		errs = append(errs, fmt.Errorf("--ignore: %w", err))
	}
	return exit.BadUsage(errors.Join(errs...))
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

// warningsOfNamespace warns once if a set without a namespace works in "default" only: the role binding for the key must
// name a namespace.
func warningsOfNamespace(r *Result) fn.Results {
	bound := map[string]bool{}
	for _, item := range r.Items {
		if item.Kind == "RoleBinding" {
			bound[item.Source()] = true
		}
	}
	var without []*fn.Item
	for _, item := range r.Input {
		if item.Namespace == "" && bound[item.Key().String()] {
			without = append(without, item)
		}
	}
	if len(without) == 0 {
		return nil
	}
	what, works := "it has no namespace", "its key job works"
	if len(without) > 1 {
		what = fmt.Sprintf("it is the first of %d sets without a namespace", len(without))
	}
	if without[0].Kind == latchkey.StudyKind { // it has keys, turns or both
		works = "its sets work"
	}
	return fn.Results{without[0].Warning(what + ": " + works +
		` only in "default", or in the namespace that kustomize or Flux CD gives it. For another one, use -n NAMESPACE here, not only with "kubectl apply"`)}
}

// warningsOfShared warns of objects that keep their name whatever the suffix, because the source itself names them.
func (o *Options) warningsOfShared(r *Result) (warnings fn.Results) {
	if o.Suffix == "" {
		return nil
	}
	sources := map[string]*fn.Item{}
	for _, item := range r.Input {
		sources[item.Key().String()] = item
	}
	for _, item := range r.Items {
		source := sources[item.Source()]
		if source == nil || !item.Generated() || strings.Contains(item.Name, o.ending()) {
			continue
		}
		warnings = append(warnings, source.Warning(fmt.Sprintf(
			"--suffix does not change the name %s, because the source sets it. Sets with other suffixes would share it: leave the name out, or use one set at a time", item)))
	}
	return warnings
}
