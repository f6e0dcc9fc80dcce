package yamltext

import (
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Child returns the value at a path of keys, or nil.
func Child(n *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		at := keyAt(n, key)
		if at < 0 {
			return nil
		}
		n = n.Content[at+1]
	}
	return n
}

// keyAt returns the position of a key in the content of a mapping. It is -1 if there is none, and for other nodes.
func keyAt(n *yaml.Node, key string) int {
	if n == nil || n.Kind != yaml.MappingNode {
		return -1
	}
	for at := 0; at < len(n.Content); at += 2 {
		if n.Content[at].Value == key {
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
	return n.Value
}

// isNull tells whether a node is null, which may have no text at all.
func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == yaml.NodeTagNull }

// each visits the nodes of a tree in the order of the text.
func each(n *yaml.Node, visit func(*yaml.Node)) {
	visit(n)
	for _, c := range n.Content {
		each(c, visit)
	}
}

// same tells whether two trees mean the same. The order of keys, comments and style do not matter.
func same(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || a.ShortTag() != b.ShortTag() || a.Value != b.Value && !isNull(a) || len(a.Content) != len(b.Content) {
		return false
	}
	for at := 0; at < len(a.Content); at++ {
		other := at
		if a.Kind == yaml.MappingNode {
			if a.Content[at].Value != b.Content[at].Value {
				other = keyAt(b, a.Content[at].Value)
			}
			if at++; other < 0 || a.Content[at-1].ShortTag() != b.Content[other].ShortTag() {
				return false
			}
			other++
		}
		if !same(a.Content[at], b.Content[other]) {
			return false
		}
	}
	return true
}

// styleOf returns the style in which a text is written so that every reader takes it for the same text.
func styleOf(value string) yaml.Style {
	switch {
	case isPlain(value):
		return 0
	case fitsBlock(value):
		return yaml.LiteralStyle
	case strings.ContainsAny(value, `"\`) && isASCII(value):
		return yaml.SingleQuotedStyle
	default:
		return yaml.DoubleQuotedStyle
	}
}

// inBlocks gives a tree the block style, and its texts and nulls the form that every reader understands.
func inBlocks(root *yaml.Node) {
	each(root, func(n *yaml.Node) {
		n.Style = 0
		switch {
		case n.Kind != yaml.ScalarNode:
			n.Tag = ""
		case isNull(n):
			n.Value = "null"
		case n.ShortTag() == yaml.NodeTagString:
			n.Style = styleOf(n.Value)
		}
	})
}
