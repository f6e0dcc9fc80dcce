package fn

import "sigs.k8s.io/kustomize/kyaml/yaml"

// deref follows an alias to the node that it stands for. An alias never stands for another one.
func deref(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// child returns the value of a key of a mapping, or nil. What a merge key (<<) brings counts as well.
func child(n *yaml.Node, key string) *yaml.Node {
	n = deref(n)
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	if at := keyAt(n, key); at >= 0 {
		return deref(n.Content[at+1])
	}
	if at := keyAt(n, "<<"); at >= 0 && deref(n.Content[at+1]) != n {
		return ownChild(n.Content[at+1], key)
	}
	return nil
}

// ownChild is child without merge keys: one level of them is what people write, and hostile input ends here.
func ownChild(n *yaml.Node, key string) *yaml.Node {
	n = deref(n)
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	if at := keyAt(n, key); at >= 0 {
		return deref(n.Content[at+1])
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

// text is the value of a scalar, whatever its type, or "" for anything else and for null.
func text(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode || n.ShortTag() == yaml.NodeTagNull {
		return ""
	}
	return n.Value
}

// isBlock tells whether a node is a mapping or sequence in block style that holds something.
func isBlock(n *yaml.Node) bool {
	return n != nil && n.Style&yaml.FlowStyle == 0 && len(n.Content) > 0 &&
		(n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode)
}
