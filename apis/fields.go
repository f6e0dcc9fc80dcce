package apis

import (
	"cmp"
	"encoding"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// fields are the JSON fields of one struct type.
type fields struct {
	of    reflect.Type
	index map[string][]int
	names []string
	// required maps required fields to what to write.
	required map[string]string
	// older maps fields to their present places.
	older map[string]string
}

// aged is a type that had other fields in an earlier version.
type aged interface {
	// FormerFields maps each of these fields to what to write now.
	FormerFields() map[string]string
}

// demanding is a type with required fields whose zero value is allowed.
type demanding interface {
	// RequiredFields maps each of these fields to what to write.
	RequiredFields() map[string]string
}

// A mover is a pointer to a type whose released versions had fields at other places under the same version name.
type mover interface {
	// OlderPlaces maps each of these fields to its present path below the type: "rate" is "options.rate".
	OlderPlaces() map[string]string
	// TakeOlder notes that one of these fields was there, for a warning.
	TakeOlder(place string)
}

// tables caches the fields of types, which never change.
var tables sync.Map

// fieldsOf returns the fields of a struct type and of its embedded structs.
func fieldsOf(t reflect.Type) *fields {
	if known, ok := tables.Load(t); ok {
		return known.(*fields)
	}
	found := &fields{of: t, index: map[string][]int{}}
	found.collect(t, nil)
	found.names = slices.Sorted(maps.Keys(found.index))
	if strict, ok := reflect.Zero(t).Interface().(demanding); ok {
		found.required = strict.RequiredFields()
	}
	if moves, ok := reflect.New(t).Interface().(mover); ok {
		found.older = moves.OlderPlaces()
	}
	kept, _ := tables.LoadOrStore(t, found)
	return kept.(*fields)
}

// former maps fields of earlier versions to what to write now.
func (f *fields) former() map[string]string {
	if earlier, ok := reflect.Zero(f.of).Interface().(aged); ok {
		return earlier.FormerFields()
	}
	return nil
}

// collect adds the fields of a struct at a place. A field of the outer struct hides a field with the same name in an
// embedded struct, as in encoding/json.
func (f *fields) collect(t reflect.Type, at []int) {
	var embedded []reflect.StructField
	for i := range t.NumField() {
		member := t.Field(i)
		name, _, _ := strings.Cut(member.Tag.Get("json"), ",")
		switch {
		case name == "-" || !member.IsExported():
		case name == "" && member.Anonymous && member.Type.Kind() == reflect.Struct:
			embedded = append(embedded, member)
		default:
			name = cmp.Or(name, member.Name)
			if _, hidden := f.index[name]; !hidden {
				f.index[name] = append(slices.Clone(at), i)
			}
		}
	}
	for _, member := range embedded {
		f.collect(member.Type, append(slices.Clone(at), member.Index...))
	}
}

// isCustom tells whether a type reads its own JSON, or is of a kind that this package leaves to encoding/json.
func isCustom(t reflect.Type) bool {
	pointer := reflect.PointerTo(t)
	if pointer.Implements(reflect.TypeFor[json.Unmarshaler]()) || pointer.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return true
	}
	switch t.Kind() {
	case reflect.Map:
		return t.Key().Kind() != reflect.String || isCustom(t.Key())
	case reflect.Slice:
		return t.Elem().Kind() == reflect.Uint8
	case reflect.Struct, reflect.Pointer, reflect.String, reflect.Bool:
		return false
	default:
		isNumber := t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64 && t.Kind() != reflect.Uintptr
		return !isNumber
	}
}
