package fn

import (
	"strings"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/callers"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// An Item is one object of a list: read from YAML, or generated.
// Its fields are for reading only; an item never changes once it is made.
type Item struct {
	APIVersion, Kind, Namespace, Name string
	// File is the file from which the item was read, or "" if unknown. Index is its position in the file, from 0.
	File  string
	Index int
	// isPlaced says that the places of fields are those in File. A caller has read the file of its items, and their places in its
	// list say nothing to users.
	isPlaced bool

	// read is the object that was read. It is nil for a generated item.
	read *yamltext.Object
	// annotations are the annotations of the object that was read. Values that are not text are missing.
	annotations map[string]string
	// object is the Go object of a generated item. It is nil for an item that was read.
	object runtime.Object
	// isEdited says that the item was changed after it was read.
	isEdited bool
}

// newItem makes an item from an object that was read.
func newItem(object *yamltext.Object) *Item {
	header := object.Header()
	return &Item{
		APIVersion: header.APIVersion, Kind: header.Kind, Namespace: header.Namespace, Name: header.Name,
		annotations: header.Annotations,
		read:        object,
	}
}

// newGeneratedItem makes an item from a generated object.
func newGeneratedItem(object runtime.Object) *Item {
	meta := object.(metav1.Object)
	apiVersion, kind := object.GetObjectKind().GroupVersionKind().ToAPIVersionAndKind()
	return &Item{
		APIVersion: apiVersion,
		Kind:       kind,
		Namespace:  meta.GetNamespace(),
		Name:       meta.GetName(),
		object:     object,
	}
}

// Generated tells whether the item was made by this run.
func (i *Item) Generated() bool { return i.object != nil }

// Edited tells whether a source has changed the item after it was read.
func (i *Item) Edited() bool { return i.isEdited }

// Source returns the mark of a generated item, "<group>/<Kind>/<namespace>/<name>" of its source, or "".
func (i *Item) Source() string { return i.Annotation(latchkey.AnnotationSource) }

// Group is the API group of the item, "" for the core group.
func (i *Item) Group() string { return i.groupVersion().Group }

func (i *Item) groupVersion() schema.GroupVersion {
	group, version, found := strings.Cut(i.APIVersion, "/")
	if !found {
		group, version = "", i.APIVersion
	}
	return schema.GroupVersion{Group: group, Version: version}
}

// A Key identifies an object in a cluster, in the form of the marks on generated objects.
type Key = latchkey.Mark

// GeneratedSuffix ends the name of every file that kpt or the command line writes generated objects to. Latchkey never
// prunes any other file.
const GeneratedSuffix = callers.GeneratedSuffix

// GeneratedFile is the name of the file for the objects of one source, "<kind>[-<namespace>]-<name>.latchkey.yaml".
func GeneratedFile(k Key) string { return callers.GeneratedFile(k.Kind, k.Namespace, k.Name) }

// Key returns the key of the item.
func (i *Item) Key() Key {
	return Key{Group: i.Group(), Kind: i.Kind, Namespace: i.Namespace, Name: i.Name}
}

// id names the item as owner marks do.
func (i *Item) id() string { return i.Key().String() }

// String names the item in messages.
func (i *Item) String() string { return nameInWords(i.Kind, i.Namespace, i.Name) }

func nameInWords(kind, namespace, name string) string {
	if namespace == "" {
		return kind + "/" + name
	}
	return kind + "/" + namespace + "/" + name
}

// Annotation returns the value of an annotation of the item, or "".
func (i *Item) Annotation(key string) string {
	if i.object != nil {
		return i.object.(metav1.Object).GetAnnotations()[key]
	}
	return i.annotations[key]
}

// fromCaller returns the item with the file that the caller's annotations name.
func (i *Item) fromCaller() *Item {
	i.File, i.Index = callers.File(i)
	return i
}

// view returns the item in the form for sources that change items. Its content is read once, when it is needed.
func (i *Item) view() *transform.Item {
	view := &transform.Item{
		Group: i.Group(), Kind: i.Kind, Namespace: i.Namespace, Name: i.Name,
		FormerNames: callers.FormerNames(i),
		Content: sync.OnceValue(func() map[string]any {
			fields, _ := i.Content() // an object that was read has a content
			return fields
		}),
	}
	view.Prefixes, view.Suffixes = callers.Affixes(i)
	return view
}

// formerNamesOf returns the names that a generated item would have if its source had its former names.
func (i *Item) formerNamesOf(made *Item) (names []string) {
	rest, found := strings.CutPrefix(made.Name, i.Name)
	if !found {
		return nil
	}
	for _, name := range callers.FormerNames(i) {
		names = append(names, name+rest)
	}
	return names
}
