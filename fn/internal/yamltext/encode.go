package yamltext

import (
	"bytes"
	"errors"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// anew writes a tree in place of the object. It reads the result again and compares it with the tree. It puts comments
// that the encoder loses above the object. If comments make the text unreadable, it puts all of them there.
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

// detach gives an object a text of its own if its lines need those of others, and keeps the comments in its lines.
func (o *Object) detach() {
	if o.lines.text == nil {
		return
	}
	meant := readable(o.node)
	meant.HeadComment, meant.FootComment = "", "" // where they are in the lines, they are found there
	if out, err := o.anew(meant); err == nil {
		*o = *out
	} else {
		o.lines = lines{}
	}
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

// readable returns a copy of a tree that can be read back after it is encoded.
func readable(n *yaml.Node) *yaml.Node {
	clones := map[*yaml.Node]*yaml.Node{}
	var clone func(n *yaml.Node, inFlow bool) *yaml.Node
	clone = func(n *yaml.Node, inFlow bool) *yaml.Node {
		out := *n
		inFlow = inFlow || n.Style&yaml.FlowStyle != 0
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
			out.Tag = "" // otherwise the encoder writes the tag as well
		}
		out.Content = make([]*yaml.Node, len(n.Content))
		for at, c := range n.Content {
			out.Content[at] = clone(c, inFlow)
			if isValue := n.Kind == yaml.MappingNode && at%2 == 1; isNull(c) && c.Value == "" && (inFlow || !isValue) {
				out.Content[at].Value = "null" // only here the encoder writes "" for a null without a word
			}
		}
		if n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 {
			moveComment(&out)
		}
		return &out
	}
	return clone(n, false)
}

// moveComment moves the comment behind an anchor or a tag above the first key below. The parser gives it to that key.
// Behind the key, the encoder would make it a comment of something else.
func moveComment(n *yaml.Node) {
	key := n
	for len(key.Content) > 0 {
		n, key = key, key.Content[0]
	}
	if n.Kind == yaml.MappingNode && key.LineComment != "" {
		key.HeadComment, key.LineComment = strings.TrimPrefix(key.HeadComment+"\n"+key.LineComment, "\n"), ""
	}
}

// readableStyle returns the style of a node, with three exceptions that kyaml's encoder gets wrong. It writes an
// unreadable block if the text begins with a tab. It adds lines to a folded text in which some lines are indented. It
// can put the tag of a mapping or list on a line of its own.
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
