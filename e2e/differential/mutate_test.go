//go:build e2e

package differential

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/schema"
)

// A field is a place in the objects of a kind: names of fields, "[]" for an item of a list, "{}" for a value of a map.
type field []string

func (f field) String() string { return strings.Join(f, ".") }

// leaf is the last name of a field.
func (f field) leaf() string {
	for _, name := range slices.Backward(f) {
		if name != "[]" && name != "{}" {
			return name
		}
	}
	return ""
}

// fieldsOf returns every field of a schema below a place, without the status, which only the server writes.
func fieldsOf(schema *schema.Schema, at field) []field {
	if schema == nil {
		return nil
	}
	var all []field
	if len(at) > 0 {
		all = append(all, slices.Clone(at))
	}
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		if len(at) == 0 && name != "spec" {
			continue
		}
		all = append(all, fieldsOf(schema.Properties[name], append(slices.Clone(at), name))...)
	}
	all = append(all, fieldsOf(schema.Items, append(slices.Clone(at), "[]"))...)
	return append(all, fieldsOf(schema.AdditionalProperties, append(slices.Clone(at), "{}"))...)
}

// metadataFields are the fields of every object's metadata.
var metadataFields = []field{
	{"metadata", "name"},
	{"metadata", "labels"},
	{"metadata", "labels", "{}"},
	{"metadata", "annotations"},
	{"metadata", "annotations", "{}"},
	{"metadata", "generateName"},
	{"metadata", "finalizers", "[]"},
	{"metadata", "ownerReferences", "[]"},
}

// A mutator makes random changes to objects.
type mutator struct {
	*rand.Rand
	definitions *definitions
	// others are objects from which parts are taken.
	others []tree
}

func pick[T any](r *rand.Rand, values []T) T { return values[r.IntN(len(values))] }

// mutate changes an object in one place and describes the change. It returns "" if it changed nothing.
func (m *mutator) mutate(object tree) (string, field) {
	schema := m.definitions.schemaOf(object)
	if schema == nil {
		return "", nil
	}
	switch n := m.IntN(10); {
	case n < 6:
		at := pick(m.Rand, append(fieldsOf(schema, nil), metadataFields...))
		return m.set(object, schema, at, m.value(at, schemaAt(schema, at))), at
	case n < 9:
		return m.disturb(object)
	default:
		return m.transplant(object, schema)
	}
}

func schemaAt(schema *schema.Schema, at field) *schema.Schema {
	for _, name := range at {
		switch {
		case schema == nil:
		case name == "[]":
			schema = schema.Items
		case name == "{}":
			schema = schema.AdditionalProperties
		default:
			schema = schema.Properties[name]
		}
	}
	return schema
}

// set puts a value at a field. It makes missing parents, with their required fields.
func (m *mutator) set(object tree, schema *schema.Schema, at field, value any) string {
	place, holder := "", any(object)
	for i, name := range at {
		last := i == len(at)-1
		if schema != nil {
			schema = schemaAt(schema, field{name})
		}
		step, put, next := m.enter(holder, name, at[:i+1])
		if put == nil {
			return ""
		}
		place += step
		if last {
			put(value)
			return fmt.Sprintf("%s = %.80s", place, fmt.Sprint(value))
		}
		if _, isMapping := next.(tree); at[i+1] != "[]" && !isMapping {
			next = filled(schema)
			put(next)
		} else if _, isList := next.([]any); at[i+1] == "[]" && !isList {
			next = []any{filled(itemsOf(schema))}
			put(next)
		}
		holder = next
	}
	return place
}

func itemsOf(schema *schema.Schema) *schema.Schema {
	if schema == nil {
		return nil
	}
	return schema.Items
}

// enter finds the member of a map or list, a function that replaces it, and its value.
func (m *mutator) enter(holder any, name string, at field) (step string, put func(any), next any) {
	switch holder := holder.(type) {
	case tree:
		key, step := name, "."+name
		if name == "{}" {
			key = m.key(at, holder)
			step = fmt.Sprintf("[%.60s]", key)
		}
		return step, func(value any) { holder[key] = value }, holder[key]
	case []any:
		if len(holder) == 0 {
			return "", nil, nil
		}
		index := m.IntN(len(holder))
		return fmt.Sprintf("[%d]", index), func(value any) { holder[index] = value }, holder[index]
	}
	return "", nil, nil
}

// key returns a key of a map, mostly a key with a meaning there.
func (m *mutator) key(at field, holder tree) string {
	if known := slices.Sorted(maps.Keys(holder)); len(known) > 0 && m.IntN(3) == 0 {
		return pick(m.Rand, known)
	}
	return pick(m.Rand, keysFor(at))
}

// filled returns an object with the required fields of its schema.
func filled(schema *schema.Schema) any {
	if schema == nil || schema.Type != "object" {
		return tree{}
	}
	object := tree{}
	for _, name := range schema.Required {
		object[name] = plain(name, schema.Properties[name])
	}
	return object
}

// plain returns a value that a field usually accepts.
func plain(name string, schema *schema.Schema) any {
	if schema == nil {
		return "a"
	}
	switch schema.Type {
	case "integer":
		return int64(1)
	case "boolean":
		return true
	case "array":
		return []any{filled(schema.Items)}
	case "object":
		return filled(schema)
	}
	if text, ok := map[string]string{"path": "/data/more", "type": "RuntimeDefault"}[name]; ok {
		return text
	}
	return "a"
}

// A spot is a value in an object, with functions that replace and remove it.
type spot struct {
	at     field
	path   string
	value  any
	put    func(any)
	remove func()
}

// spotsOf returns every value below a value.
func spotsOf(value any, at field, path string) []spot {
	var all []spot
	switch value := value.(type) {
	case tree:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if len(at) == 0 && key != "spec" && key != "metadata" {
				continue
			}
			here, below := append(slices.Clone(at), key), path+"."+key
			all = append(all, spot{here, below, value[key], func(v any) { value[key] = v }, func() { delete(value, key) }})
			all = append(all, spotsOf(value[key], here, below)...)
		}
	case []any:
		for i := range value {
			here, below := append(slices.Clone(at), "[]"), fmt.Sprintf("%s[%d]", path, i)
			all = append(all, spot{here, below, value[i], func(v any) { value[i] = v }, nil})
			all = append(all, spotsOf(value[i], here, below)...)
		}
	}
	return all
}

// disturb changes an existing value: to another type, to nothing, or a little up or down.
func (m *mutator) disturb(object tree) (string, field) {
	found := pick(m.Rand, spotsOf(object, nil, ""))
	var value any
	switch m.IntN(8) {
	case 0:
		if found.remove == nil || found.path == ".spec" || found.path == ".metadata" {
			return "", nil
		}
		found.remove()
		return "without " + found.path, found.at
	case 1:
		value = nil
	case 2:
		value = pick(m.Rand, []any{"text", int64(7), true, 1.5, []any{}, tree{}, []any{"a"}, tree{"a": "b"}})
	default:
		value = m.nudged(found)
	}
	found.put(value)
	return fmt.Sprintf("%s := %.80s", found.path, fmt.Sprint(value)), found.at
}

// nudged returns a value near another.
func (m *mutator) nudged(found spot) any {
	switch value := found.value.(type) {
	case string:
		return pick(m.Rand, []string{
			value + " ", " " + value, value + "/", "/" + value, value + value, strings.ToUpper(value), value + "\n",
			strings.Repeat(value+"a", 70), value + "é", "-" + value, value + ".", "../" + value, value + "=", "$(" + value + ")", value + "\x00",
		})
	case int64:
		return pick(m.Rand, []int64{-value, value + 1, value - 1, value * 1000, value << 33})
	case bool:
		return !value
	case []any:
		if len(value) > 0 {
			return append(slices.Clone(value), clone(value[0]))
		}
		return []any{"a"}
	case tree:
		copied := clone(value).(tree)
		copied[pick(m.Rand, keysFor(found.at))] = pick(m.Rand, anyText)
		return copied
	}
	return "a"
}

// transplant copies a part of another object of the same kind.
func (m *mutator) transplant(object tree, schema *schema.Schema) (string, field) {
	other := pick(m.Rand, m.others)
	if other["kind"] != object["kind"] || other["apiVersion"] != object["apiVersion"] {
		return "", nil
	}
	found := pick(m.Rand, spotsOf(other["spec"], field{"spec"}, ".spec"))
	if slices.Contains(found.at, "{}") {
		return "", nil
	}
	if schemaAt(schema, found.at) == nil {
		return "", nil
	}
	return m.set(object, schema, found.at, clone(found.value)), found.at
}
