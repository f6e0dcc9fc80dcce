package yamltext

import (
	"bytes"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// large is the size in bytes from which a list is read item by item. A tree takes fifty times the memory of its text.
const large = 1 << 18

// readLarge reads a large list without a tree of the whole: the tree that it returns has empty mappings for the items,
// which are objects by themselves. It is nil where they cannot be told from each other by their indentation, or need
// one another. Items are what keep returns for them, while the tree of the one item is in memory.
func readLarge[T any](data []byte, keep func(*Object) T) (root *yaml.Node, f *frame, items []T) {
	if len(data) < large || !countsLines(data) || isOpen(data) {
		return nil, nil, nil
	}
	outline := outlineOf(data)
	if outline == nil {
		return nil, nil, nil
	}
	root, err := readDocument(outline)
	if err != nil || root == nil || root.Kind != yaml.MappingNode {
		return nil, nil, nil
	}
	f = newFrame(data, root, nil)
	all := f.items
	if nodes, err := itemNodes(root); err != nil || len(nodes) != len(all) || len(all) == 0 {
		return nil, nil, nil
	}
	f.leaveItems()
	items = make([]T, 0, len(all))
	for _, lines := range all {
		object := &Object{node: lines.read(), lines: lines.with(lines.text)}
		if object.node == nil || isOpen(lines.text) {
			return nil, nil, nil
		}
		object.header = headerOf(object.node)
		items = append(items, keep(object))
		object.node, object.lines = nil, lines
	}
	return root, f, items
}

// read reads the lines of one object; nil where they are none.
func (l lines) read() *yaml.Node {
	node, err := readDocument(l.text)
	if err == nil && l.dash && node != nil && node.Kind == yaml.SequenceNode && len(node.Content) == 1 {
		node = node.Content[0]
	}
	if err != nil || node == nil || node.Kind != yaml.MappingNode {
		return nil
	}
	if _, err := inlineAliases(l.text, []*yaml.Node{node}); err != nil {
		return nil
	}
	return node
}

// document are the lines of an item without its dash and margin; nil where they are not all indented.
func (l lines) document() []byte {
	var text []byte
	margin := -1
	for line := range bytes.Lines(l.text) {
		rest := bytes.TrimLeft(line, " ")
		at := len(line) - len(rest)
		switch {
		case margin < 0 && rest[0] == '-':
			margin = at + 2
			line = append(bytes.Repeat([]byte(" "), margin), line[min(margin, len(line)-1):]...)
		case rest[0] == '\n', rest[0] == '\r':
			line = append(bytes.Repeat([]byte(" "), max(margin, 0)), rest...)
		case rest[0] == '#' && at < margin, margin < 0:
			line = append(bytes.Repeat([]byte(" "), max(margin, 0)), rest...)
		case at < margin:
			return nil
		}
		text = append(text, line[max(margin, 0):]...)
	}
	return text
}

// outlineOf is a list with "{}" in place of each of its items, on the same line; nil where the items are not laid out
// as usual. Whoever uses it reads the items too: where this takes text for a dash, some item cannot be read.
func outlineOf(data []byte) []byte {
	const key = "\nitems:"
	at := bytes.Index(data, []byte(key)) + len(key)
	if at < len(key) {
		return nil
	}
	line, rest := cutLine(data[at:])
	if note := bytes.TrimSpace(line); len(note) > 0 && note[0] != '#' {
		return nil
	}
	outline := append(bytes.Clone(data[:at]), '\n')
	indent := -1
	for len(rest) > 0 {
		line, below := cutLine(rest)
		text := bytes.TrimLeft(line, " ")
		margin := len(line) - len(text)
		isDash := len(text) > 0 && text[0] == '-' && (len(text) == 1 || bytes.ContainsAny(text[1:2], " \r"))
		if indent < 0 && isDash {
			indent = margin
		}
		switch {
		case margin == indent && isDash:
			outline = append(append(outline, line[:margin]...), "- {}\n"...)
		case margin > indent && indent >= 0, len(bytes.TrimSpace(text)) == 0, text[0] == '#':
			outline = append(outline, '\n')
		default:
			return append(outline, rest...)
		}
		rest = below
	}
	return outline
}

// cutLine returns the first line of a text without its end, and what is below.
func cutLine(text []byte) (line, below []byte) {
	line, below, _ = bytes.Cut(text, []byte("\n"))
	return line, below
}

// forgotten is the object with its header and without its tree, which takes far more memory and is read again from the
// lines when it is asked for. It is nil where they cannot be read.
func (o *Object) forgotten() *Object {
	if o.node == nil || o.lines.text == nil || isOpen(o.lines.text) {
		return nil
	}
	return &Object{header: headerOf(o.node), lines: o.lines}
}

// from is the object in a file, or a part of it, that begins at start.
func (o *Object) from(start Place) *Object {
	if o.node == nil {
		start = Place{int(o.lines.first), 1}.below(start)
	}
	o.start = smallPlace{int32(start.Line), int32(start.Column)}
	return o
}

// Load keeps the tree of the object in memory until Forget. Without it, each question about the tree reads the lines
// again.
func (o *Object) Load() { *o = *o.whole() }

// Forget drops the tree of the object if it can be read again from the lines. Everything else stays as it is.
func (o *Object) Forget() {
	if o.node == nil {
		return
	}
	if light := o.forgotten(); light != nil {
		*o = *light.from(o.start.place())
		o.lines.first = 1
	}
}

// whole is the object with its tree.
func (o *Object) whole() *Object {
	if o == nil || o.node != nil {
		return o
	}
	out := *o
	out.lines.first = 1
	if out.node = o.lines.read(); out.node == nil {
		panic("yamltext: an object that was read cannot be read")
	}
	return &out
}
