package yamltext

import (
	"encoding/json"
	"errors"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Emit returns an object that was made in Go as a YAML document, in block style with sorted keys.
func Emit(content map[string]any) ([]byte, error) {
	node, err := nodeOf(content)
	if err != nil {
		return nil, err
	}
	text := encode(node)
	if text == nil {
		return nil, errors.New("the object cannot be written as YAML")
	}
	return text, nil
}

// nodeOf returns a value in the form of decoded JSON as a tree. Its strings have the style in which readers of YAML 1.1 and of
// YAML 1.2 take them for the same strings.
func nodeOf(value any) (*yaml.Node, error) {
	var node yaml.Node
	err := node.Encode(readable(value))
	each(&node, func(n *yaml.Node) {
		if n.Tag == yaml.MergeTag { // the encoder writes the string << so that it merges
			n.Tag, n.Style = yaml.NodeTagString, yaml.DoubleQuotedStyle
		}
	})
	return &node, err
}

// readable returns a value whose strings can be read back. The encoder writes a string of several lines as a block. It cannot read a
// block that begins with a tab, and editors remove the blanks at the end of a line.
func readable(value any) any {
	switch value := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(value))
		for key, inner := range value {
			out[key] = readable(inner)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for at, inner := range value {
			out[at] = readable(inner)
		}
		return out
	case json.Number:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: value.String()}
	case string:
		value = strings.ToValidUTF8(value, "\ufffd")
		if strings.Contains(value, "\n") && (strings.Contains(value, "\t") || strings.Contains(value, " \n") || strings.HasSuffix(value, " ")) {
			return &yaml.Node{Kind: yaml.ScalarNode, Tag: yaml.NodeTagString, Value: value, Style: yaml.DoubleQuotedStyle}
		}
		return value
	}
	return value
}
