package yamltext

import (
	"bytes"
	"errors"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// anew writes a tree in place of the object. What it makes is read again and compared with the tree. Comments that the
// encoder loses are put above it, and all of them where it writes some so that nobody can read the text.
func (o *Object) anew(meant *yaml.Node) (*Object, error) {
	for _, tree := range []*yaml.Node{meant, withoutComments(meant)} {
		text, err := encodeNode(tree)
		if err != nil {
			return nil, err
		}
		text = append([]byte(o.lost(text)), text...)
		if node, err := readDocument(text); err == nil && node != nil && same(node, meant) {
			return &Object{node: node, lines: lines{text: text, first: 1}}, nil
		}
	}
	return nil, errors.New("what was written reads otherwise than it was meant")
}

// encodeNode encodes a node that was read, comments included.
func encodeNode(node *yaml.Node) ([]byte, error) {
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	if err := encoder.Encode(node); err != nil {
		return nil, err
	}
	err := encoder.Close()
	return out.Bytes(), err
}

// readable is a copy of a tree that the encoder writes so that it can be read back.
func readable(n *yaml.Node) *yaml.Node {
	clones := map[*yaml.Node]*yaml.Node{}
	var clone func(*yaml.Node) *yaml.Node
	clone = func(n *yaml.Node) *yaml.Node {
		out := *n
		if n.Anchor != "" {
			clones[n] = &out
		}
		if n.Kind == yaml.AliasNode {
			if target := clones[n.Alias]; target != nil {
				out.Alias = target
			}
		}
		out.Style = readableStyle(n)
		if isMerge(n) {
			out.Tag = "" // else the encoder writes the tag as well
		}
		out.Content = make([]*yaml.Node, len(n.Content))
		for at, c := range n.Content {
			out.Content[at] = clone(c)
		}
		if n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 {
			moveComment(&out)
		}
		return &out
	}
	return clone(n)
}

// moveComment puts the comment behind an anchor or a tag above the first key below. The parser hands it to that key, and
// behind a key the encoder takes it for another one.
func moveComment(n *yaml.Node) {
	key := n
	for len(key.Content) > 0 {
		n, key = key, key.Content[0]
	}
	if n.Kind == yaml.MappingNode && key.LineComment != "" {
		key.HeadComment, key.LineComment = strings.TrimPrefix(key.HeadComment+"\n"+key.LineComment, "\n"), ""
	}
}

// readableStyle is the style of a node, but for three that kyaml's encoder gets wrong: a block whose text begins with a
// tab cannot be read at all, a folded one gains lines where some are indented, and the tag of a mapping or list can land
// on a line of its own.
func readableStyle(n *yaml.Node) yaml.Style {
	switch {
	case n.Kind != yaml.ScalarNode && (n.Tag == yaml.NodeTagMap || n.Tag == yaml.NodeTagSeq):
		return n.Style &^ yaml.TaggedStyle
	case strings.HasPrefix(strings.TrimLeft(n.Value, "\n"), "\t"):
		return yaml.DoubleQuotedStyle
	case n.Style&yaml.FoldedStyle != 0:
		return n.Style&^yaml.FoldedStyle | yaml.LiteralStyle
	default:
		return n.Style
	}
}
