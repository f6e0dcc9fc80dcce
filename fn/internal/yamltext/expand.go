package yamltext

import "sigs.k8s.io/kustomize/kyaml/yaml"

// aliasBudget is the largest number of nodes that the aliases of a document may stand for. People write far less, and this
// number takes no noticeable time.
const aliasBudget = 200_000

// An expander copies trees without aliases and merge keys.
type expander struct {
	// budget is the number of nodes that aliases may still stand for, and depth the number of aliases around the current node.
	budget, depth int
	// open are the anchors around the current node.
	open map[*yaml.Node]bool
	// leaveOut names keys that copies of a mapping do not get. It may be nil.
	leaveOut func(key string) bool
	err      *Error
}

// expand returns a copy of a tree in which each alias is replaced by a copy of its value, and each merge key by the entries that
// it brings.
func (e *expander) expand(n *yaml.Node) *yaml.Node {
	if e.depth > 0 {
		e.budget--
	}
	if n.Kind == yaml.AliasNode {
		return e.alias(n)
	}
	out := *n
	out.Anchor = ""
	if n.Content == nil {
		return &out
	}
	if n.Anchor != "" {
		e.open[n] = true
		defer delete(e.open, n)
	}
	out.Content = make([]*yaml.Node, 0, len(n.Content))
	for at := 0; at < len(n.Content) && e.err == nil; at++ {
		if e.depth > 0 && n.Kind == yaml.MappingNode && e.leaveOut != nil && at%2 == 0 && e.leaveOut(n.Content[at].Value) {
			at++
			continue
		}
		out.Content = append(out.Content, e.expand(n.Content[at]))
	}
	if out.Kind == yaml.MappingNode && e.err == nil {
		e.merge(&out)
	}
	return &out
}

func (e *expander) alias(n *yaml.Node) *yaml.Node {
	if e.open[n.Alias] || e.budget < 0 {
		e.err = errorAt(n, "the aliases of this object stand for too much: write out what they stand for")
		return n
	}
	e.depth++
	out := e.expand(n.Alias)
	e.depth--
	out.Line, out.Column = n.Line, n.Column
	out.HeadComment, out.LineComment, out.FootComment = n.HeadComment, n.LineComment, n.FootComment
	return out
}

// merge replaces the merge keys of a mapping. The mapping's own entries win, and then those that are merged first
// (yaml.org/type/merge.html).
func (e *expander) merge(n *yaml.Node) {
	var own, merged []*yaml.Node
	has := map[string]bool{}
	for at := 0; at < len(n.Content); at += 2 {
		key, value := n.Content[at], n.Content[at+1]
		switch {
		case !isMerge(key):
			own, has[key.Value] = append(own, key, value), true
		case value.Kind == yaml.SequenceNode:
			merged = append(merged, value.Content...)
		default:
			merged = append(merged, value)
		}
	}
	for _, from := range merged {
		if from.Kind != yaml.MappingNode {
			e.err = errorAt(from, "the key << merges a mapping or a list of mappings, and this is neither: write a mapping, or the key in quotes")
			return
		}
		for at := 0; at < len(from.Content); at += 2 {
			if key := from.Content[at]; !has[key.Value] {
				own, has[key.Value] = append(own, key, from.Content[at+1]), true
			}
		}
	}
	n.Content = own
}

// isMerge tells whether a key is the merge key, which has no tag any more when it was checked. In quotes it is an ordinary key.
func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Value == "<<" && (key.Tag == "!!merge" || key.Tag == "")
}
