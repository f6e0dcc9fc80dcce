package yamltext

import (
	"bytes"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// aliasBudget is the number of nodes that one object may have once its aliases are replaced by what they stand for,
// and that aliases from one object to another may stand for in all. It is far more than people write, and takes no
// time worth speaking of.
const aliasBudget = 1_000_000

// inlineAliases makes the parts of a document independent of each other: an alias to an anchor in another part is
// replaced by a copy of what it stands for. It returns the parts that have changed.
// Aliases that stand for too much are an error.
func inlineAliases(data []byte, parts []*yaml.Node) (changed map[*yaml.Node]bool, err *Error) {
	if !bytes.Contains(data, []byte("&")) {
		return nil, nil
	}
	inliner := aliasInliner{sizes: map[*yaml.Node]int{}, budget: aliasBudget}
	for _, part := range parts {
		if inliner.size(part) > aliasBudget {
			return nil, bomb(part)
		}
	}
	changed = map[*yaml.Node]bool{}
	for _, part := range parts {
		inliner.own = map[*yaml.Node]bool{}
		inliner.collect(part)
		if inliner.inline(part) {
			changed[part] = true
		}
		if inliner.budget < 0 {
			return nil, bomb(part)
		}
	}
	return changed, nil
}

func bomb(part *yaml.Node) *Error {
	return errorAt(part, "the aliases of this object stand for too much: write out what they stand for")
}

type aliasInliner struct {
	// sizes are the numbers of nodes below the anchors, with their aliases replaced.
	sizes map[*yaml.Node]int
	// own are the anchors of the part at hand.
	own map[*yaml.Node]bool
	// budget is the number of nodes that may still be copied.
	budget int
}

// size counts the nodes of a tree with its aliases replaced. A tree that holds itself is as large as can be.
func (s *aliasInliner) size(n *yaml.Node) int {
	n = Deref(n)
	if size, known := s.sizes[n]; known {
		return size
	}
	if n.Anchor != "" {
		s.sizes[n] = aliasBudget + 1
	}
	size := 1
	for _, c := range n.Content {
		if size += s.size(c); size > aliasBudget {
			return aliasBudget + 1
		}
	}
	if n.Anchor != "" {
		s.sizes[n] = size
	}
	return size
}

func (s *aliasInliner) collect(n *yaml.Node) {
	if n.Anchor != "" {
		s.own[n] = true
	}
	for _, c := range n.Content {
		s.collect(c)
	}
}

// inline replaces, below n, the aliases to nodes of other parts, and tells whether there were any.
func (s *aliasInliner) inline(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode {
		return !s.own[n.Alias] && s.replace(n)
	}
	changed := false
	for _, c := range n.Content {
		if s.inline(c) {
			changed = true
		}
	}
	return changed
}

func (s *aliasInliner) replace(alias *yaml.Node) bool {
	if s.budget -= s.size(alias); s.budget < 0 {
		return false
	}
	line, column := alias.Line, alias.Column
	*alias = *copied(alias)
	alias.Line, alias.Column = line, column
	return true
}

// copied is a deep copy without anchors and aliases.
func copied(n *yaml.Node) *yaml.Node {
	out := *Deref(n)
	out.Anchor = ""
	out.Content = make([]*yaml.Node, len(out.Content))
	for at, c := range Deref(n).Content {
		out.Content[at] = copied(c)
	}
	return &out
}
