// Package transform has the types of kinds that change objects which they did not make.
//
// Such a kind has a pure function. It gets the object and the [Item]s of the package, generated objects included, and returns a
// [Result]: a list of [Edit]s and the problems. The caller makes the edits and leaves everything else in an object as it is.
package transform

import (
	"slices"
	"strings"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// An Item is one object of the package. It is read-only.
type Item struct {
	Group, Kind, Namespace, Name string
	// FormerNames are the names before kustomize renamed the item. Fields of custom resources still contain them.
	FormerNames []string
	// Prefixes and Suffixes are those that kustomize has added to the name, in their order.
	Prefixes, Suffixes []string

	// Content returns the object in its JSON form. It must not be changed.
	Content func() map[string]any
}

// Made returns an object that a source makes as an item. Its former names are those that it would have if its source had its own former
// names. content is called once, when it is needed.
func Made(object runtime.Object, source *Item, content func() map[string]any) *Item {
	meta, kind := object.(metav1.Object), object.GetObjectKind().GroupVersionKind()
	made := &Item{
		Group: kind.Group, Kind: kind.Kind, Namespace: meta.GetNamespace(), Name: meta.GetName(), Content: sync.OnceValue(content),
	}
	if rest, found := strings.CutPrefix(made.Name, source.Name); found {
		for _, name := range source.FormerNames {
			made.FormerNames = append(made.FormerNames, name+rest)
		}
	}
	return made
}

// Key identifies the item.
func (i *Item) Key() latchkey.Key {
	return latchkey.Key{Group: i.Group, Kind: i.Kind, Namespace: i.Namespace, Name: i.Name}
}

// String returns the item's name for messages, for example "Deployment/frontend".
func (i *Item) String() string { return i.Kind + "/" + i.Name }

// IsCalled tells whether the item has, or had, a name.
func (i *Item) IsCalled(name string) bool {
	return i.Name == name || slices.Contains(i.FormerNames, name)
}

// Renamed returns a name with the prefixes and suffixes of the item.
func (i *Item) Renamed(name string) string {
	for _, prefix := range i.Prefixes {
		name = prefix + name
	}
	return name + strings.Join(i.Suffixes, "")
}

// IsRenamedLike tells whether two items have the same prefixes and suffixes. There may be none.
func (i *Item) IsRenamedLike(other *Item) bool {
	return slices.Equal(i.Prefixes, other.Prefixes) && slices.Equal(i.Suffixes, other.Suffixes)
}

// Likeliest returns the candidates that an item means by a name. called are all candidates with this present or former name, and
// itemOf returns the item of a candidate. If a base is used twice, with two prefixes, two candidates have the same former name: an
// item means the candidate that was renamed as the item itself was.
func Likeliest[T any](by *Item, name string, called []T, itemOf func(T) *Item) []T {
	if len(called) < 2 {
		return called
	}
	for _, fits := range []func(*Item) bool{
		func(i *Item) bool { return i.Name == by.Renamed(name) },
		func(i *Item) bool { return i.IsRenamedLike(by) },
		func(i *Item) bool { return i.Name == name },
	} {
		fitting := slices.DeleteFunc(slices.Clone(called), func(each T) bool { return !fits(itemOf(each)) })
		if len(fitting) > 0 {
			called = fitting
		}
	}
	return called
}

// At returns the value under some keys of the item, or nil.
func (i *Item) At(keys ...string) any { return At(i.Content(), keys...) }

// At returns the value under some keys, or nil.
func At(value any, keys ...string) any {
	for _, key := range keys {
		fields, _ := value.(map[string]any)
		value = fields[key]
	}
	return value
}

// An Edit changes an item of the input, and none that was made in the same run.
type Edit struct {
	Item *Item
	// Path has the keys and, for lists, the indexes that lead to the value. Missing maps and lists on the way are made. The last
	// step may be [EndOfList].
	Path []string
	// Value is what to write at the path, in the form of decoded JSON. nil removes what is there.
	Value any
}

// EndOfList is the last step of a path to a new element.
const EndOfList = "-"

// A Result has the edits and the problems of one object. With errors there are no edits.
//
// An error of the type "not found" says that an item is missing. It is dropped if another source of the package has
// errors, because these may be the reason.
type Result struct {
	Edits            []Edit
	Errors, Warnings field.ErrorList
}
