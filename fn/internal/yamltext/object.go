package yamltext

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"sigs.k8s.io/kustomize/kyaml/yaml"
	sigsyaml "sigs.k8s.io/yaml"
)

// An Object is one map that was read. It never changes.
type Object struct {
	// node is the tree, without aliases and merge keys. written is the same tree as it was written. They are one tree if there are
	// no aliases and merge keys.
	node, written *yaml.Node
	// text is the document from which the object was read. It is nil for an object that is written anew.
	text []byte
}

// Node returns the tree of the object, for reading only: it has no aliases and no merge keys, and its places are those in the file.
// It returns nil for a nil object.
func (o *Object) Node() *yaml.Node {
	if o == nil {
		return nil
	}
	return o.node
}

// Text returns the scalar at a path of keys, of any type. It returns "" for null and for anything else.
func (o *Object) Text(keys ...string) string { return Text(Child(o.node, keys...)) }

// A Header is what tells an object from others.
type Header struct {
	APIVersion, Kind, Namespace, Name string
	// Annotations have the values that are not lists or maps; nil where there are none.
	Annotations map[string]string
}

// Header returns the header of the object.
func (o *Object) Header() Header {
	h := Header{
		APIVersion: o.Text("apiVersion"), Kind: o.Text("kind"),
		Namespace: o.Text("metadata", "namespace"), Name: o.Text("metadata", "name"),
	}
	annotations := Child(o.node, "metadata", "annotations")
	if annotations == nil || annotations.Kind != yaml.MappingNode || len(annotations.Content) == 0 {
		return h
	}
	h.Annotations = make(map[string]string, len(annotations.Content)/2)
	for at := 0; at < len(annotations.Content); at += 2 {
		h.Annotations[annotations.Content[at].Value] = Text(annotations.Content[at+1])
	}
	return h
}

// Mentions tells whether a word is in the object: in its keys or values.
func (o *Object) Mentions(word string) bool {
	found := false
	each(o.node, func(n *yaml.Node) { found = found || strings.Contains(n.Value, word) })
	return found
}

// Content returns the object as decoded JSON, with its numbers as they are written there ([json.Number]).
func (o *Object) Content() (map[string]any, error) {
	content, err := contentOf(o.node)
	fields, _ := content.(map[string]any)
	return fields, err
}

// contentOf returns a value as sigs.k8s.io/yaml reads it, and with it kubectl: by the rules of YAML 1.1.
func contentOf(n *yaml.Node) (content any, err error) {
	switch n.Kind {
	case yaml.MappingNode:
		fields := make(map[string]any, len(n.Content)/2)
		for at := 0; at < len(n.Content) && err == nil; at += 2 {
			fields[n.Content[at].Value], err = contentOf(n.Content[at+1])
		}
		return fields, err
	case yaml.SequenceNode:
		elements := make([]any, len(n.Content))
		for at := 0; at < len(elements) && err == nil; at++ {
			elements[at], err = contentOf(n.Content[at])
		}
		return elements, err
	}
	text := n.Value
	if n.Tag == yaml.NodeTagString && n.Style&^yaml.TaggedStyle != 0 {
		return text, nil
	}
	if n.Style&yaml.TaggedStyle != 0 {
		text = n.Tag + " " + strconv.Quote(text)
	}
	data, err := sigsyaml.YAMLToJSON([]byte(text))
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	err = decoder.Decode(&content)
	return content, err
}

// Document returns the object as a YAML document that ends with a newline, without a marker. An object that is written anew is
// read again: kyaml writes some strings so that nobody can read them back, folded strings with indented lines for example. Such an
// object gets the block style, and has no comments if these are what cannot be read.
func (o *Object) Document() ([]byte, error) {
	if o.text != nil {
		return o.text, nil
	}
	for _, tree := range []func() *yaml.Node{
		func() *yaml.Node { return o.written },
		func() *yaml.Node { return o.node },
		func() *yaml.Node { return o.simple(false) },
		func() *yaml.Node { return o.simple(true) },
	} {
		if text := encode(tree()); text != nil {
			if again, err := readDocument(text, Place{1, 1}, nil); err == nil && again != nil && same(again.node, o.node) {
				return text, nil
			}
		}
	}
	return nil, errors.New("what was written reads otherwise than it was meant")
}

// simple returns a copy of the tree in block style, with or without comments.
func (o *Object) simple(isBare bool) *yaml.Node {
	out := yaml.CopyYNode(o.node)
	inBlocks(out)
	if isBare {
		each(out, func(n *yaml.Node) { n.HeadComment, n.LineComment, n.FootComment = "", "", "" })
	}
	return out
}

// encode writes a tree with its comments. It returns nil where kyaml cannot.
func encode(node *yaml.Node) []byte {
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	if encoder.Encode(node) != nil || encoder.Close() != nil {
		return nil
	}
	return out.Bytes()
}

// Child returns the value at a path of keys, or nil.
func Child(n *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		at := keyAt(n, key)
		if at < 0 {
			return nil
		}
		n = n.Content[at+1]
	}
	return n
}

// keyAt returns the position of a key in the content of a map. It is -1 if there is none, and for other nodes.
func keyAt(n *yaml.Node, key string) int {
	if n == nil || n.Kind != yaml.MappingNode {
		return -1
	}
	for at := 0; at < len(n.Content); at += 2 {
		if n.Content[at].Value == key {
			return at
		}
	}
	return -1
}

// Text returns the value of a scalar of any type. It returns "" for null and for anything else.
func Text(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode || isNull(n) {
		return ""
	}
	return n.Value
}

// isNull tells whether a node is null, which may be empty.
func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == yaml.NodeTagNull }

// each visits the nodes of a tree in the order of the file.
func each(n *yaml.Node, visit func(*yaml.Node)) {
	visit(n)
	for _, c := range n.Content {
		each(c, visit)
	}
}

// same tells whether two trees mean the same. The order of keys, comments and style do not matter.
func same(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || a.ShortTag() != b.ShortTag() || a.Value != b.Value && !isNull(a) || len(a.Content) != len(b.Content) {
		return false
	}
	for at := 0; at < len(a.Content); at++ {
		other := at
		if a.Kind == yaml.MappingNode {
			if a.Content[at].Value != b.Content[at].Value {
				other = keyAt(b, a.Content[at].Value)
			}
			at++ // to the value
			if other < 0 || a.Content[at-1].ShortTag() != b.Content[other].ShortTag() {
				return false
			}
			other++
		}
		if !same(a.Content[at], b.Content[other]) {
			return false
		}
	}
	return true
}

// styleOf returns the style in which a string is written so that every reader takes it for the same string.
func styleOf(value string) yaml.Style {
	node, err := nodeOf(value)
	if err != nil {
		return yaml.DoubleQuotedStyle
	}
	return node.Style
}

// inBlocks gives a tree the block style, and its strings and nulls the form that every reader understands.
func inBlocks(root *yaml.Node) {
	each(root, func(n *yaml.Node) {
		n.Style = 0
		switch {
		case n.Kind != yaml.ScalarNode:
			n.Tag = ""
		case isNull(n):
			n.Value = "null"
		case n.ShortTag() == yaml.NodeTagString:
			n.Style = styleOf(n.Value)
		}
	})
}

// A Place is a position in a file: line and column, both from 1. Columns count characters. The zero value is not a place.
type Place struct{ Line, Column int }

// below turns a place in a part of a file into a place in the file. The part begins at start.
func (p Place) below(start Place) Place {
	if p.Line == 1 {
		return Place{start.Line, start.Column + p.Column - 1}
	}
	return Place{start.Line + p.Line - 1, p.Column}
}

// endOf is the place right behind a document.
func endOf(text []byte) Place {
	last := bytes.LastIndexByte(text, '\n') + 1
	return Place{1 + bytes.Count(text, []byte("\n")), 1 + utf8.RuneCount(text[last:])}
}

// An Error says what is wrong with a file, and where.
type Error struct {
	Place
	// Message is the problem as a sentence, without its place.
	Message string
	// NoObject says that the document can be read, but is a list, a single value or nothing but comments.
	NoObject bool
}

// Error returns the message after its place, as in "3:1: items is not a list".
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
}

// errorAt is an error about a node.
func errorAt(n *yaml.Node, format string, args ...any) *Error {
	return &Error{Place: Place{n.Line, n.Column}, Message: fmt.Sprintf(format, args...)}
}
