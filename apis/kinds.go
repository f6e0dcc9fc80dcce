package apis

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// scalarTags are the known tags of scalars.
var scalarTags = []string{"!!str", "!!int", "!!bool", "!!float", "!!null", "!!timestamp", "!!binary", "!!merge"}

func isScalarTag(tag string) bool {
	return slices.Contains(scalarTags, tag)
}

// refusesTag reports an unknown tag.
func (d *decoder) refusesTag(node *yaml.Node) bool {
	tag := node.ShortTag()
	known := isScalarTag(tag)
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
