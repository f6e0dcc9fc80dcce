package schema

import (
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Place returns the node at which a message about a field points. path is written as in messages. It is the value if that is a
// string or begins beside the key, else the key. If the field is forbidden, it is the key, and if the key is given twice, the last
// one. For a missing field it is the key of the nearest field around it, or the root.
func Place(root *yaml.Node, path string, problem field.ErrorType) *yaml.Node {
	key, value := root, root
	for path != "" {
		inner, below, rest := descend(value, path, problem == field.ErrorTypeDuplicate)
		if inner == nil {
			return key
		}
		key, value, path = inner, below, strings.TrimPrefix(rest, ".")
	}
	if problem != field.ErrorTypeForbidden && problem != field.ErrorTypeDuplicate && isInline(value) {
		return value
	}
	return key
}

// isInline tells whether a message can point at a value: a scalar that is written, or a list or map in flow style.
func isInline(n *yaml.Node) bool {
	if n.Kind == yaml.ScalarNode {
		return n.Value != "" || n.Style != 0
	}
	return n.Style&yaml.FlowStyle != 0
}

// descend goes one step along a path: to an element of a list, or to a key. Keys may hold dots, so it takes the longest
// key with which the path begins.
func descend(n *yaml.Node, path string, last bool) (key, value *yaml.Node, rest string) {
	if inner, after, found := strings.Cut(strings.TrimPrefix(path, "["), "]"); found && path[0] == '[' {
		if n.Kind != yaml.SequenceNode {
			key, value, rest = descendToKey(n, inner, last)
			return key, value, rest + after
		}
		at, err := strconv.Atoi(inner)
		if err != nil || at < 0 || at >= len(n.Content) {
			return nil, nil, ""
		}
		return n.Content[at], n.Content[at], after
	}
	return descendToKey(n, path, last)
}

func descendToKey(n *yaml.Node, path string, last bool) (key, value *yaml.Node, rest string) {
	if n.Kind != yaml.MappingNode {
		return nil, nil, ""
	}
	for at := 0; at+1 < len(n.Content); at += 2 {
		candidate := n.Content[at]
		after, found := strings.CutPrefix(path, candidate.Value)
		begins := found && (after == "" || after[0] == '.' || after[0] == '[')
		if begins && (key == nil || len(after) < len(rest) || last && len(after) == len(rest)) {
			key, value, rest = candidate, n.Content[at+1], after
		}
	}
	return key, value, rest
}
