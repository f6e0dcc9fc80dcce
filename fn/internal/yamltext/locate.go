package yamltext

import (
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// A Place is a position in a file: line and column, both from 1. Columns count characters. The zero value is no place.
type Place struct{ Line, Column int }

// below turns a place in a part of a file into a place in the file. The part begins at start.
func (p Place) below(start Place) Place {
	switch {
	case p.Line == 0 || start.Line == 0:
		return Place{}
	case p.Line == 1:
		return Place{start.Line, start.Column + p.Column - 1}
	default:
		return Place{start.Line + p.Line - 1, p.Column}
	}
}

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
// of the nearest field around it. It is no place if unknown.
func (o *Object) Place(path string, what What) Place {
	o = o.Whole()
	key, value := o.find(path, what)
	if what == Value && value != nil && isInline(value) {
		key = value
	}
	return placeOf(key).below(o.start)
}

// Has tells whether the object has a field. path is written as in messages.
func (o *Object) Has(path string) bool {
	_, value := o.Whole().find(path, Key)
	return value != nil
}

// find returns the key and the value of a field. For a missing field it returns the key of the nearest field around it, and no
// value. The object itself stands for its key.
func (o *Object) find(path string, what What) (key, value *yaml.Node) {
	key, value = o.node, o.node
	for path != "" {
		inner, below, rest := descend(Deref(value), path, what)
		if inner == nil {
			return key, nil
		}
		key, value, path = inner, below, strings.TrimPrefix(rest, ".")
	}
	return key, value
}

func placeOf(n *yaml.Node) Place { return Place{n.Line, n.Column} }

// isInline tells whether a message can point at a value: a scalar that is written, or a list or mapping in flow style.
func isInline(n *yaml.Node) bool {
	if n.Kind == yaml.ScalarNode {
		return n.Value != "" || n.Style != 0
	}
	return n.Kind == yaml.AliasNode || n.Style&yaml.FlowStyle != 0
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
