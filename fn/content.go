package fn

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// contentOf returns a generated object as a mapping to write, in the form of JSON. It leaves out the fields that only a
// server sets.
//
// It visits only the types of values that are set. encoding/json and the converter of apimachinery prepare every type
// that a JobSet could hold before they write anything. For one set that takes longer than the rest of the run.
func contentOf(object runtime.Object) (yamltext.Mapping, error) {
	value := reflect.ValueOf(object).Elem()
	if untyped, ok := object.(runtime.Unstructured); ok {
		value = reflect.ValueOf(untyped.UnstructuredContent())
	}
	content, err := valueOf(value)
	mapping, _ := content.(yamltext.Mapping)
	return slices.DeleteFunc(mapping, func(pair yamltext.Pair) bool { return pair.Key == "status" }), err
}

var marshaler = reflect.TypeFor[json.Marshaler]()

// valueOf returns a value as encoding/json would write it: mappings, slices, strings, booleans and numbers.
func valueOf(v reflect.Value) (any, error) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil, nil
		}
		return valueOf(v.Elem())
	case reflect.Struct:
		if v.Type().Implements(marshaler) { // this asks the type, because converting to an interface would copy the whole struct
			return marshaled(v.Interface().(json.Marshaler))
		}
		return structure(v)
	case reflect.Map:
		return entries(v)
	case reflect.Slice:
		return list(v)
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

// structure returns the fields of a struct by the names and rules of their JSON tags.
func structure(v reflect.Value) (yamltext.Mapping, error) {
	fields := fieldsOf(v.Type())
	content := make(yamltext.Mapping, 0, len(fields))
	for _, field := range fields {
		value := v.FieldByIndex(field.at)
		if field.isLeftOut(value) {
			continue
		}
		inner, err := valueOf(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", field.name, err)
		}
		if inner != nil { // a server takes null as a field that is not there
			content = append(content, yamltext.Pair{Key: field.name, Value: inner})
		}
	}
	return content, nil
}

// structField is a field of a struct, or of a struct embedded in it, as its JSON tag describes it.
type structField struct {
	at                  []int
	name                string
	omitZero, omitEmpty bool
}

// knownFields holds the fields of each type that was written once, because reading tags takes long.
var knownFields sync.Map

// fieldsOf returns the fields of a type, sorted by name. An outer field hides the fields of its name in embedded structs.
func fieldsOf(t reflect.Type) []structField {
	if known, ok := knownFields.Load(t); ok {
		return known.([]structField)
	}
	fields := taggedFields(t)
	slices.SortStableFunc(fields, func(a, b structField) int {
		return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(len(a.at), len(b.at)))
	})
	fields = slices.CompactFunc(fields, func(a, b structField) bool { return a.name == b.name })
	knownFields.Store(t, fields)
	return fields
}

// taggedFields returns the fields of a type and of the structs embedded in it.
func taggedFields(t reflect.Type) []structField {
	fields := make([]structField, 0, t.NumField())
	for at := range t.NumField() {
		field := t.Field(at)
		name, rules, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-" || !field.IsExported():
		case name == "" && field.Anonymous:
			for _, inner := range taggedFields(field.Type) {
				inner.at = append([]int{at}, inner.at...)
				fields = append(fields, inner)
			}
		default:
			fields = append(fields, structField{field.Index, cmp.Or(name, field.Name), strings.Contains(rules, "omitzero"), strings.Contains(rules, "omitempty")})
		}
	}
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

func entries(v reflect.Value) (any, error) {
	if v.IsNil() {
		return nil, nil
	}
	content := make(yamltext.Mapping, 0, v.Len())
	for entries := v.MapRange(); entries.Next(); {
		inner, err := valueOf(entries.Value())
		if err != nil {
			return nil, err
		}
		content = append(content, yamltext.Pair{Key: entries.Key().String(), Value: inner})
	}
	slices.SortFunc(content, func(a, b yamltext.Pair) int { return strings.Compare(a.Key, b.Key) })
	return content, nil
}

func list(v reflect.Value) (any, error) {
	if v.IsNil() {
		return nil, nil
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return base64.StdEncoding.EncodeToString(v.Bytes()), nil
	}
	content := make([]any, v.Len())
	for at := range content {
		inner, err := valueOf(v.Index(at))
		if err != nil {
			return nil, err
		}
		content[at] = inner
	}
	return content, nil
}
