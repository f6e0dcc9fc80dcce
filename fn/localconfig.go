package fn

import (
	"bytes"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// writtenLines are the lines of the item as it is written, or nil where it must be encoded.
func (i *Item) writtenLines() []byte {
	text := i.lines.text
	if i.local && text != nil {
		text = i.markedLines()
	}
	if !isOpen(text) {
		return text
	}
	if endsInBlock(i.node) {
		return nil
	}
	return append(slices.Clip(text), '\n')
}

// isOpen tells whether the last line does not end, as at the end of some files.
func isOpen(text []byte) bool {
	return len(text) > 0 && text[len(text)-1] != '\n'
}

// endsInBlock tells whether the last thing of a node is a block of text: it would change if its last line ended.
func endsInBlock(n *yaml.Node) bool {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
}

// markedLines are the item's lines with the annotation of local configuration added, and nothing else changed; nil
// where the metadata is not written in block style.
func (i *Item) markedLines() []byte {
	metadata := blockChild(i.node, "metadata")
	if metadata == nil {
		return nil
	}
	mark := annotationLocalConfig + `: "true"` + "\n"
	if keyAt(metadata.value, "annotations") < 0 && keyAt(metadata.value, "<<") < 0 {
		margin := strings.Repeat(" ", metadata.value.Column-1)
		return i.withLines(metadata, margin+"annotations:\n"+margin+"  "+mark)
	}
	if annotations := blockChild(metadata.value, "annotations"); annotations != nil {
		return i.withLines(annotations, strings.Repeat(" ", annotations.value.Column-1)+mark)
	}
	return nil
}

// A pair is a key of a mapping with its value.
type pair struct{ key, value *yaml.Node }

// blockChild is a key of a mapping whose value is a mapping in block style below it, or nil.
func blockChild(n *yaml.Node, key string) *pair {
	at := keyAt(n, key)
	if at < 0 {
		return nil
	}
	p := &pair{key: n.Content[at], value: n.Content[at+1]}
	if !p.isBlock() {
		return nil
	}
	return p
}

// isBlock tells whether the value is a mapping in block style below the key.
func (p *pair) isBlock() bool {
	return p.value.Kind == yaml.MappingNode && isBlock(p.value) && p.value.Content[0].Line > p.key.Line
}

// withLines are the item's lines with more lines right below a key. They end as the line of the key does.
func (i *Item) withLines(below *pair, more string) []byte {
	page := newPage(i.lines.text)
	at := below.key.Line - i.lines.first + 1
	if at < 1 || at > page.count() {
		return nil
	}
	above := page.text(0, at)
	if bytes.HasSuffix(above, []byte("\r\n")) {
		more = strings.ReplaceAll(more, "\n", "\r\n")
	}
	return bytes.Join([][]byte{above, page.text(at, page.count())}, []byte(more))
}

// writtenNode is the node of the item as it is written. The one that was read stays as it is.
func (i *Item) writtenNode() *yaml.Node {
	node := readable(i.node)
	if !i.local {
		return node
	}
	metadata := settable(node, "metadata")
	annotations := settable(metadata, "annotations")
	annotations.Content = append(annotations.Content,
		&yaml.Node{Kind: yaml.ScalarNode, Value: annotationLocalConfig},
		&yaml.Node{Kind: yaml.ScalarNode, Value: "true", Style: yaml.DoubleQuotedStyle, Tag: yaml.NodeTagString})
	return node
}

// settable returns the mapping below a key of n, made where there is none. Nodes of a copy are expected.
func settable(n *yaml.Node, key string) *yaml.Node {
	at := keyAt(n, key)
	if at < 0 {
		n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, &yaml.Node{Kind: yaml.MappingNode})
		at = len(n.Content) - 2
	}
	value := n.Content[at+1]
	if value.Kind == yaml.AliasNode {
		value = copied(value)
	}
	if value.Kind != yaml.MappingNode {
		value = &yaml.Node{Kind: yaml.MappingNode}
	}
	n.Content[at+1] = value
	return value
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
		out.Content = make([]*yaml.Node, len(n.Content))
		for at, c := range n.Content {
			out.Content[at] = clone(c)
		}
		return &out
	}
	return clone(n)
}

// readableStyle is the style of a node, but for two that kyaml's encoder gets wrong: a block whose text begins with a
// tab cannot be read at all, and a folded one gains lines where some are indented.
func readableStyle(n *yaml.Node) yaml.Style {
	switch {
	case strings.HasPrefix(strings.TrimLeft(n.Value, "\n"), "\t"):
		return yaml.DoubleQuotedStyle
	case n.Style&yaml.FoldedStyle != 0:
		return n.Style&^yaml.FoldedStyle | yaml.LiteralStyle
	default:
		return n.Style
	}
}
