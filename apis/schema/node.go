package schema

import (
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// isNull tells whether a node is null.
func isNull(node *yaml.Node) bool {
	return node.Kind == yaml.ScalarNode && node.ShortTag() == yaml.NodeTagNull
}

// entry is one entry of a mapping.
type entry struct {
	key   string
	value *yaml.Node
	// problem is what is wrong with the key, or nil.
	problem *field.Error
}

// entries returns the entries of a mapping in their order.
func entries(mapping *yaml.Node) []entry {
	all := make([]entry, 0, len(mapping.Content)/2)
	times := map[string]int{} // how often each key is given
	for i := 0; i < len(mapping.Content); i += 2 {
		key, wrong := keyOf(mapping.Content[i])
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
	return all
}

// keyOf returns the text of a mapping's key, and what is wrong with the key, or "". JSON has text keys only. A plain
// number or boolean in its usual form can mean only one text, so it is read as that text.
func keyOf(node *yaml.Node) (text, wrong string) {
	if node.Kind != yaml.ScalarNode {
		return "?", "a key is no text: write it as one word"
	}
	text = node.Value
	switch tag := node.ShortTag(); {
	case tag == yaml.NodeTagString && !isOldBool(node), tag == timestampTag,
		tag == yaml.NodeTagInt && isUsualNumber(text), tag == yaml.NodeTagBool && (text == "true" || text == "false"):
		return text, unreadable(text)
	case wrongTag(node) != "":
		return text, wrongTag(node)
	}
	return text, "the key is no text: write it in quotes: " + strconv.Quote(shorten(text))
}
