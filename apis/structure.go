package apis

import (
	"maps"
	"reflect"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
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
	node = atPresentPlaces(node, into)
	known := fieldsOf(into.Type())
	missing := maps.Clone(known.required)
	for _, pair := range d.entries(node) {
		if d.open(pair, inStruct) {
			d.field(pair, into, known)
			d.pop()
		}
		if !isNull(follow(pair.value)) {
			delete(missing, pair.key)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		d.push(part{name: name, kind: inStruct})
		d.report(field.ErrorTypeRequired, "", missing[name])
		d.pop()
	}
}

// field decodes one entry into the field with its name.
func (d *decoder) field(pair entry, into reflect.Value, known *fields) {
	at, ok := known.index[pair.key]
	switch {
	case d.ignores(into.Type(), pair.key):
	case ok:
		d.value(pair.value, into.FieldByIndex(at))
	case !d.isFull():
		d.add(d.unknownField(pair.key, known))
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
	pairs := d.entries(node)
	t := into.Type()
	kind := d.kindOfKeys(t)
	filled := reflect.MakeMapWithSize(t, len(pairs))
	for _, pair := range pairs {
		if !d.open(pair, kind) {
			continue
		}
		if !isNull(follow(pair.value)) {
			before, item := len(d.problems), reflect.New(t.Elem()).Elem()
			d.value(pair.value, item)
			// an invalid quantity would count as 0
			if len(d.problems) == before || !isCustom(t.Elem()) {
				filled.SetMapIndex(reflect.ValueOf(pair.key).Convert(t.Key()), item)
			}
		}
		d.pop()
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
	// wrong says what is wrong with the key, or is empty. problem is the type of that problem.
	wrong   string
	problem field.ErrorType
}

// open begins an entry. If it returns true, pop must follow. It reports an entry that cannot be read, and returns
// false.
func (d *decoder) open(p entry, kind partKind) bool {
	d.push(part{name: p.key, kind: kind})
	if p.wrong == "" {
		return true
	}
	d.report(p.problem, p.key, p.wrong)
	d.pop()
	return false
}

// entries returns the entries of a mapping in their order. Entries of merge keys follow the mapping's own entries.
func (d *decoder) entries(node *yaml.Node) []entry {
	pairs := make([]entry, 0, len(node.Content)/2)
	seen, twice := sets.New[string](), sets.New[string]()
	for i := 0; i+1 < len(node.Content); i += 2 {
		if isMerge(node.Content[i]) {
			continue
		}
		p := entry{value: node.Content[i+1]}
		p.key, p.wrong = keyOf(follow(node.Content[i]))
		p.problem = field.ErrorTypeTypeInvalid
		switch {
		case p.wrong != "":
		case twice.Has(p.key):
			continue // one finding for a key is enough, however often the key is repeated
		case seen.Has(p.key):
			twice.Insert(p.key)
			p.wrong, p.problem = "this key is given twice: keep one of the two", field.ErrorTypeDuplicate
		default:
			seen.Insert(p.key)
		}
		pairs = append(pairs, p)
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		if isMerge(node.Content[i]) {
			pairs = d.merge(node.Content[i+1], pairs, seen)
		}
	}
	return pairs
}

// merge appends the entries of a merge key's value whose keys are new. The value is a mapping or a list of mappings. In
// a list the earlier mapping wins (yaml.org/type/merge.html).
func (d *decoder) merge(node *yaml.Node, pairs []entry, seen sets.Set[string]) []entry {
	node = follow(node)
	switch {
	case node == nil:
	case node.Kind == yaml.MappingNode:
		for _, p := range d.entries(node) {
			if p.wrong != "" || !seen.Has(p.key) {
				pairs = append(pairs, p)
			}
			seen.Insert(p.key)
		}
	case node.Kind == yaml.SequenceNode:
		for _, item := range node.Content {
			pairs = d.merge(item, pairs, seen)
		}
	default:
		d.wrongType(node, "a merge key (<<) takes a mapping or a list of mappings")
	}
	return pairs
}

// isMerge tells whether a key is the merge key. In quotes it is an ordinary key.
func isMerge(key *yaml.Node) bool {
	return key != nil && key.Kind == yaml.ScalarNode && key.Value == "<<" && (key.Tag == "" || key.ShortTag() == "!!merge")
}
