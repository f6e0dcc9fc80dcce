package fn

import (
	"fmt"
	"io"
	"iter"
	"path"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// A ResourceList is what a host sends to a function and what it gets back: objects, the function's configuration and,
// on the way back, results.
//
// The zero value with Items is a list that no host sent, for example one made of files.
type ResourceList struct {
	// Items are the objects, in the order of the host or of the files.
	Items []*Item
	// FunctionConfig is the object that configures the function, nil when there is none.
	FunctionConfig *Item
	// Results are the findings of a run. Those of an earlier one are not read.
	Results Results

	// read is the list as it was read; nil when it was not read.
	read *yamltext.List
}

// ParseResourceList reads the ResourceList of a host. The error has the line, where there is one.
// The items keep parts of data, which must not change any more.
func ParseResourceList(data []byte) (*ResourceList, error) {
	read, err := yamltext.ReadList(data)
	if err != nil {
		return nil, err
	}
	list := &ResourceList{read: read, Items: make([]*Item, 0, len(read.Objects))}
	for _, object := range read.Objects {
		list.Items = append(list.Items, newItem(object).fromHost())
	}
	if read.Config != nil {
		list.FunctionConfig = newItem(read.Config).fromHost()
	}
	return list, nil
}

// Write writes the list as a host expects it. Objects are encoded one at a time, so that the memory needed does not
// grow with the size of the output.
func (l *ResourceList) Write(w io.Writer) error {
	var results any
	if len(l.Results) > 0 {
		results = printable(l.Results)
	}
	if err := l.read.Write(w, l.entries(), results); err != nil {
		return fmt.Errorf("write ResourceList: %w", err)
	}
	return nil
}

func (l *ResourceList) entries() iter.Seq[yamltext.Entry] {
	return func(yield func(yamltext.Entry) bool) {
		for _, item := range l.Items {
			if !yield(yamltext.Entry{Read: item.read, Made: item.made}) {
				return
			}
		}
	}
}

// ParseDocuments reads the objects of a file: YAML documents, or JSON objects one after the other. Lists, as those
// of "kubectl get -o yaml", are replaced by what they hold. The results name everything that could not be read; what
// could be read is returned all the same. A file without any object is an error.
// The items keep parts of data, which must not change any more.
func ParseDocuments(file string, data []byte) (items []*Item, results Results) {
	for object, err := range yamltext.Documents(data) {
		if err != nil {
			results = append(results, unreadable(file, err))
			continue
		}
		item := newItem(object)
		item.File, item.Index = file, len(items)
		if missing := item.missing(); missing != "" {
			result := (&Item{File: file}).finding(krm.Error, "%s: missing: this is no Kubernetes object", missing)
			results = append(results, item.placed(result, "", yamltext.Key))
			continue
		}
		items = append(items, item)
	}
	return items, limited(results)
}

// missing is the field without which no API server could take an item, or "". A kustomization.yaml may leave its type out.
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

// IsKustomization tells whether a file is one of kustomize, which knows it by the name alone.
func IsKustomization(file string) bool {
	switch path.Base(strings.ReplaceAll(file, "\\", "/")) {
	case "kustomization.yaml", "kustomization.yml", "Kustomization":
		return true
	default:
		return false
	}
}
