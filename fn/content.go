package fn

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"
)

// objectContent returns a generated object as a map in the form of JSON. It leaves out the fields that only a server
// sets.
//
// It visits only the types of values that are set. encoding/json and the converter of apimachinery prepare every type
// that a JobSet could hold before they write anything. For one set that takes longer than the rest of the run.
func objectContent(object runtime.Object) (map[string]any, error) {
	if untyped, ok := object.(runtime.Unstructured); ok {
		content := maps.Clone(untyped.UnstructuredContent())
		delete(content, "status")
		_, err := valueContent(reflect.ValueOf(content))
		return content, err
	}
	content, err := structContent(reflect.ValueOf(object).Elem())
	delete(content, "status")
	return content, err
}

var marshaler = reflect.TypeFor[json.Marshaler]()

// valueContent returns a value as encoding/json would read it back: maps, slices, strings, booleans and numbers.
func valueContent(v reflect.Value) (any, error) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil, nil
		}
		return valueContent(v.Elem())
	case reflect.Struct:
		if v.Type().Implements(marshaler) { // this asks the type, because converting to an interface would copy the whole struct
			return marshaled(v.Interface().(json.Marshaler))
		}
		return structContent(v)
	case reflect.Map:
		return mapContent(v)
	case reflect.Slice:
		return sliceContent(v)
	case reflect.String:
		return v.String(), nil
	case reflect.Bool:
		return v.Bool(), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int(), nil
	default:
		return nil, fmt.Errorf("%s is no type that generated objects have", v.Type())
	}
}

// marshaled returns what a type with its own JSON form (quantity, time, int-or-string) writes: text, a whole number or null.
func marshaled(value json.Marshaler) (any, error) {
	text, err := value.MarshalJSON()
	if err != nil {
		return nil, err
	}
	if number, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		return number, nil
	}
	var content *string // nil for a time that is not set
	if err := json.Unmarshal(text, &content); err != nil || content == nil {
		return nil, err
	}
	return *content, nil
}

func structContent(v reflect.Value) (map[string]any, error) {
	content := map[string]any{} // of a hundred fields few are set
	return content, addFields(content, v)
}

// addFields adds the fields of a struct by the names and rules of their JSON tags.
func addFields(content map[string]any, v reflect.Value) error {
	for _, field := range fieldsOf(v.Type()) {
		value := v.Field(field.at)
		if field.name == "" {
			if err := addFields(content, value); err != nil {
				return err
			}
			continue
		}
		if field.isLeftOut(value) {
			continue
		}
		inner, err := valueContent(value)
		if err != nil {
			return fmt.Errorf("%s: %w", field.name, err)
		}
		// A typed object always has this field, even if it was never set.
		if inner != nil || field.name != "creationTimestamp" {
			content[field.name] = inner
		}
	}
	return nil
}

// structField is a field of a struct as its JSON tag describes it. The name of an embedded struct is empty.
type structField struct {
	at                  int
	name                string
	omitZero, omitEmpty bool
}

// knownFields holds the fields of each type that was written once, because reading tags takes long.
var knownFields sync.Map

func fieldsOf(t reflect.Type) []structField {
	if known, ok := knownFields.Load(t); ok {
		return known.([]structField)
	}
	var fields []structField
	for at := range t.NumField() {
		field := t.Field(at)
		name, rules, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || !field.IsExported() {
			continue
		}
		if name == "" && !field.Anonymous {
			name = field.Name
		}
		fields = append(fields, structField{at, name, strings.Contains(rules, "omitzero"), strings.Contains(rules, "omitempty")})
	}
	knownFields.Store(t, fields)
	return fields
}

// isLeftOut tells whether the JSON tag leaves a value out. It follows encoding/json, which keeps empty structs, for example
// the resources of a container without any. JobSet's webhook writes them into the lists of a new JobSet, so a list without
// them would be a change when the same manifest is applied again.
func (f structField) isLeftOut(v reflect.Value) bool {
	switch {
	case f.omitZero && v.IsZero():
		return true
	case !f.omitEmpty || v.Kind() == reflect.Struct:
		return false
	case v.Kind() == reflect.Map || v.Kind() == reflect.Slice:
		return v.Len() == 0
	default:
		return v.IsZero()
	}
}

func mapContent(v reflect.Value) (any, error) {
	if v.IsNil() {
		return nil, nil
	}
	content := make(map[string]any, v.Len())
	for entries := v.MapRange(); entries.Next(); {
		inner, err := valueContent(entries.Value())
		if err != nil {
			return nil, err
		}
		content[entries.Key().String()] = inner
	}
	return content, nil
}

func sliceContent(v reflect.Value) (any, error) {
	if v.IsNil() {
		return nil, nil
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return base64.StdEncoding.EncodeToString(v.Bytes()), nil
	}
	content := make([]any, v.Len())
	for at := range content {
		inner, err := valueContent(v.Index(at))
		if err != nil {
			return nil, err
		}
		content[at] = inner
	}
	return content, nil
}
