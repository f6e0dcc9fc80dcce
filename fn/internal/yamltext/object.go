package yamltext

import (
	"bytes"
	"encoding/json"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"
	sigsyaml "sigs.k8s.io/yaml"
)

// An Object is one mapping that was read. It never changes.
type Object struct {
	// node is the tree; nil where it is read again from the lines when it is asked for.
	node *yaml.Node
	// header is there where the tree is not.
	header *Header
	// lines are those it was read from, none where they cannot be told from others.
	lines lines
	// start is the place in the file of what the node counts lines and columns from; none where nobody knows.
	start Place
}

// Node returns the tree of the object, for reading only. Of no object it is nil.
func (o *Object) Node() *yaml.Node {
	if o == nil {
		return nil
	}
	return o.whole().node
}

// Text is the value of the scalar below a number of keys, whatever its type, or "" for anything else and for null.
func (o *Object) Text(keys ...string) string { return Text(Child(o.Node(), keys...)) }

// Content is the object as JSON has it.
func (o *Object) Content() (content any, err error) {
	text, err := o.Document()
	switch {
	case err != nil:
	case isJSON(text) && json.Valid(text):
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		err = decoder.Decode(&content)
	default:
		err = sigsyaml.Unmarshal(text, &content)
	}
	return content, err
}

// Document is the object as a YAML document that ends with a newline, without a marker.
func (o *Object) Document() ([]byte, error) {
	if text := o.lines.closed(o.node); text != nil && !o.lines.dash {
		return text, nil
	}
	if o.node == nil {
		if text := o.lines.document(); text != nil {
			return text, nil
		}
	}
	o = o.whole()
	out, err := o.anew(readable(o.node))
	if err != nil {
		return nil, err
	}
	return out.lines.text, nil
}

// lines are the lines of one object.
type lines struct {
	text []byte
	// first is the number of the first of them, as nodes count.
	first int
	// dash tells whether they begin with the dash of a list item.
	dash bool
}

// closed is the text with an end to its last line; nil where there are no lines, and where the end would change a node.
func (l lines) closed(n *yaml.Node) []byte {
	switch {
	case !isOpen(l.text):
		return l.text
	case endsInBlock(n):
		return nil
	default:
		return append(slices.Clip(l.text), '\n')
	}
}

// isOpen tells whether the last line does not end, as at the end of some files.
func isOpen(text []byte) bool {
	return len(text) > 0 && !bytes.HasSuffix(text, []byte("\n"))
}

// endsInBlock tells whether the last thing of a node is a block of text: it would change if its last line ended.
func endsInBlock(n *yaml.Node) bool {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
}
