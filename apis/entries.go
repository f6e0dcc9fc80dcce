package apis

import (
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

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
