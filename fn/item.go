package fn

import (
	"strings"
	"sync"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/callers"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// An Item is one object of a list: read from YAML, or generated.
// Its fields are for reading only; an item never changes once it is made.
type Item struct {
	APIVersion, Kind, Namespace, Name string
	// File is the file from which the item was read, or "" if unknown. Index is its position in the file, from 0.
	File  string
	Index int
	// isPlaced says that lines and columns are places in File. The lines of an item from a caller are lines of the caller's list, which
	// users never see.
	isPlaced bool

	// read is the object that was read. It is nil for a generated item.
	read *yamltext.Object
	// annotations are the annotations of the object that was read. Values that are not strings are missing.
	annotations map[string]string
	// object is the Go object of a generated item. It is nil for an item that was read.
	object runtime.Object
	// isEdited says that the item was changed after it was read.
	isEdited bool
	// seen is the item as sources see it. Their edits name the item by it.
	seen *transform.Item
}

// newItem makes an item from an object that was read.
func newItem(object *yamltext.Object) *Item {
	header := object.Header()
	return (&Item{
		APIVersion: header.APIVersion, Kind: header.Kind, Namespace: header.Namespace, Name: header.Name,
		annotations: header.Annotations,
		read:        object,
	}).withSeen()
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

// Mark returns the key of the source of a generated item as a string, or "".
func (i *Item) Mark() string { return i.Annotation(latchkey.AnnotationSource) }

// Group is the API group of the item, "" for the core group.
func (i *Item) Group() string { return i.groupVersion().Group }

func (i *Item) groupVersion() schema.GroupVersion {
	group, version, found := strings.Cut(i.APIVersion, "/")
	if !found {
		group, version = "", i.APIVersion
	}
	return schema.GroupVersion{Group: group, Version: version}
}

// A Key identifies an object in a cluster. The mark on a generated object is the key of its source.
type Key = latchkey.Key

// GeneratedSuffix ends the name of every file that kpt or the command line writes generated objects to. Latchkey never
// prunes any other file.
const GeneratedSuffix = callers.GeneratedSuffix

// GeneratedFile is the name of the file for the objects of one source, "<kind>[-<namespace>]-<name>.latchkey.yaml".
func GeneratedFile(k Key) string { return callers.GeneratedFile(k.Kind, k.Namespace, k.Name) }

// Key returns the key of the item.
func (i *Item) Key() Key {
	return Key{Group: i.Group(), Kind: i.Kind, Namespace: i.Namespace, Name: i.Name}
}

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

// fromCaller sets the file that the caller's annotations name, and returns the item.
func (i *Item) fromCaller() *Item {
	i.File, i.Index = callers.File(i)
	return i
}

// withSeen sets what sources see of the item, and returns the item. The content is read once, when it is needed.
func (i *Item) withSeen() *Item {
	i.seen = &transform.Item{
		Group: i.Group(), Kind: i.Kind, Namespace: i.Namespace, Name: i.Name, FormerNames: callers.FormerNames(i),
		Content: sync.OnceValue(func() map[string]any {
			fields, _ := i.Content() // an object that was read has a content
			return fields
		}),
	}
	i.seen.Prefixes, i.seen.Suffixes = callers.Affixes(i)
	return i
}

// IsSource tells whether the item is of one of the kinds.
func (i *Item) IsSource(kinds generators.Registry) bool {
	_, found := kinds.Kind(i.Group(), i.Kind)
	return found
}

// IsLatchkey tells whether the item is a Latchkey, which holds options.
func (i *Item) IsLatchkey() bool {
	return i.Group() == latchkey.GroupVersion.Group && i.Kind == latchkey.Kind
}

// IsMadeFrom tells whether the item has the mark of a source of one of the kinds. The source need not be present.
func (i *Item) IsMadeFrom(kinds generators.Registry) bool { return isFrom(i.Mark(), kinds) }

// isFrom tells whether a string is the mark of a source of one of the kinds.
func isFrom(mark string, kinds generators.Registry) bool {
	source, ok := latchkey.ParseMark(mark)
	if !ok {
		return false
	}
	_, known := kinds.Kind(source.Group, source.Kind)
	return known
}

// IsLocalConfig tells whether the item is for tools only and never applied.
func (i *Item) IsLocalConfig() bool { return callers.IsLocal(i) }

// Options reads the options in a functionConfig, which is a Latchkey or a ConfigMap. A source has none.
func (i *Item) Options(kinds generators.Registry) (latchkey.Options, Results) {
	options, problems := readConfig(i, kinds)
	return options, i.fieldResults(krm.Error, problems)
}

// Problem returns an error about the item as a whole.
func (i *Item) Problem(message string) *Result {
	return i.finding(krm.Error, "%s", message)
}

// Warning returns a warning about the item as a whole.
func (i *Item) Warning(message string) *Result {
	return i.finding(krm.Warning, "%s", message)
}

// Problems returns errors about fields of the item.
func (i *Item) Problems(problems field.ErrorList) Results {
	return i.fieldResults(krm.Error, problems)
}

// Warnings returns warnings about fields of the item.
func (i *Item) Warnings(problems field.ErrorList) Results {
	return i.fieldResults(krm.Warning, problems)
}
