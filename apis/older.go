package apis

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// atPresentPlaces returns a mapping with the values of older fields at their present places. A list is appended to a
// list at the present place. If there is another value, the older field stays and is an unknown field. The node is not
// changed.
func atPresentPlaces(node *yaml.Node, places map[string]string, into reflect.Value) *yaml.Node {
	for _, older := range slices.Sorted(maps.Keys(places)) {
		value, rest := taken(node, strings.Split(older, "."))
		if value == nil {
			continue
		}
		if moved := placed(rest, strings.Split(places[older], "."), value); moved != nil {
			node = moved
			into.Addr().Interface().(mover).TakeOlder(older)
		}
	}
	return node
}

// valueAt returns the position of the value of a key in a mapping, or -1.
func valueAt(node *yaml.Node, key string) int {
	if node == nil || node.Kind != yaml.MappingNode {
		return -1
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		if follow(node.Content[i]).Value == key {
			return i + 1
		}
	}
	return -1
}

// copied returns a copy of a mapping with other entries.
func copied(node *yaml.Node, content []*yaml.Node) *yaml.Node {
	other := *node
	other.Content = content
	return &other
}

// taken returns the value at a path, or nil, and the mapping without it.
func taken(node *yaml.Node, path []string) (value, rest *yaml.Node) {
	at := valueAt(node, path[0])
	if at < 0 {
		return nil, node
	}
	inner := follow(node.Content[at])
	if len(path) == 1 {
		return inner, copied(node, slices.Delete(slices.Clone(node.Content), at-1, at+1))
	}
	value, inside := taken(inner, path[1:])
	content := slices.Clone(node.Content)
	content[at] = inside
	return value, copied(node, content)
}

// placed returns the mapping with a value at a path, or nil if another value is there.
func placed(node *yaml.Node, path []string, value *yaml.Node) *yaml.Node {
	at := valueAt(node, path[0])
	if at < 0 {
		key := &yaml.Node{Kind: yaml.ScalarNode, Tag: yaml.NodeTagString, Value: path[0], Line: value.Line, Column: value.Column}
		inner := value
		if len(path) > 1 {
			empty := &yaml.Node{Kind: yaml.MappingNode, Tag: yaml.NodeTagMap, Line: value.Line, Column: value.Column}
			inner = placed(empty, path[1:], value)
		}
		return copied(node, append(slices.Clone(node.Content), key, inner))
	}
	there := follow(node.Content[at])
	var inner *yaml.Node
	switch {
	case len(path) > 1 && there.Kind == yaml.MappingNode:
		inner = placed(there, path[1:], value)
	case len(path) == 1 && there.Kind == yaml.SequenceNode && value.Kind == yaml.SequenceNode:
		inner = copied(there, slices.Concat(there.Content, value.Content))
	}
	if inner == nil {
		return nil
	}
	content := slices.Clone(node.Content)
	content[at] = inner
	return copied(node, content)
}
