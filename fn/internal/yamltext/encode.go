package yamltext

import (
	"bytes"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

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
