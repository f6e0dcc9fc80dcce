package graph

import (
	"encoding/json"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// An Object is one object of a package.
type Object struct {
	item *transform.Item
	// mark names the source of a generated object, or the run of a study that it belongs to; else it is "". study names the
	// study of a run.
	mark, study string
	// source says that Latchkey expands the object, so it is not applied.
	source bool
	pods   []*pods
}

// NewObject returns an object from decoded JSON, which must not change afterwards. source says that Latchkey expands the
// object.
func NewObject(content map[string]any, source bool) *Object {
	version, _ := schema.ParseGroupVersion(textOf(content["apiVersion"])) // what is none has no group
	item := &transform.Item{Group: version.Group, Kind: textOf(content["kind"]), Content: func() map[string]any { return content }}
	item.Name, item.Namespace = textOf(item.At("metadata", "name")), textOf(item.At("metadata", "namespace"))
	o := &Object{item: item, source: source}
	if !source {
		o.mark = textOf(item.At("metadata", "annotations", latchkey.AnnotationSource))
		if run := textOf(item.At("metadata", "annotations", latchkey.AnnotationSet)); run != "" {
			o.mark, o.study = run, o.mark
		}
		o.pods = podsOf(o)
	}
	return o
}

// key identifies the object, in the form of marks.
func (o *Object) key() string {
	return markOf(o.item.Group, o.item.Kind, o.item.Namespace, o.item.Name)
}

func markOf(group, kind, namespace, name string) string {
	return latchkey.Mark{Group: group, Kind: kind, Namespace: namespace, Name: name}.String()
}

// kind returns the type of the object without a version.
func (o *Object) kind() schema.GroupKind {
	return schema.GroupKind{Group: o.item.Group, Kind: o.item.Kind}
}

// stem is the name without a hash of content at its end. Only names that Latchkey makes end so. A name without a hash
// stays.
func (o *Object) stem() (stem string, hashed bool) {
	if o.mark == "" {
		return o.item.Name, false
	}
	return latchkey.Stem(o.item.Name)
}

// title is the name as drawings show it: three dots stand for a hash.
func (o *Object) title() string {
	stem, hashed := o.stem()
	if hashed {
		stem += "-…"
	}
	return stem
}

// isRights tells whether the object says what pods may do.
func (o *Object) isRights() bool {
	return o.item.Group == "" && o.item.Kind == "ServiceAccount" || o.item.Group == "rbac.authorization.k8s.io"
}

// isEmptySecret tells whether something else fills the object later.
func (o *Object) isEmptySecret() bool {
	return o.item.Group == "" && o.item.Kind == "Secret" && o.item.At("data") == nil && o.item.At("stringData") == nil
}

func textOf(value any) string {
	written, _ := value.(string)
	return written
}

func list(value any) []any {
	elements, _ := value.([]any)
	return elements
}

// number returns a whole number of decoded JSON. Decoders differ in its type.
func number(value any) (whole int, found bool) {
	switch value := value.(type) {
	case int:
		return value, true
	case int64:
		return int(value), true
	case float64:
		return int(value), float64(int(value)) == value
	case json.Number:
		read, err := value.Int64()
		return int(read), err == nil
	}
	return 0, false
}

// texts returns the texts in a list.
func texts(value any) (found []string) {
	for _, element := range list(value) {
		found = append(found, textOf(element))
	}
	return slices.DeleteFunc(found, func(word string) bool { return word == "" })
}
