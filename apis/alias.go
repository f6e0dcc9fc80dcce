package apis

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

const (
	// maxDepth bounds nesting. The deepest field of the known types is at about 12 levels.
	maxDepth = 64
	// maxCopies bounds the nodes that are read through aliases and merge keys, because few bytes can stand for billions
	// of nodes.
	maxCopies = 100_000
	// maxProblems bounds the problems of one document, for the same reason.
	maxProblems = 1000
)

// enter begins a node, and follows it if it is an alias. If ok is true, leave must follow. If ok is false, there is
// nothing to read.
func (d *decoder) enter(node *yaml.Node) (inner *yaml.Node, ok bool) {
	inner = follow(node)
	if d.stopped || inner == nil {
		return nil, false
	}
	if d.depth++; d.depth > maxDepth {
		d.stop("the document is nested too deeply, or an anchor contains itself: write it with less nesting")
	}
	if node.Kind == yaml.AliasNode || d.shared > 0 {
		d.shared++
		d.copy()
	}
	return inner, !d.stopped
}

func (d *decoder) leave() {
	d.depth--
	if d.shared > 0 {
		d.shared--
	}
}

// copy counts a node that is read through an alias, and tells whether more nodes may be read.
func (d *decoder) copy() bool {
	if d.copies++; d.copies > maxCopies {
		d.stop("the aliases and merge keys stand for too much: write the values out")
	}
	return !d.stopped
}

// stop ends the decoding. One problem takes the place of all others.
func (d *decoder) stop(detail string) {
	if d.stopped {
		return
	}
	d.problems = nil
	d.report(field.ErrorTypeForbidden, "", detail)
	d.stopped = true
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
