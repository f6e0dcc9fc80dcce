package generators

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/version"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/catalogue"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// An Object is a source: what users write and Latchkey expands.
type Object interface {
	metav1.Object
	runtime.Object
	// Default fills in what is not said. A second call changes nothing.
	Default()
	// Validate returns everything that is wrong with a defaulted object, and what deserves a warning.
	Validate(opts latchkey.Options) (errs, warnings field.ErrorList)
}

// pointerTo is a pointer to T that is an Object.
type pointerTo[T any] interface {
	*T
	Object
}

// A Definition says what a kind is and does, by functions that know its Go type T, a pointer to a struct. [NewKind] makes
// a [Kind] of it. Group, Name, one version and one of Expand and Transform have to be there.
//
// All functions are pure: they read no clock, random source, environment or file, and change no argument.
type Definition[T Object] struct {
	// Group and Name are those of the API, for example flux-framework.org and MiniCluster.
	Group, Name string
	// Version is the version whose Go type is T, for example v1alpha2. It is empty if the kind has no such version, and
	// all its versions are converted to another kind's type.
	Version string
	// Converted are the versions that are read into other Go types and converted to T.
	Converted []Conversion[T]
	// CRD is the CustomResourceDefinition of the kind as YAML, which controller-gen writes. "explain" and completion take
	// the fields from it. They do not know a kind without it.
	CRD string
	// Catalogues are what objects of the kind choose from by name, for "explain"; none for most kinds.
	Catalogues []catalogue.Catalogue

	// Heeds are the options that have an effect on objects of the kind, each by its flag, for example "ttl-seconds".
	// "validate-only" and "sources" have an effect on every kind and need not be named. An object whose annotations say
	// another option gets a warning.
	Heeds []string
	// Options returns what an object's own fields say about the options. Annotations, flags and the functionConfig win
	// over it. Nil if the fields say nothing.
	Options func(T) latchkey.Options
	// Validate returns the problems that only the package of the generator can see. They follow those of T's own method.
	// Nil if there are none.
	Validate func(T, latchkey.Options) (errs, warnings field.ErrorList)
	// Expand returns the objects that an object becomes, in the order in which to apply them, each with its apiVersion
	// and kind. It gets valid objects and complete options. Nil for a kind that makes nothing.
	Expand func(T, latchkey.Options) []runtime.Object
	// Transform returns what an object changes in the other items of its package. Nil for a kind that changes nothing.
	Transform func(T, []*transform.Item) transform.Result

	// host and expandHost are there for a kind that others can join. expandHost takes the place of Expand.
	carrier    func(T, latchkey.Options, ...attach.Addition) attach.Carrier
	expandHost func(T, latchkey.Options, ...attach.Addition) []runtime.Object
	// attach is there for a kind that can join another.
	attach func(T, latchkey.Options, attach.Carrier) (added attach.Addition, errs, warnings field.ErrorList)
}

// A Conversion is a version that is read into a Go type of its own and converted to T. [ConvertedFrom] makes one.
type Conversion[T Object] struct{ version Version }

// ConvertedFrom makes a [Conversion] of the name of the version, for example v1alpha1, and a pure function. The object
// that was read is defaulted and validated first. Then what convert returns is, as T. The two must not share memory.
func ConvertedFrom[From any, P pointerTo[From], T Object](name string, convert func(P) T) Conversion[T] {
	return Conversion[T]{Version{
		Name: name, New: newOf[From, P],
		convert: func(object Object) Object { return convert(object.(P)) },
	}}
}

func newOf[T any, P pointerTo[T]]() Object { return P(new(T)) }

// NewKind returns the kind of a definition. [NewRegistry] judges whether the definition is complete.
func NewKind[T any, P pointerTo[T]](d Definition[P]) Kind {
	kind := Kind{Group: d.Group, Name: d.Name, CRD: d.CRD, Catalogues: d.Catalogues, does: untyped(d)}
	for _, conversion := range d.Converted {
		kind.Versions = append(kind.Versions, conversion.version)
	}
	if d.Version != "" {
		kind.Versions = append(kind.Versions, Version{Name: d.Version, New: newOf[T, P]})
	}
	slices.SortFunc(kind.Versions, func(a, b Version) int { return version.CompareKubeAwareVersionStrings(a.Name, b.Name) })
	return kind
}

// untyped returns the functions of a definition as functions of any object. They panic on an object of another type.
func untyped[T Object](d Definition[T]) Definition[Object] {
	u := Definition[Object]{Heeds: d.Heeds}
	if d.Options != nil {
		u.Options = func(o Object) latchkey.Options { return d.Options(o.(T)) }
	}
	if d.Validate != nil {
		u.Validate = func(o Object, opts latchkey.Options) (errs, warnings field.ErrorList) { return d.Validate(o.(T), opts) }
	}
	if d.Expand != nil {
		u.Expand = func(o Object, opts latchkey.Options) []runtime.Object { return d.Expand(o.(T), opts) }
	}
	if d.Transform != nil {
		u.Transform = func(o Object, items []*transform.Item) transform.Result { return d.Transform(o.(T), items) }
	}
	if d.carrier != nil {
		u.carrier = func(o Object, opts latchkey.Options, added ...attach.Addition) attach.Carrier {
			return d.carrier(o.(T), opts, added...)
		}
		u.expandHost = func(o Object, opts latchkey.Options, added ...attach.Addition) []runtime.Object {
			return d.expandHost(o.(T), opts, added...)
		}
	}
	if d.attach != nil {
		u.attach = func(o Object, opts latchkey.Options, carrier attach.Carrier) (attach.Addition, field.ErrorList, field.ErrorList) {
			return d.attach(o.(T), opts, carrier)
		}
	}
	return u
}
