package fn

import (
	"maps"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
	"github.com/latchkey-dev/latchkey/generators"
)

// A decoding is what a run needs of the tree of a source. A tree takes fifty times the memory of its text, so a source is
// decoded while it is read, and its tree is dropped then.
type decoding struct {
	lock sync.Mutex
	// object is nil after the first run has taken it. A run changes the object.
	object generators.Object
	unread field.ErrorList
	// marked is the source as local configuration. It is nil if it was not made.
	marked *yamltext.Object
}

// decoded returns the item of a source, and nil for another object.
func decoded(object *yamltext.Object, kinds generators.Registry) *Item {
	typed := Item{APIVersion: object.Header().APIVersion, Kind: object.Header().Kind}
	kind, _ := kinds.Kind(typed.Group(), typed.Kind)
	version, found := versionOf(&typed, kind)
	if !found {
		return nil
	}
	i := newItem(object)
	i.decoded = &decoding{}
	i.decoded.object, i.decoded.unread = i.decodedAs(version)
	if marked, err := i.marked(); err == nil {
		marked.read.Forget()
		i.decoded.marked = marked.read
	}
	i.read.Forget()
	return i
}

// taken returns the decoded object and the problems of what could not be decoded. The object belongs to the caller.
func (i *Item) taken(version generators.Version) (generators.Object, field.ErrorList) {
	if d := i.decoded; d != nil {
		d.lock.Lock()
		defer d.lock.Unlock()
		if object := d.object; object != nil {
			d.object = nil
			return object, d.unread
		}
	}
	i.read.Load()
	defer i.read.Forget()
	return i.decodedAs(version)
}

// decodedAs decodes the item. Outside lists, null means absent. The annotation attach-to keeps its null as an empty text:
// a setter that was not set leaves null, and kustomize turns it into an empty text. An empty text is a mistake, so null is
// one too.
func (i *Item) decodedAs(version generators.Version) (generators.Object, field.ErrorList) {
	object := version.New()
	unread := apis.Decode(i.read.Node(), object)
	written := yamltext.Child(i.read.Node(), "metadata", "annotations", latchkey.AnnotationAttachTo)
	if _, said := generators.CarrierName(object); !said && written != nil {
		annotations := map[string]string{latchkey.AnnotationAttachTo: ""}
		maps.Copy(annotations, object.GetAnnotations())
		object.SetAnnotations(annotations)
	}
	return object, unread
}

// versionOf returns the version of a kind in which an item is written.
func versionOf(item *Item, kind generators.Kind) (version generators.Version, found bool) {
	at := slices.IndexFunc(kind.Versions, func(v generators.Version) bool { return v.Name == item.groupVersion().Version })
	if at < 0 {
		return version, false
	}
	return kind.Versions[at], true
}
