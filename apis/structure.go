package apis

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// useMapping is the remedy for a value that should be a mapping.
const useMapping = "use a mapping, with one indented \"key: value\" on each line"

// writtenMetadata lists the metadata that a user writes. Other metadata comes from a server, or has no use in a
// manifest. It is ignored, so that the output of "kubectl get -o yaml" can be read.
var writtenMetadata = []string{"name", "generateName", "namespace", "labels", "annotations"}

// structure decodes a mapping into a struct.
func (d *decoder) structure(node *yaml.Node, into reflect.Value) {
	if node.Kind != yaml.MappingNode {
		d.wrongType(node, useMapping)
		return
	}
	known := fieldsOf(into.Type())
	if len(known.older) > 0 {
		node = atPresentPlaces(node, known.older, into)
	}
	missing := maps.Clone(known.required)
	for _, e := range d.entries(node) {
		d.enter(e, inStruct, func() {
			at, ok := known.index[e.key]
			switch {
			case d.ignores(into.Type(), e.key):
			case ok:
				d.value(e.value, into.FieldByIndex(at))
			case !d.isFull():
				d.add(d.unknownField(e.key, known))
			}
		})
		if !isNull(follow(e.value)) {
			delete(missing, e.key)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		d.at(part{name: name, kind: inStruct}, func() { d.report(field.ErrorTypeRequired, "", missing[name]) })
	}
}

// ignores tells whether a field is skipped.
func (d *decoder) ignores(t reflect.Type, key string) bool {
	if t == reflect.TypeFor[metav1.ObjectMeta]() {
		return fieldsOf(t).index[key] != nil && !slices.Contains(writtenMetadata, key)
	}
	return key == "status" && len(d.path) == 1 && fieldsOf(t).index["metadata"] != nil
}

// mapping decodes a mapping with free keys.
func (d *decoder) mapping(node *yaml.Node, into reflect.Value) {
	if node.Kind != yaml.MappingNode {
		d.wrongType(node, useMapping)
		return
	}
	entries := d.entries(node)
	t := into.Type()
	kind := d.kindOfKeys(t)
	filled := reflect.MakeMapWithSize(t, len(entries))
	for _, e := range entries {
		d.enter(e, kind, func() {
			before, item := len(d.problems), reflect.New(t.Elem()).Elem()
			d.value(e.value, item)
			// null is no value, and an invalid quantity would count as 0
			if !isNull(follow(e.value)) && (len(d.problems) == before || !isCustom(t.Elem())) {
				filled.SetMapIndex(reflect.ValueOf(e.key).Convert(t.Key()), item)
			}
		})
	}
	into.Set(filled)
}

// named is a value whose key messages show like a field: options.rate in place of options[rate].
type named interface{ GoesByName() }

// kindOfKeys says how messages show the keys of a mapping. In a mapping of mappings the outer keys are shown like
// fields.
func (d *decoder) kindOfKeys(t reflect.Type) partKind {
	if len(d.path) == 0 || d.path[len(d.path)-1].kind != inStruct {
		return inMap
	}
	for t.Kind() == reflect.Map || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Implements(reflect.TypeFor[named]()) {
		return inNamed
	}
	return inMap
}

// entry is one entry of a mapping. The mapping has it itself or by a merge key.
type entry struct {
	key   string
	value *yaml.Node
	// problem is what is wrong with the key, or nil.
	problem *field.Error
}

// enter calls decode with the path of an entry. If the entry cannot be read, it reports that instead.
func (d *decoder) enter(e entry, kind partKind, decode func()) {
	if e.problem != nil {
		decode = func() { d.add(e.problem) }
	}
	d.at(part{name: e.key, kind: kind}, decode)
}

// entries returns the entries of a mapping in their order. Entries of merge keys follow the mapping's own entries.
func (d *decoder) entries(node *yaml.Node) []entry {
	all := make([]entry, 0, len(node.Content)/2)
	times := map[string]int{} // how often each key is given
	for i := 0; i+1 < len(node.Content); i += 2 {
		if isMerge(node.Content[i]) {
			continue
		}
		key, wrong := keyOf(follow(node.Content[i]))
		e := entry{key: key, value: node.Content[i+1]}
		if wrong == "" {
			times[key]++
		}
		switch {
		case wrong != "":
			e.problem = &field.Error{Type: field.ErrorTypeTypeInvalid, BadValue: key, Detail: wrong}
		case times[key] == 2:
			e.problem = &field.Error{Type: field.ErrorTypeDuplicate, BadValue: key, Detail: "this key is given twice: keep one of the two"}
		case times[key] > 2:
			continue // one finding for a key is enough, however often the key is repeated
		}
		all = append(all, e)
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		if isMerge(node.Content[i]) {
			all = d.merge(node.Content[i+1], all, times)
		}
	}
	return all
}

// keyOf returns the text of a mapping's key, and what is wrong with the key, or "". JSON has text keys only. A plain
// number or boolean in its usual form can mean only one text, so it is read as that text.
func keyOf(node *yaml.Node) (text, wrong string) {
	if node == nil || node.Kind != yaml.ScalarNode {
		return "?", "a key is no text: write it as one word"
	}
	text = node.Value
	switch tag := node.ShortTag(); {
	case tag == "!!str" && isOldBool(node), tag == "!!float", tag == "!!null":
	case tag == "!!int" && !isUsualNumber(text):
	case tag == "!!bool" && text != "true" && text != "false":
	case !slices.Contains(scalarTags, tag) || tag == "!!binary":
		return text, fmt.Sprintf("the tag %s has no meaning here: remove it", shorten(tag))
	default:
		return text, unreadable(text)
	}
	return text, fmt.Sprintf("the key is no text: write it in quotes: %s", strconv.Quote(shorten(text)))
}

// merge appends the entries of a merge key's value whose keys are new. The value is a mapping or a list of mappings. In
// a list the earlier mapping wins (yaml.org/type/merge.html).
func (d *decoder) merge(node *yaml.Node, all []entry, times map[string]int) []entry {
	node = follow(node)
	switch {
	case node == nil:
	case node.Kind == yaml.MappingNode:
		for _, e := range d.entries(node) {
			if e.problem != nil || times[e.key] == 0 {
				all = append(all, e)
			}
			times[e.key]++
		}
	case node.Kind == yaml.SequenceNode:
		for _, item := range node.Content {
			all = d.merge(item, all, times)
		}
	default:
		d.wrongType(node, "a merge key (<<) takes a mapping or a list of mappings")
	}
	return all
}

// isMerge tells whether a key is the merge key. In quotes it is an ordinary key.
func isMerge(key *yaml.Node) bool {
	return key != nil && key.Kind == yaml.ScalarNode && key.Value == "<<" && (key.Tag == "" || key.ShortTag() == "!!merge")
}
