package yamltext

import "sigs.k8s.io/kustomize/kyaml/yaml"

// Deref follows an alias to the node that it stands for. An alias never stands for another one.
func Deref(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// Child returns the value below a number of keys, or nil. What a merge key (<<) brings counts as well.
func Child(n *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		own := ownChild(n, key)
		if merged := ownChild(n, "<<"); own == nil && merged != Deref(n) {
			// One level of merge keys is what people write, and hostile input ends here.
			own = ownChild(merged, key)
		}
		n = own
	}
	return Deref(n)
}

// ownChild returns the value of a key of a mapping, or nil.
func ownChild(n *yaml.Node, key string) *yaml.Node {
	n = Deref(n)
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
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
