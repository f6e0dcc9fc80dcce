package yamltext

import "sigs.k8s.io/kustomize/kyaml/yaml"

// Deref follows an alias to the node that it stands for. An alias never stands for another one.
func Deref(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// Child returns the value below a number of keys, or nil. What merge keys (<<) bring counts as well. The aliases of the
// document have to be settled: no mapping holds itself.
func Child(n *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		n = child(Deref(n), key)
	}
	return Deref(n)
}

// child returns the value of a key of a mapping, its own or one that it merges, or nil. Of several mappings that it
// merges, the first wins (yaml.org/type/merge.html).
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

// tagMerge is the tag of the merge key.
const tagMerge = "!!merge"

// isMerge tells whether a key is the merge key, which in quotes is a key like others.
func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Value == "<<" && tagOf(key) == tagMerge
}

// tagOf is the tag of a node. A copy of a merge key has none, see [readable].
func tagOf(n *yaml.Node) string {
	if n.Tag == "" && n.Value == "<<" {
		return tagMerge
	}
	return n.ShortTag()
}

// own returns the value of a key that a mapping has itself, or nil.
func own(n *yaml.Node, key string) *yaml.Node {
	if at := keyAt(n, key); at >= 0 {
		return Deref(n.Content[at+1])
	}
	return nil
}

// keyAt is the position of a key in a mapping's content, or -1.
func keyAt(n *yaml.Node, key string) int {
	for at := 0; at+1 < len(n.Content); at += 2 {
		if n.Content[at].Value == key {
			return at
		}
	}
	return -1
}

// Text is the value of a scalar, whatever its type, or "" for anything else and for null.
func Text(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode || n.ShortTag() == yaml.NodeTagNull {
		return ""
	}
	return n.Value
}

// isNothing tells whether a value is not there or says nothing.
func isNothing(n *yaml.Node) bool {
	return n == nil || n.Kind == yaml.ScalarNode && Text(n) == ""
}

// isBlock tells whether a node is a mapping or sequence in block style that holds something.
func isBlock(n *yaml.Node) bool {
	return n != nil && n.Style&yaml.FlowStyle == 0 && len(n.Content) > 0 &&
		(n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode)
}
