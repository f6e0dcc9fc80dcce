package schema

import (
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

const (
	// maxDepth bounds nesting. The deepest field of the known kinds is at about 12 levels.
	maxDepth = 64
	// maxCopies bounds the nodes that are read through aliases, because few bytes can stand for billions of nodes.
	maxCopies = 200_000
)

// excess says what a document has too much of, or is "". It counts in copies the nodes that are read through aliases.
func excess(node *yaml.Node, depth int, isCopy bool, copies *int) string {
	if node == nil {
		return ""
	}
	if isCopy {
		*copies++
	}
	switch {
	case depth > maxDepth:
		return "the document is nested too deeply, or an anchor contains itself: write it with less nesting"
	case *copies > maxCopies:
		return "the aliases and merge keys stand for too much: write the values out"
	case node.Kind == yaml.AliasNode:
		return excess(node.Alias, depth+1, true, copies)
	}
	for _, inner := range node.Content {
		if wrong := excess(inner, depth+1, isCopy, copies); wrong != "" {
			return wrong
		}
	}
	return ""
}

// follow returns the node that a document or an alias stands for.
func follow(node *yaml.Node) *yaml.Node {
	for range maxDepth {
		switch {
		case node == nil || node.Kind == 0:
			return nil
		case node.Kind == yaml.AliasNode:
			node = node.Alias
		case node.Kind == yaml.DocumentNode && len(node.Content) == 0:
			return nil
		case node.Kind == yaml.DocumentNode:
			node = node.Content[0]
		default:
			return node
		}
	}
	return nil
}

// isNull tells whether a node is null or missing.
func isNull(node *yaml.Node) bool {
	return node == nil || (node.Kind == yaml.ScalarNode && node.ShortTag() == yaml.NodeTagNull)
}

// entry is one entry of a mapping. The mapping has it itself or by a merge key.
type entry struct {
	key   string
	value *yaml.Node
	// problem is what is wrong with the key, or nil.
	problem *field.Error
}

// entries returns the entries of a mapping in their order. Entries of merge keys follow the mapping's own entries, which win over
// them. In a list of merged mappings the earlier mapping wins (yaml.org/type/merge.html).
func entries(mapping *yaml.Node) []entry {
	all := make([]entry, 0, len(mapping.Content)/2)
	times := map[string]int{} // how often each key is given
	var merged []*yaml.Node
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if isMerge(mapping.Content[i]) {
			merged = append(merged, mapping.Content[i+1])
			continue
		}
		key, wrong := keyOf(follow(mapping.Content[i]))
		e := entry{key: key, value: mapping.Content[i+1]}
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
	for len(merged) > 0 {
		node := follow(merged[0])
		merged = merged[1:]
		switch {
		case node == nil:
		case node.Kind == yaml.SequenceNode:
			merged = slices.Concat(node.Content, merged)
		case node.Kind == yaml.MappingNode:
			for _, e := range entries(node) {
				if e.problem != nil || times[e.key] == 0 {
					all = append(all, e)
				}
				times[e.key]++
			}
		default:
			wrong := kindOf(node) + ": a merge key (<<) takes a mapping or a list of mappings"
			all = append(all, entry{key: "<<", problem: &field.Error{Type: field.ErrorTypeTypeInvalid, BadValue: shorten(node.Value), Detail: wrong}})
		}
	}
	return all
}

// isMerge tells whether a key is the merge key. In quotes it is an ordinary key.
func isMerge(key *yaml.Node) bool {
	return key != nil && key.Kind == yaml.ScalarNode && key.Value == "<<" && (key.Tag == "" || key.ShortTag() == "!!merge")
}

// keyOf returns the text of a mapping's key, and what is wrong with the key, or "". JSON has text keys only. A plain
// number or boolean in its usual form can mean only one text, so it is read as that text.
func keyOf(node *yaml.Node) (text, wrong string) {
	if node == nil || node.Kind != yaml.ScalarNode {
		return "?", "a key is no text: write it as one word"
	}
	text = node.Value
	switch tag := node.ShortTag(); {
	case tag == yaml.NodeTagString && !isOldBool(node), tag == timestampTag, tag == mergeTag,
		tag == yaml.NodeTagInt && isUsualNumber(text), tag == yaml.NodeTagBool && (text == "true" || text == "false"):
		return text, unreadable(text)
	case wrongTag(node) != "":
		return text, wrongTag(node)
	}
	return text, "the key is no text: write it in quotes: " + strconv.Quote(shorten(text))
}
