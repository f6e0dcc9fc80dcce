package graph

import (
	"fmt"
	"strconv"

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
	// box is where the last drawing has the object. Several objects may share a box.
	box *box
}

// NewObject returns an object from decoded JSON, which must not change afterwards. source says that Latchkey expands the
// object.
func NewObject(content map[string]any, source bool) *Object {
	version, _ := schema.ParseGroupVersion(stringOf(content["apiVersion"])) // what is none has no group
	item := &transform.Item{Group: version.Group, Kind: stringOf(content["kind"]), Content: func() map[string]any { return content }}
	item.Name, item.Namespace = stringOf(item.At("metadata", "name")), stringOf(item.At("metadata", "namespace"))
	o := &Object{item: item, source: source}
	if !source {
		o.mark = stringOf(item.At("metadata", "annotations", latchkey.AnnotationSource))
		if run := stringOf(item.At("metadata", "annotations", latchkey.AnnotationSet)); run != "" {
			o.mark, o.study = run, o.mark
		}
		o.pods = podsOf(o)
	}
	return o
}

// is tells whether the object has a kind of the core group.
func (o *Object) is(kind string) bool { return o.item.Group == "" && o.item.Kind == kind }

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
func (o *Object) isRights() bool { return o.is("ServiceAccount") || o.item.Group == rbac }

const rbac = "rbac.authorization.k8s.io"

// shape returns the shape of the object's box.
func (o *Object) shape() shape {
	switch {
	case o.is("ConfigMap"):
		return textual
	case o.is("Secret"), o.is("PersistentVolume"), o.is("PersistentVolumeClaim"):
		return stored
	case o.is("Service"):
		return network
	case o.isRights():
		return rights
	}
	return plain
}

func stringOf(value any) string {
	written, _ := value.(string)
	return written
}

func list(value any) []any {
	elements, _ := value.([]any)
	return elements
}

// number returns an integer of decoded JSON. Decoders differ in its type.
func number(value any) (whole int, found bool) {
	whole, err := strconv.Atoi(fmt.Sprint(value))
	return whole, err == nil
}
