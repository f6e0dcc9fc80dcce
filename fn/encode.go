package fn

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// Encode writes the item as one YAML document, without a marker. A document that did not change is written as it was read. Any
// other item keeps its comments and the order of its keys. An item that was JSON is written as YAML: kubectl reads a stream that
// begins with a brace as JSON to its end. Encode does not flush a [bufio.Writer].
func (i *Item) Encode(w io.Writer) error {
	out, isBuffered := w.(*bufio.Writer)
	if !isBuffered {
		out = bufio.NewWriter(w)
	}
	err := i.writeDocument(out)
	if err == nil && !isBuffered {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("encode %s: %w", i, err)
	}
	return nil
}

func (i *Item) writeDocument(out *bufio.Writer) error {
	if i.read != nil {
		text, err := i.read.Document()
		if err == nil {
			_, err = out.Write(text)
		}
		return err
	}
	content, err := i.content()
	if err == nil {
		yamltext.Emit(out, content, 0)
	}
	return err
}

// JSON returns the item as JSON on one line.
func (i *Item) JSON() ([]byte, error) {
	content, err := i.content()
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", i, err)
	}
	return json.Marshal(content)
}

// Content returns the item as decoded JSON. The caller must not change it.
func (i *Item) Content() (map[string]any, error) {
	content, err := i.content()
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", i, err)
	}
	return content, nil
}

func (i *Item) content() (map[string]any, error) {
	if i.read == nil {
		return contentOf(i.object)
	}
	return i.read.Content()
}

// Marshal returns generated objects as YAML documents with a line "---" between them. It leaves out the status and the
// empty fields that encoding/json writes for some types. For objects of generators.Expand with the marks of
// generators.Stamp the result is the output of "latchkey render".
func Marshal(objects []runtime.Object) ([]byte, error) {
	var out bytes.Buffer
	for at, object := range objects {
		if value := reflect.ValueOf(object); object == nil || value.Kind() != reflect.Pointer || value.IsNil() {
			return nil, errors.New("encode: there is no object: hand in pointers to objects")
		}
		if at > 0 {
			out.WriteString("---\n")
		}
		if err := newGeneratedItem(object).Encode(&out); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

// contentOf returns a generated object as decoded JSON. It leaves out the status, which only a server sets.
//
// It visits only the types of values that are set. encoding/json and the converter of apimachinery prepare every type
// that a JobSet could hold before they write anything. For one set that takes longer than the rest of the run.
func contentOf(object runtime.Object) (map[string]any, error) {
	value := reflect.ValueOf(object).Elem()
	if untyped, ok := object.(runtime.Unstructured); ok {
		value = reflect.ValueOf(untyped.UnstructuredContent())
	}
	content, err := valueOf(value)
	fields, _ := content.(map[string]any)
	delete(fields, "status")
	return fields, err
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

// structure returns the fields of a struct and of its embedded structs, by the names and rules of their JSON tags.
func structure(v reflect.Value) (map[string]any, error) {
	content := map[string]any{}
	for at, tag := range tagsOf(v.Type()) {
		value := v.Field(at)
		if tag.leavesOut(value) {
			continue
		}
		inner, err := valueOf(value)
		switch embedded, isMapping := inner.(map[string]any); {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", tag.name, err)
		case tag.name == "" && isMapping:
			maps.Copy(content, embedded)
		case inner != nil: // a server takes null as a field that is not there
			content[tag.name] = inner
		}
	}
	return content, nil
}

// A tag is the JSON tag of a field.
type tag struct {
	// name is the name of the field in JSON. It is "" for an embedded struct.
	name                        string
	hidden, omitZero, omitEmpty bool
}

// knownTags holds the tags of each type that was written once, because reading tags takes long.
var knownTags sync.Map

// tagsOf returns the tags of the fields of a struct.
func tagsOf(t reflect.Type) []tag {
	if known, ok := knownTags.Load(t); ok {
		return known.([]tag)
	}
	tags := make([]tag, t.NumField())
	for at := range tags {
		field := t.Field(at)
		name, rules, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.Anonymous {
			name = cmp.Or(name, field.Name)
		}
		tags[at] = tag{name, name == "-" || !field.IsExported(), strings.Contains(rules, "omitzero"), strings.Contains(rules, "omitempty")}
	}
	knownTags.Store(t, tags)
	return tags
}

// leavesOut tells whether the tag leaves a value out. It follows encoding/json, which keeps empty structs, for
// example the resources of a container without any. JobSet's webhook writes them into the lists of a new JobSet, so a list
// without them would be a change when the same manifest is applied again.
func (t tag) leavesOut(v reflect.Value) bool {
	switch {
	case t.hidden, t.omitZero && v.IsZero():
		return true
	case !t.omitEmpty || v.Kind() == reflect.Struct:
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
	content := make(map[string]any, v.Len())
	for entries := v.MapRange(); entries.Next(); {
		inner, err := valueOf(entries.Value())
		if err != nil {
			return nil, err
		}
		content[entries.Key().String()] = inner
	}
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
