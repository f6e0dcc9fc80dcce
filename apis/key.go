package apis

import (
	"fmt"
	"strconv"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

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
	case !isScalarTag(tag) || tag == "!!binary":
		return text, fmt.Sprintf("the tag %s has no meaning here: remove it", shorten(tag))
	default:
		return text, unreadable(text)
	}
	return text, fmt.Sprintf("the key is no text: write it in quotes: %s", strconv.Quote(shorten(text)))
}

// isUsualNumber tells whether a number has the form in which it is printed.
func isUsualNumber(text string) bool {
	number, err := strconv.ParseInt(text, 10, 64)
	return err == nil && strconv.FormatInt(number, 10) == text
}
