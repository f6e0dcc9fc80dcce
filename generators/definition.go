package generators

import (
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/version"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/catalogue"
	"github.com/latchkey-dev/latchkey/generators/study"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// An Object is a source: what users write and Latchkey expands.
type Object = study.Object

// pointerTo is a pointer to T that is an Object.
type pointerTo[T any] interface {
	*T
	Object
}

// A Definition says what a kind is and does. Its functions know the Go type T of the kind, a pointer to a struct.
// [NewKind] makes a [Kind] of it. Group, Name, CRD, one version, and Expand or Transform are
// required.
//
// All functions are pure: they read no clock, random source, environment or file, and change no argument.
type Definition[T Object] struct {
	// Group and Name are the API group and the name of the kind, for example flux-framework.org and MiniCluster.
	Group, Name string
	// Version is the version that has the Go type T, for example v1alpha2. It is empty if all versions of the kind are
	// converted to another kind's type.
	Version string
	// Converted are the versions that have other Go types and are converted to T.
	Converted []Conversion[T]
	// CRD is the CustomResourceDefinition of the kind as YAML or JSON, from controller-gen. Its schemas judge the structure of
	// objects, and "explain" and completion take the fields from it.
	CRD string
	// Catalogues are lists from which objects of the kind choose by name, for "explain". Most kinds have none.
	Catalogues []catalogue.Catalogue

	// Uses are the flags of the options that have an effect on objects of the kind, for example "ttl-seconds".
	// "validate-only" and "sources" have an effect on every kind and need not be named. An object with another option
	// in its annotations gets a warning.
	Uses []string
	// Options returns the options that an object's own fields set. Annotations, flags and the functionConfig win over
	// them. The object may have mistakes. It is nil if no field sets an option.
	Options func(T) latchkey.Options
	// Default fills in missing values of an object. A second call changes nothing. It is nil if no field has a default.
	Default func(T)
	// Validate returns all errors and warnings about an object that has its defaults. It is nil if nothing can be wrong.
	Validate func(T, latchkey.Options) (errs, warnings field.ErrorList)
	// Expand returns the objects to make from an object, in the order in which to apply them, each with its apiVersion
	// and kind. It gets valid objects and complete options. The option include is none of its business: it chooses among the
	// objects by their kinds, afterwards. Expand is nil for a kind that makes nothing.
	Expand func(T, latchkey.Options) []runtime.Object
	// Transform returns the changes of an object to the other items of its package. It is nil for a kind that changes
	// nothing.
	Transform func(T, []*transform.Item) transform.Result

	// flux is set for a kind with pods that run Flux. Sets can be attached to it. It describes how Flux runs there. The
	// object may have mistakes.
	flux func(T, latchkey.Options) attach.Flux
	// addition is set for a kind that can be attached to others. It returns what an object adds to pods.
	addition func(T, latchkey.Options, attach.Pod) (added attach.Addition, errs, warnings field.ErrorList)
	// vary is set for a kind that makes other sources out of sources. It returns what an object makes of them. The object may
	// have mistakes.
	vary func(T, *study.Source, []study.Source) study.Variation
}

// A Conversion is a version that has its own Go type and is converted to T. [ConvertedFrom] makes one.
type Conversion[T Object] struct{ version Version }

// ConvertedFrom makes a [Conversion]. name is the name of the version, for example v1alpha1, and convert is a pure
// function. It gets an object as the user wrote it, perhaps with mistakes. It returns errors about what cannot be converted,
// warnings about what is left out, and the fields that have another path in T. The result gets its defaults and is validated.
// The two objects must not share memory.
func ConvertedFrom[From any, P pointerTo[From], T Object](name string, convert func(P) (T, findings.Findings, findings.Fields)) Conversion[T] {
	return Conversion[T]{Version{
		Name: name, New: newOf[From, P],
		convert: func(object Object) (Object, findings.Findings, findings.Fields) { return convert(object.(P)) },
	}}
}

func newOf[T any, P pointerTo[T]]() Object { return P(new(T)) }

// NewKind returns the kind of a definition. [NewRegistry] checks that the definition is complete.
func NewKind[T any, P pointerTo[T]](d Definition[P]) Kind {
	kind := Kind{Definition: untyped(d)}
	for _, conversion := range d.Converted {
		kind.Versions = append(kind.Versions, conversion.version)
	}
	if d.Version != "" {
		kind.Versions = append(kind.Versions, Version{Name: d.Version, New: newOf[T, P]})
	}
	for at, v := range kind.Versions {
		kind.Versions[at].Schema = sync.OnceValue(func() *schema.Schema {
			s, err := crds.Object(d.CRD, v.Name)
			if err != nil {
				panic(err)
			}
			return s
		})
	}
	slices.SortFunc(kind.Versions, func(a, b Version) int { return version.CompareKubeAwareVersionStrings(a.Name, b.Name) })
	return kind
}

// untyped returns a definition with functions that accept any object.
func untyped[T Object](d Definition[T]) Definition[Object] {
	u := Definition[Object]{Group: d.Group, Name: d.Name, Version: d.Version, CRD: d.CRD, Catalogues: d.Catalogues, Uses: d.Uses}
	if d.Options != nil {
		u.Options = func(o Object) latchkey.Options { return d.Options(o.(T)) }
	}
	if d.Default != nil {
		u.Default = func(o Object) { d.Default(o.(T)) }
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
	if d.flux != nil {
		u.flux = func(o Object, opts latchkey.Options) attach.Flux { return d.flux(o.(T), opts) }
	}
	if d.addition != nil {
		u.addition = func(o Object, opts latchkey.Options, pod attach.Pod) (attach.Addition, field.ErrorList, field.ErrorList) {
			return d.addition(o.(T), opts, pod)
		}
	}
	if d.vary != nil {
		u.vary = func(o Object, by *study.Source, sources []study.Source) study.Variation {
			return d.vary(o.(T), by, sources)
		}
	}
	return u
}
