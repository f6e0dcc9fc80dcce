package yamltext

import (
	"bytes"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// aliasBudget is the largest number of nodes that one object may have after its aliases are replaced. It is also the
// limit for all aliases from one object to another together. People write far less, and this number takes no noticeable
// time.
const aliasBudget = 1_000_000

// inlineAliases makes the parts of a document independent of each other. It replaces an alias to an anchor in another
// part by a copy of the anchor's value. It returns the parts that have changed. Too large a result is an error.
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
	// sizes are the numbers of nodes below the anchors after their aliases are replaced.
	sizes map[*yaml.Node]int
	// own are the anchors of the current part.
	own map[*yaml.Node]bool
	// budget is the number of nodes that may still be copied.
	budget int
}

// size counts the nodes of a tree after its aliases are replaced. A tree that contains itself has the largest size.
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

// inline replaces the aliases below n to nodes of other parts, and tells whether there were any.
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
	written := *alias
	*alias = *copied(alias)
	alias.Line, alias.Column = written.Line, written.Column
	alias.HeadComment, alias.LineComment, alias.FootComment = written.HeadComment, written.LineComment, written.FootComment
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

// Unshared returns the object with copies in place of the aliases to its annotations, or to its metadata. The copies have
// no annotations that drop names. It returns the object itself, with its tree, if there are none to leave out.
func (o *Object) Unshared(drop func(annotation string) bool) (*Object, error) {
	o = o.Whole()
	metadata, annotations := Child(o.Node(), "metadata"), Child(o.Node(), "metadata", "annotations")
	if annotations == nil || metadata.Anchor == "" && annotations.Anchor == "" {
		return o, nil
	}
	meant := readable(o.Node())
	metadata, annotations = Child(meant, "metadata"), Child(meant, "metadata", "annotations")
	all := annotations.Content
	annotations.Content = nil
	for at := 0; at+1 < len(all); at += 2 {
		if !drop(valueOf(Deref(all[at]))) {
			annotations.Content = append(annotations.Content, all[at], all[at+1])
		}
	}
	if len(annotations.Content) == len(all) {
		return o, nil
	}
	unshare(meant, metadata)
	unshare(meant, annotations)
	annotations.Content = all
	return o.anew(meant)
}
