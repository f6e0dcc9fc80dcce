package apis

import (
	"encoding"
	"encoding/json"
	"reflect"
)

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
		return !isNumber(t.Kind())
	}
}

func isNumber(kind reflect.Kind) bool {
	return kind >= reflect.Int && kind <= reflect.Float64 && kind != reflect.Uintptr
}
