package yamltext

import (
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Line returns the line of the file, from 1, of a field of the object, which is given by its path as messages show it. It
// is the line of the nearest field around one that is not there.
func (o *Object) Line(path string) int {
	n := o.node
	line := n.Line
	for path != "" {
		place, value, rest := step(Deref(n), path)
		if place == nil {
			break
		}
		line, n, path = place.Line, value, strings.TrimPrefix(rest, ".")
	}
	return o.above + line
}

// step goes one step along a path: to an element of a list, or to a key. Keys may hold dots, so it takes the longest
// key with which the path begins.
func step(n *yaml.Node, path string) (place, value *yaml.Node, rest string) {
	if inner, after, found := strings.Cut(strings.TrimPrefix(path, "["), "]"); found && path[0] == '[' {
		if n.Kind != yaml.SequenceNode {
			place, value, rest = stepToKey(n, inner)
			return place, value, rest + after
		}
		at, err := strconv.Atoi(inner)
		if err != nil || at < 0 || at >= len(n.Content) {
			return nil, nil, ""
		}
		return n.Content[at], n.Content[at], after
	}
	return stepToKey(n, path)
}

func stepToKey(n *yaml.Node, path string) (place, value *yaml.Node, rest string) {
	if n.Kind != yaml.MappingNode {
		return nil, nil, ""
	}
	for at := 0; at+1 < len(n.Content); at += 2 {
		key := n.Content[at]
		after, found := strings.CutPrefix(path, key.Value)
		begins := found && (after == "" || after[0] == '.' || after[0] == '[')
		if begins && (place == nil || len(after) < len(rest)) {
			place, value, rest = key, n.Content[at+1], after
		}
	}
	return place, value, rest
}
