package fn

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"

	"github.com/latchkey-dev/latchkey/fn/internal/callers"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A ResourceList is what a caller sends to a function and what it gets back: objects, the function's configuration and,
// on the way back, results.
//
// A list with Items alone is one that no caller sent, for example one made from files.
type ResourceList struct {
	// Items are the objects, in the order of the caller or of the files.
	Items []*Item
	// FunctionConfig is the object that configures the function, or nil.
	FunctionConfig *Item
	// Results are the findings of this run. Results of an earlier run are not read.
	Results Results

	// read is the list as it was read. It is nil if the list was not read.
	read *yamltext.List
}

// ParseResourceList reads the ResourceList of a caller. The error names the line if it is known. The items refer to
// data, so data must not change afterwards.
func ParseResourceList(data []byte) (*ResourceList, error) {
	read, objects, err := yamltext.ReadList(data, callers.IsBookkeeping)
	if err != nil {
		return nil, err
	}
	list := &ResourceList{read: read, Items: make([]*Item, len(objects))}
	for at, object := range objects {
		list.Items[at] = newItem(object).fromCaller()
	}
	if read.Config != nil {
		list.FunctionConfig = newItem(read.Config).fromCaller()
	}
	return list, nil
}

// Write writes the list as a caller expects it. It encodes one generated object at a time, so that the memory needed does not
// grow with the size of the output.
func (l *ResourceList) Write(w io.Writer) error {
	var results any
	if len(l.Results) > 0 {
		results = l.Results
	}
	entry := func(at int) yamltext.Entry {
		return yamltext.Entry{Read: l.Items[at].read, Made: l.Items[at].content}
	}
	if err := l.read.Write(w, len(l.Items), entry, results); err != nil {
		return fmt.Errorf("write ResourceList: %w", err)
	}
	return nil
}

// ParseDocuments reads the objects of a file: YAML documents, or JSON objects one after the other. A list, as "kubectl
// get -o yaml" prints it, is replaced by its items. The results name everything that could not be read. The other
// objects are returned all the same. A file without any object is an error. The items refer to data, so data must not
// change afterwards.
func ParseDocuments(file string, data []byte) (items []*Item, results Results) {
	for object, err := range yamltext.Documents(data) {
		if err != nil {
			results = append(results, unreadable(file, err))
			continue
		}
		item := newItem(object)
		item.File, item.Index, item.isPlaced = file, len(items), true
		if missing := item.missing(); missing != "" {
			result := (&Item{File: file}).finding(krm.Error, "%s: missing: this is not a Kubernetes object: write %s", missing, examples[missing])
			results = append(results, item.placed(result, "", ""))
			continue
		}
		items = append(items, item)
	}
	return items, results
}

// examples say what to write into the fields that every object has.
var examples = map[string]string{
	"apiVersion": `the apiVersion of its kind, such as "apiVersion: flux-framework.org/v1alpha2" for a MiniCluster`, "kind": `for example "kind: MiniCluster"`,
}

// IsForOthers tells whether a file is meant for other programs, as values.yaml and package.json are: it can be read, and
// no document has an apiVersion or a kind.
func IsForOthers(data []byte) bool {
	for object, err := range yamltext.Documents(data) {
		switch {
		case err != nil && err.NoObject:
		case err != nil || object.Text("apiVersion") != "" || object.Text("kind") != "":
			return false
		}
	}
	return true
}

// missing returns the first missing field that every API server needs, or "". A kustomization.yaml may leave its type
// out.
func (i *Item) missing() string {
	switch {
	case IsKustomization(i.File):
		return ""
	case i.APIVersion == "":
		return "apiVersion"
	case i.Kind == "":
		return "kind"
	default:
		return ""
	}
}

// IsKustomization tells whether a file is one of kustomize. kustomize looks only at the name.
func IsKustomization(file string) bool {
	switch path.Base(strings.ReplaceAll(file, "\\", "/")) {
	case "kustomization.yaml", "kustomization.yml", "Kustomization":
		return true
	default:
		return false
	}
}

// with returns the list with other items and results.
func (l *ResourceList) with(items []*Item, results Results) *ResourceList {
	out := *l
	out.Items, out.Results = items, results
	return &out
}

// CountByKind counts items by kind, for example "3 objects: 2 ConfigMap, 1 Deployment".
func CountByKind(items []*Item) string {
	kinds := map[string]int{}
	for _, item := range items {
		kinds[item.Kind]++
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		parts = append(parts, fmt.Sprintf("%d %s", kinds[kind], cmp.Or(kind, "without a kind")))
	}
	return strings.TrimSuffix(text.Count(len(items), "object")+": "+strings.Join(parts, ", "), ": ")
}

// nothingDone warns if a caller has sent no source, or options that Latchkey does not read: otherwise nobody would say that
// nothing happens.
func (l *ResourceList) nothingDone(kinds generators.Registry) (found Results) {
	config := l.FunctionConfig
	isSource := func(item *Item) bool { return item.IsSource(kinds) || item.Mark() != "" }
	for _, item := range l.Items {
		if item.IsLatchkey() && (config == nil || !config.IsLatchkey()) && hasOptions(item) {
			found = append(found, item.finding(krm.Warning,
				"this run does not read these options: name the file as configPath in the Kptfile, in --fn-config of kpt fn eval, or in transformers of the kustomization"))
		}
	}
	if slices.ContainsFunc(l.Items, isSource) || config != nil && isSource(config) {
		return found
	}
	warning := (&Item{}).finding(krm.Warning, "nothing is expanded: Latchkey was sent %s, and no object that it expands, such as a MiniCluster", CountByKind(l.Items))
	if config != nil && len(l.Items) == 1 && l.Items[0].IsLatchkey() && config.isCopy(l.Items[0]) && callers.Of(l.Items) != callers.Kpt {
		warning.Message = "nothing is expanded, because kustomize sent no resources: list Latchkey in transformers, and not in generators, of the kustomization whose resources are to be expanded"
	}
	return append(found, warning)
}

// hasOptions tells whether a Latchkey says any option.
func hasOptions(item *Item) bool {
	spec := yamltext.Child(item.read.Node(), "spec")
	return spec != nil && len(spec.Content) > 0
}
