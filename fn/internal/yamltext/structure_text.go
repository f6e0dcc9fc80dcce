package yamltext

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// insertions returns ways to insert an addition into the text of the mapping, list or null at a path, the best first.
// Some of them may be wrong.
func (o *Object) insertions(path []string, added addition) []change {
	parent := place(o.node, path)
	switch {
	case o.lines.text == nil || parent == nil || parent.Kind == yaml.AliasNode:
		return nil
	case parent.Kind == yaml.ScalarNode:
		return o.insertAtNull(path, added)
	case parent.Kind == yaml.MappingNode && keyAt(parent, added.key) >= 0:
		return o.insertInstead(slices.Concat(path, []string{added.key}), added.value)
	case parent.Style&yaml.FlowStyle != 0:
		return o.insertInFlow(parent, added)
	case parent.Kind == yaml.MappingNode:
		first := parent.Content[0]
		changes := slices.Concat(o.inBlock(o.headOf(first), first.Column-1, added.block()), o.inBlock(first.Line, -1, added.block()))
		return append(changes, o.insertAfter(parent.Content[len(parent.Content)-2], first.Column-1, added)...)
	default:
		margin := parent.Column - 1
		return o.insertAfter(parent.Content[len(parent.Content)-1], margin, added)
	}
}

// headOf returns the line below the key of a block mapping, given the first key in it: the first of the comments above.
func (o *Object) headOf(first *yaml.Node) int {
	p, at := newPage(o.lines.text), o.lines.at(first)
	for at > 0 && at <= p.count() && isRemark(p.text(at-1, at)) {
		at--
	}
	return at + o.lines.first
}

// insertAtNull writes a list or mapping with the addition in the place of a null.
func (o *Object) insertAtNull(path []string, added addition) []change {
	if len(path) == 0 {
		return nil
	}
	above := place(o.node, path[:len(path)-1])
	switch {
	case above.Kind != yaml.MappingNode:
		return nil
	case above.Style&yaml.FlowStyle == 0:
		return o.insertBelow(above, path, added)
	case added.key != "":
		return o.insertInstead(path, map[string]any{added.key: added.value})
	default:
		return o.insertInstead(path, []any{added.value})
	}
}

// insertInstead writes a value on one line in the place of a null.
func (o *Object) insertInstead(path []string, value any) []change {
	text, err := addition{value: value}.flow()
	if err != nil {
		return nil
	}
	return o.instead(path, " "+text)
}

// insertBelow inserts below a key without a value.
func (o *Object) insertBelow(above *yaml.Node, path []string, added addition) []change {
	key := above.Content[keyAt(above, path[len(path)-1])]
	margin := key.Column - 1
	if added.key != "" {
		margin += 2
	}
	return o.inBlock(key.Line+1, margin, added.block())
}

// insertAfter inserts the lines of an addition after the lines of an entry or element, whose margin is given.
func (o *Object) insertAfter(n *yaml.Node, margin int, added addition) []change {
	p := newPage(o.lines.text)
	end := o.endOf(p, n, margin)
	if end < 0 {
		return nil
	}
	near := end
	for near > 0 && isRemark(p.text(near-1, near)) && indentOf(p.text(near-1, near)) <= margin {
		near--
	}
	first := o.lines.first
	return slices.Concat(o.inBlock(near+first, margin, added.block()), o.inBlock(end+first, margin, added.block()))
}

// endOf returns the first line below an entry or element with content of an outer one. Remarks above that line are
// counted in. It is -1 if the node's place is unknown.
func (o *Object) endOf(p page, n *yaml.Node, margin int) int {
	last := n.Line
	each(n, func(n *yaml.Node) { last = max(last, n.Line) })
	at := last - o.lines.first + 1
	if at < 1 || at > p.count() {
		return -1
	}
	for at < p.count() {
		if line := p.text(at, at+1); !isRemark(line) && indentOf(line) <= margin {
			return at
		}
		at++
	}
	return at
}

// isRemark tells whether a line is blank or a comment.
func isRemark(line []byte) bool {
	text := bytes.TrimSpace(line)
	return len(text) == 0 || text[0] == '#'
}

// deletions returns ways to delete an entry or element, of width nodes, from the text.
func (o *Object) deletions(parent *yaml.Node, at, width int) []change {
	if o.lines.text == nil || parent == nil || parent.Kind == yaml.AliasNode || at+width > len(parent.Content) {
		return nil
	}
	if parent.Style&yaml.FlowStyle != 0 {
		return o.deleteInFlow(parent.Content[at], parent.Content[at+width-1])
	}
	p := newPage(o.lines.text)
	first, margin := o.lines.at(parent.Content[at]), parent.Content[at].Column-1
	if parent.Kind == yaml.SequenceNode {
		margin = parent.Column - 1
		if first = p.dashOf(&yaml.Node{Line: first + 1, Column: parent.Content[at].Column}, max(0, first-1), margin); first < 0 {
			return nil
		}
	}
	end := o.endOf(p, parent.Content[at+width-1], margin)
	if end < 0 || first < 0 || indentOf(p.text(first, first+1)) != margin {
		return nil
	}
	near := end
	for near > first+1 && isRemark(p.text(near-1, near)) {
		near--
	}
	return []change{{p.offsets[first], p.offsets[near] - p.offsets[first], ""}, {p.offsets[first], p.offsets[end] - p.offsets[first], ""}}
}

// insertInFlow inserts at the beginning of a mapping and at the end of a list, in flow style.
func (o *Object) insertInFlow(parent *yaml.Node, added addition) []change {
	text, err := added.flow()
	if err != nil {
		return nil
	}
	switch {
	case len(parent.Content) == 0:
		if start := o.offset(parent); start >= 0 {
			return []change{{start + 1, 0, text}}
		}
	case parent.Kind == yaml.MappingNode:
		if start := o.offset(parent.Content[0]); start >= 0 {
			return []change{{start, 0, text + ", "}}
		}
	default:
		if end := o.flowEnd(parent.Content[len(parent.Content)-1]); end >= 0 {
			return []change{{end, 0, ", " + text}}
		}
	}
	return nil
}

// deleteInFlow deletes what [Object.insertInFlow] inserts.
func (o *Object) deleteInFlow(first, last *yaml.Node) []change {
	start, end := o.offset(first), o.flowEnd(last)
	if start < 0 || end < start {
		return nil
	}
	text := o.lines.text
	var changes []change
	for _, comma := range []string{", ", ","} {
		if bytes.HasPrefix(text[end:], []byte(comma)) {
			changes = append(changes, change{start, end + len(comma) - start, ""})
		}
		if bytes.HasSuffix(text[:start], []byte(comma)) {
			changes = append(changes, change{start - len(comma), end - start + len(comma), ""})
		}
	}
	return append(changes, change{start, end - start, ""})
}

// offset returns the place of a node in the text, in bytes, or -1.
func (o *Object) offset(n *yaml.Node) int {
	p, at := newPage(o.lines.text), o.lines.at(n)
	if at < 0 || at >= p.count() {
		return -1
	}
	start := p.offsets[at]
	for range n.Column - 1 {
		_, size := utf8.DecodeRune(o.lines.text[start:])
		start += size
	}
	return start
}

// flowEnd returns the end of a value in flow style, in bytes, or -1.
func (o *Object) flowEnd(n *yaml.Node) int {
	start := o.offset(n)
	if start < 0 {
		return -1
	}
	text, depth := o.lines.text, 0
	for at := start; at < len(text); at++ {
		switch b := text[at]; b {
		case '"', '\'':
			if at = quotedEnd(text, at); at < 0 {
				return -1
			}
		case '[', '{':
			depth++
		case ']', '}', ',', '\n':
			if depth == 0 {
				return at - len(text[start:at]) + len(strings.TrimRight(string(text[start:at]), " \r"))
			}
			if b == ']' || b == '}' {
				depth--
			}
		}
		if depth == 0 && (text[at] == ']' || text[at] == '}' || n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0) {
			return at + 1
		}
	}
	return -1
}

// quotedEnd returns the place of the quote that ends a text in quotes, or -1.
func quotedEnd(text []byte, at int) int {
	mark := text[at]
	for at++; at < len(text); at++ {
		switch {
		case text[at] == '\\' && mark == '"':
			at++
		case text[at] != mark:
		case mark == '\'' && at+1 < len(text) && text[at+1] == mark:
			at++
		default:
			return at
		}
	}
	return -1
}
