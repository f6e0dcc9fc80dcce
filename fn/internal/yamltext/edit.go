package yamltext

import (
	"errors"
	"slices"
	"strconv"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// EndOfList as a step of a path stands for a new element at the end of a list.
const EndOfList = "-"

// errNoPlace is the error about a path that the object does not have.
var errNoPlace = errors.New("the object has no such place")

// With returns the object with a value at a path, in the form of decoded JSON. The steps of the path are keys of maps and
// indexes of lists. Maps that are missing are made, and a new key comes first. If the object has the value already, With
// returns the object itself.
func (o *Object) With(path []string, value any) (*Object, error) {
	added, err := nodeOf(value)
	if err != nil {
		return nil, err
	}
	if added.Style == 0 && added.ShortTag() == yaml.NodeTagString {
		added.Style = yaml.DoubleQuotedStyle // as for the strings beside it that need quotes: hashes, names
	}
	if old := Child(o.node, path...); old != nil && same(old, added) {
		return o, nil
	}
	return o.changed(func(root *yaml.Node) error { return set(root, path, added) })
}

// Removed returns the object without an entry of a map or an element of a list.
func (o *Object) Removed(path []string) (*Object, error) {
	return o.changed(func(root *yaml.Node) error { return remove(root, path) })
}

// changed returns the object after a change of its tree. If the same change fits the tree as it was written, aliases and merge keys
// stay; Document looks whether the result means the same.
func (o *Object) changed(change func(root *yaml.Node) error) (*Object, error) {
	node := yaml.CopyYNode(o.node)
	if err := change(node); err != nil {
		return nil, err
	}
	out := &Object{node: node, written: node}
	if o.written != o.node {
		if written := yaml.CopyYNode(o.written); change(written) == nil {
			out.written = written
		}
	}
	return out, nil
}

// entryAt finds the value at a step below a node: its position in the content, or -1.
func entryAt(n *yaml.Node, step string) int {
	if n.Kind == yaml.SequenceNode {
		if index, err := strconv.Atoi(step); err == nil && index >= 0 && index < len(n.Content) {
			return index
		}
		return -1
	}
	if at := keyAt(n, step); at >= 0 {
		return at + 1
	}
	return -1
}

func set(n *yaml.Node, path []string, value *yaml.Node) error {
	if isNull(n) {
		n.Kind, n.Tag, n.Value, n.Style = yaml.MappingNode, "", "", 0
		if path[0] == EndOfList {
			n.Kind = yaml.SequenceNode
		}
	}
	if len(n.Content) == 0 {
		n.Style &^= yaml.FlowStyle
	}
	at, missing := entryAt(n, path[0]), &yaml.Node{Kind: yaml.ScalarNode, Tag: yaml.NodeTagNull}
	switch {
	case at >= 0:
	case n.Kind == yaml.MappingNode:
		key := &yaml.Node{Kind: yaml.ScalarNode, Tag: yaml.NodeTagString, Value: path[0], Style: styleOf(path[0])}
		n.Content, at = slices.Insert(n.Content, 0, key, missing), 1
	case n.Kind == yaml.SequenceNode && path[0] == EndOfList:
		n.Content, at = append(n.Content, missing), len(n.Content)
	default:
		return errNoPlace
	}
	if len(path) > 1 {
		if below := n.Content[at]; len(below.Content) == 0 && n.Kind == yaml.MappingNode { // behind the value, kyaml would lose the comment
			n.Content[at-1].LineComment, below.LineComment = n.Content[at-1].LineComment+below.LineComment, ""
		}
		return set(n.Content[at], path[1:], value)
	}
	old, added := n.Content[at], *value
	added.HeadComment, added.LineComment, added.FootComment = old.HeadComment, old.LineComment, old.FootComment
	n.Content[at] = &added
	return nil
}

func remove(n *yaml.Node, path []string) error {
	at := entryAt(n, path[0])
	switch {
	case at < 0:
		return errNoPlace
	case len(path) > 1:
		return remove(n.Content[at], path[1:])
	case n.Kind == yaml.MappingNode:
		n.Content = slices.Delete(n.Content, at-1, at+1)
	default:
		n.Content = slices.Delete(n.Content, at, at+1)
	}
	return nil
}
