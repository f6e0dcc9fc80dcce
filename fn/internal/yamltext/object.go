package yamltext

import (
	"bytes"
	"encoding/json"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"
	sigsyaml "sigs.k8s.io/yaml"
)

// An Object is one mapping that was read.
type Object struct {
	// node is the tree. It is nil for an item of a large file: then it is read from the lines each time, and header is known.
	node   *yaml.Node
	header Header
	// lines are the lines of the object. There are none if it shares a line with others.
	lines lines
	// start is the place in the file from which the node counts lines and columns. It is zero if unknown.
	start Place
}

// Node returns the tree of the object, for reading only. It returns nil for a nil object.
func (o *Object) Node() *yaml.Node {
	if o == nil {
		return nil
	}
	return o.Whole().node
}

// Text returns the scalar at a path of keys, of any type. It returns "" for null and for anything else.
func (o *Object) Text(keys ...string) string { return Text(Child(o.Node(), keys...)) }

// Content returns the object as decoded JSON, with its numbers as they are written there ([json.Number]).
func (o *Object) Content() (content any, err error) {
	if fields := o.fromJSON(); fields != nil {
		return fields, nil
	}
	text, err := o.Document()
	if err == nil {
		text, err = sigsyaml.YAMLToJSON(text)
	}
	if err == nil {
		content, err = decoded(text)
	}
	return content, err
}

// fromJSON returns the content of an object that is written as JSON, and nil for any other.
func (o *Object) fromJSON() map[string]any {
	if !isJSON(o.lines.text) || !json.Valid(o.lines.text) {
		return nil
	}
	content, _ := decoded(o.lines.text) // it is valid
	fields, _ := content.(map[string]any)
	return fields
}

func decoded(text []byte) (content any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	err = decoder.Decode(&content)
	return content, err
}

// Document returns the object as a YAML document that ends with a newline, without a marker. It writes JSON anew, because
// readers of YAML do not know all of JSON.
func (o *Object) Document() ([]byte, error) {
	if fields := o.fromJSON(); fields != nil {
		return asYAML(fields), nil
	}
	if text := o.lines.closed(o.node); text != nil && !o.lines.dash {
		return text, nil
	}
	o = o.Whole()
	out, err := o.anew(readable(o.node))
	if err != nil {
		return nil, err
	}
	return out.lines.text, nil
}

// lines are the lines of one object.
type lines struct {
	text []byte
	// first is the number of the first line, as the node counts lines.
	first int
	// dash says that the lines begin with the dash of a list item.
	dash bool
}

// at returns the line of a node, counted from the first line.
func (l lines) at(n *yaml.Node) int { return n.Line - l.first }

// with returns lines with another text in the same form.
func (l lines) with(text []byte) lines { return lines{text: text, first: 1, dash: l.dash} }

// closed returns the text with an end to its last line. It returns nil if there are no lines, or if the added line end
// would change a value.
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

// isOpen tells whether the last line has no line end, as in some files.
func isOpen(text []byte) bool {
	return len(text) > 0 && !bytes.HasSuffix(text, []byte("\n"))
}

// endsInBlock tells whether a node ends with a block of text. Such a text would change if its last line got an end.
func endsInBlock(n *yaml.Node) bool {
	if n == nil {
		return false // it was read again from the same lines
	}
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
}
