package apis

import "sigs.k8s.io/kustomize/kyaml/yaml"

const (
	// maxDepth bounds nesting. The deepest field of the known types is at about 12 levels.
	maxDepth = 64
	// maxCopies bounds the nodes that are read through aliases, because few bytes can stand for billions of nodes.
	maxCopies = 200_000
)

// excess says what a document has too much of, or is "". It counts in copies the nodes that are read through aliases.
func excess(node *yaml.Node, depth int, isCopy bool, copies *int) string {
	if node == nil {
		return ""
	}
	if isCopy {
		*copies++
	}
	switch {
	case depth > maxDepth:
		return "the document is nested too deeply, or an anchor contains itself: write it with less nesting"
	case *copies > maxCopies:
		return "the aliases and merge keys stand for too much: write the values out"
	case node.Kind == yaml.AliasNode:
		return excess(node.Alias, depth+1, true, copies)
	}
	for _, inner := range node.Content {
		if wrong := excess(inner, depth+1, isCopy, copies); wrong != "" {
			return wrong
		}
	}
	return ""
}

// follow returns the node that a document or an alias stands for.
func follow(node *yaml.Node) *yaml.Node {
	for range maxDepth {
		switch {
		case node == nil || node.Kind == 0:
			return nil
		case node.Kind == yaml.AliasNode:
			node = node.Alias
		case node.Kind == yaml.DocumentNode && len(node.Content) == 0:
			return nil
		case node.Kind == yaml.DocumentNode:
			node = node.Content[0]
		default:
			return node
		}
	}
	return nil
}

// isNull tells whether a node is null or missing.
func isNull(node *yaml.Node) bool {
	return node == nil || (node.Kind == yaml.ScalarNode && node.ShortTag() == "!!null")
}
