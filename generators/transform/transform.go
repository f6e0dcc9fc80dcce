// Package transform holds what a kind deals in that changes objects which it did not make.
//
// Such a kind has a pure function from its own object and the [Item]s of the package to a [Result]: a list of [Edit]s,
// and what is wrong. It sees what is going to be applied, generated objects included. Whoever calls it makes the edits,
// and leaves everything else in an object as it is.
package transform

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// An Item is one object of the package, for reading.
type Item struct {
	Group, Kind, Namespace, Name string
	// FormerNames are those that the item had before kustomize renamed it. Fields of custom resources still hold them.
	FormerNames []string

	// Content returns the object as JSON has it. It must not be changed.
	Content func() map[string]any
}

// String names the item in messages, as "Deployment/frontend".
func (i *Item) String() string { return i.Kind + "/" + i.Name }

// IsCalled tells whether the item has a name, or had it.
func (i *Item) IsCalled(name string) bool {
	return i.Name == name || slices.Contains(i.FormerNames, name)
}

// At returns the value that lies below a number of keys in the item, or nil.
func (i *Item) At(keys ...string) any { return At(i.Content(), keys...) }

// At returns the value that lies below a number of keys, or nil.
func At(value any, keys ...string) any {
	for _, key := range keys {
		fields, _ := value.(map[string]any)
		value = fields[key]
	}
	return value
}

// An Edit sets a text in an item that was read. Items made in the same run are their generator's to change.
type Edit struct {
	Item *Item
	// Path holds the keys that lead to the text. Mappings that are not there are made.
	Path []string
	// Value is the text.
	Value string
}

// A Result is what a kind makes of the items of a package. With errors there are no edits.
//
// An error of the type "not found" says that an item is missing; it is passed over where another source of the package
// has errors, which may be the reason.
type Result struct {
	Edits            []Edit
	Errors, Warnings field.ErrorList
}
