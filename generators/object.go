package generators

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// An Object is a source: what users write and Latchkey expands.
type Object interface {
	metav1.Object
	runtime.Object
	// Default fills in what is not said. Doing it twice changes nothing.
	Default()
	// Validate returns everything that is wrong with a defaulted object, and what deserves a warning.
	Validate(opts latchkey.Options) (errs, warnings field.ErrorList)
}

// pointerTo is a pointer to T that is an Object.
type pointerTo[T any] interface {
	*T
	Object
}

func newOf[T any, P pointerTo[T]]() Object { return P(new(T)) }

func converter[From, To Object](convert func(From) To) func(Object) Object {
	return func(object Object) Object { return convert(object.(From)) }
}

func optionsOf[T Object](options func(T) latchkey.Options) func(Object) latchkey.Options {
	return func(object Object) latchkey.Options { return options(object.(T)) }
}

func expander[T Object](expand func(T, latchkey.Options) []runtime.Object) func(Object, latchkey.Options) []runtime.Object {
	return func(object Object, opts latchkey.Options) []runtime.Object { return expand(object.(T), opts) }
}

func transformer[T Object](change func(T, []*transform.Item) transform.Result) func(Object, []*transform.Item) transform.Result {
	return func(object Object, items []*transform.Item) transform.Result { return change(object.(T), items) }
}

func validator[T Object](validate func(T, latchkey.Options) (errs, warnings field.ErrorList)) func(Object, latchkey.Options) (errs, warnings field.ErrorList) {
	return func(object Object, opts latchkey.Options) (errs, warnings field.ErrorList) {
		return validate(object.(T), opts)
	}
}
