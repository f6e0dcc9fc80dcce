package yamltext

import (
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// What says which part of a field a place shows.
type What int

// The parts of a field.
const (
	// Value is the value if it is a text or begins beside the key. Otherwise it is the key.
	Value What = iota
	// Key is the key.
	Key
	// LastKey is the last key with this name.
	LastKey
)

// Place returns the place of a field of the object. path is written as in messages. For a missing field it is the place
// of the nearest field around it.
func (o *Object) Place(path string, what What) Place {
	key, value := o.find(path, what)
	if what == Value && value != nil && isInline(value) {
		key = value
	}
	return Place{key.Line, key.Column}
}

// find returns the key and the value of a field. For a missing field it returns the key of the nearest field around it, and no
// value. The object itself stands for its key.
func (o *Object) find(path string, what What) (key, value *yaml.Node) {
	key, value = o.node, o.node
	for path != "" {
		inner, below, rest := descend(value, path, what)
		if inner == nil {
			return key, nil
		}
		key, value, path = inner, below, strings.TrimPrefix(rest, ".")
	}
	return key, value
}

// isInline tells whether a message can point at a value: a scalar that is written, or a list or mapping in flow style.
func isInline(n *yaml.Node) bool {
	if n.Kind == yaml.ScalarNode {
		return n.Value != "" || n.Style != 0
	}
	return n.Style&yaml.FlowStyle != 0
}

// descend goes one step along a path: to an element of a list, or to a key. Keys may hold dots, so it takes the longest
// key with which the path begins.
func descend(n *yaml.Node, path string, what What) (key, value *yaml.Node, rest string) {
	if inner, after, found := strings.Cut(strings.TrimPrefix(path, "["), "]"); found && path[0] == '[' {
		if n.Kind != yaml.SequenceNode {
			key, value, rest = descendToKey(n, inner, what)
			return key, value, rest + after
		}
		at, err := strconv.Atoi(inner)
		if err != nil || at < 0 || at >= len(n.Content) {
			return nil, nil, ""
		}
		return n.Content[at], n.Content[at], after
	}
	return descendToKey(n, path, what)
}

func descendToKey(n *yaml.Node, path string, what What) (key, value *yaml.Node, rest string) {
	if n.Kind != yaml.MappingNode {
		return nil, nil, ""
	}
	for at := 0; at+1 < len(n.Content); at += 2 {
		candidate := n.Content[at]
		after, found := strings.CutPrefix(path, candidate.Value)
		begins := found && (after == "" || after[0] == '.' || after[0] == '[')
		if begins && (key == nil || len(after) < len(rest) || what == LastKey && len(after) == len(rest)) {
			key, value, rest = candidate, n.Content[at+1], after
		}
	}
	return key, value, rest
}
