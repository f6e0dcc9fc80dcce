package yamltext

import (
	"bytes"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// large is the size in bytes from which a list is read item by item. A tree takes fifty times the memory of its text.
const large = 1 << 18

// readItemwise reads a list in JSON, or a large list in YAML, without a tree of the whole: the tree that it returns has
// empty mappings or nothing in place of the items, which are objects by themselves. It is nil where they cannot be told
// from each other, or need one another. Items are what keep returns for them and their places in data, while the tree of
// the one item is in memory.
func readItemwise[T any](data []byte, keep func(*Object, Place) T) (root *yaml.Node, f *frame, items []T) {
	items = []T{}
	visit := func(text lines, at Place) error {
		object := &Object{node: text.read(), lines: text}
		if object.node == nil {
			return errOtherwise
		}
		object.header = headerOf(object.node)
		items = append(items, keep(object, at))
		object.node = nil
		return nil
	}
	var err error
	if r := newJSONReader(data); r != nil {
		if root, err = r.list(visit); err == nil {
			f = newFrame(data, root)
		}
	} else {
		root, f, err = readLarge(data, visit)
	}
	if err != nil {
		return nil, nil, nil
	}
	return root, f, items
}

// readLarge reads a large list in YAML, and visits the lines of its items and their places in data. In the tree, the
// items are empty mappings.
func readLarge(data []byte, visit func(lines, Place) error) (*yaml.Node, *frame, error) {
	if len(data) < large || !countsLines(data) || isOpen(data) {
		return nil, nil, errOtherwise
	}
	root, err := readDocument(outlineOf(data))
	if err != nil || root == nil || root.Kind != yaml.MappingNode {
		return nil, nil, errOtherwise
	}
	f := newFrame(data, root)
	if nodes, err := itemNodes(root); err != nil || len(nodes) != len(f.items) || len(nodes) == 0 {
		return nil, nil, errOtherwise
	}
	for _, item := range f.items {
		if err := visit(item.with(item.text), Place{item.first, 1}); err != nil {
			return nil, nil, err
		}
	}
	f.keepFirstItem()
	return root, f, nil
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

// Light returns the object without its tree, if the tree can be read again from the lines.
func (o *Object) Light() *Object {
	if o.node == nil || o.lines.closed(o.node) == nil {
		return o
	}
	start := Place{o.lines.first, 1}.below(o.start)
	return &Object{header: headerOf(o.node), lines: o.lines.with(o.lines.text), start: start}
}

// Whole returns the object with its tree in memory. Without it, each question about the tree reads the lines again.
func (o *Object) Whole() *Object {
	if o == nil || o.node != nil {
		return o
	}
	out := *o
	if out.node = o.lines.read(); out.node == nil {
		panic("yamltext: an object that was read cannot be read")
	}
	return &out
}
