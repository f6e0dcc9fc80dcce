package apis

import (
	"fmt"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// scalarTags are the known tags of scalars.
var scalarTags = []string{"!!str", "!!int", "!!bool", "!!float", "!!null", "!!timestamp", "!!binary", "!!merge"}

// refusesTag reports an unknown tag.
func (d *decoder) refusesTag(node *yaml.Node) bool {
	tag := node.ShortTag()
	known := slices.Contains(scalarTags, tag)
	switch node.Kind {
	case yaml.MappingNode:
		known = tag == "!!map"
	case yaml.SequenceNode:
		known = tag == "!!seq"
	}
	if !known {
		d.report(field.ErrorTypeForbidden, "", fmt.Sprintf("the tag %s has no meaning here: remove it", shorten(tag)))
	}
	return !known
}

// isOldBool tells whether a node is a boolean for YAML 1.1 alone. Without quotes, Kubernetes reads such words as
// booleans (sigs.k8s.io/yaml). YAML 1.2 and our parser read them as text.
func isOldBool(node *yaml.Node) bool {
	if node.Kind != yaml.ScalarNode || node.Style != 0 || len(node.Value) > 3 || node.ShortTag() != "!!str" {
		return false
	}
	switch node.Value {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return true
	}
	return false
}

// isTemplate tells whether a value is written as {{ ... }}. For YAML that is a mapping whose key is a mapping.
func isTemplate(node *yaml.Node) bool {
	return node.Kind == yaml.MappingNode && len(node.Content) == 2 && node.Content[0].Kind == yaml.MappingNode
}

// kindOf describes a node for the beginning of a message.
func kindOf(node *yaml.Node) string {
	switch node.Kind {
	case yaml.MappingNode:
		return "this is a mapping"
	case yaml.SequenceNode:
		return "this is a list"
	}
	value := shorten(node.Value)
	if isOldBool(node) {
		return value + " is a boolean to many readers"
	}
	switch node.ShortTag() {
	case "!!int", "!!float":
		return value + " is a number"
	case "!!bool":
		return value + " is a boolean"
	default:
		return fmt.Sprintf("%q is a string", value)
	}
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

// isUsualNumber tells whether a number has the form in which it is printed.
func isUsualNumber(text string) bool {
	number, err := strconv.ParseInt(text, 10, 64)
	return err == nil && strconv.FormatInt(number, 10) == text
}
