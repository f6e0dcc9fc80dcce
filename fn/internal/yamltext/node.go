package yamltext

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Deref returns the node that an alias stands for, and any other node itself. An alias never stands for another alias.
func Deref(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// Child returns the value at a path of keys, or nil. Merge keys (<<) count as well. No mapping may contain itself:
// check the aliases of the document first.
func Child(n *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		n = child(Deref(n), key)
	}
	return Deref(n)
}

// child returns the value of a key of a mapping, or nil. The key may come from a merge key. If a mapping merges several
// others, the first one wins (yaml.org/type/merge.html).
func child(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	if at := keyAt(n, key); at >= 0 {
		return n.Content[at+1]
	}
	for _, merged := range mergedBy(n) {
		if value := child(Deref(merged), key); value != nil {
			return value
		}
	}
	return nil
}

// mergedBy are the mappings that the merge keys of a mapping bring, the first of which wins.
func mergedBy(n *yaml.Node) (merged []*yaml.Node) {
	for at := 0; at+1 < len(n.Content); at += 2 {
		switch value := Deref(n.Content[at+1]); {
		case !isMerge(n.Content[at]):
		case value.Kind == yaml.SequenceNode:
			merged = append(merged, value.Content...)
		default:
			merged = append(merged, value)
		}
	}
	return merged
}

// tagBinary is the tag of a text in base64.
const tagBinary = "!!binary"

// tagMerge is the tag of the merge key.
const tagMerge = "!!merge"

// isMerge tells whether a key is the merge key. In quotes it is an ordinary key.
func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Value == "<<" && tagOf(key) == tagMerge
}

// tagOf returns the tag of a node. A copy of a merge key has none, see [readable].
func tagOf(n *yaml.Node) string {
	if n.Tag == "" && n.Value == "<<" {
		return tagMerge
	}
	return n.ShortTag()
}

// own returns the value of a key in the mapping itself, or nil. It ignores merge keys.
func own(n *yaml.Node, key string) *yaml.Node {
	if at := keyAt(n, key); at >= 0 {
		return Deref(n.Content[at+1])
	}
	return nil
}

// keyAt returns the position of a key in a mapping's content, or -1. A key may be an alias to its text.
func keyAt(n *yaml.Node, key string) int {
	for at := 0; at+1 < len(n.Content); at += 2 {
		if valueOf(Deref(n.Content[at])) == key {
			return at
		}
	}
	return -1
}

// Text returns the value of a scalar of any type. It returns "" for null and for anything else.
func Text(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode || isNull(n) {
		return ""
	}
	return valueOf(n)
}

// valueOf returns the value of a scalar as other readers have it, which decode !!binary.
func valueOf(n *yaml.Node) string {
	if n.Tag != tagBinary {
		return n.Value
	}
	data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(n.Value), ""))
	if err != nil || !utf8.Valid(data) {
		return n.Value
	}
	return string(data)
}

// isNothing tells whether a value is missing or empty.
func isNothing(n *yaml.Node) bool {
	return n == nil || n.Kind == yaml.ScalarNode && Text(n) == ""
}

// isBlock tells whether a node is a mapping or sequence in block style that holds something.
func isBlock(n *yaml.Node) bool {
	return n != nil && n.Style&yaml.FlowStyle == 0 && len(n.Content) > 0 &&
		(n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode)
}

// isNull tells whether a node is null, which may have no text at all.
func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == yaml.NodeTagNull }
