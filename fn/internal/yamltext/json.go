package yamltext

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// readJSON reads a text that is one JSON object. It returns nil for any other text. The YAML parser does not know all
// escapes of JSON, and folds line ends of YAML that JSON allows in a string.
func readJSON(data []byte) *yaml.Node {
	r := newJSONReader(data)
	if r == nil || !json.Valid(data[r.start:]) { // it is not valid either where it is too deep for other readers
		return nil
	}
	root, _ := r.value()
	return root
}

// isJSON tells whether a text begins like a JSON object.
func isJSON(data []byte) bool { return jsonStart(data) >= 0 }

// jsonStart returns where the object in a text that begins like a JSON object starts: behind blanks and the marker of a
// document. It is -1 for any other text.
func jsonStart(data []byte) int {
	rest, isMarked := bytes.CutPrefix(data, []byte("---"))
	text := bytes.TrimLeft(rest, " \t\r\n")
	if !bytes.HasPrefix(text, []byte("{")) || isMarked && len(text) == len(rest) {
		return -1
	}
	return len(data) - len(text)
}

// jsonDocuments cuts a text into JSON objects that follow each other without markers. It returns any other text whole.
func jsonDocuments(data []byte) [][]byte {
	start := jsonStart(data)
	if start < 0 || json.Valid(data[start:]) {
		return [][]byte{data}
	}
	var documents [][]byte
	decoder := json.NewDecoder(bytes.NewReader(data[start:]))
	from := 0
	for decoder.More() {
		var object json.RawMessage
		if decoder.Decode(&object) != nil {
			return [][]byte{data}
		}
		end := start + int(decoder.InputOffset())
		documents = append(documents, data[from:end])
		from = end
	}
	last := len(documents) - 1
	documents[last] = data[from-len(documents[last]):]
	return documents
}

// A jsonReader makes a tree from JSON.
type jsonReader struct {
	data    []byte
	decoder *json.Decoder
	// start is where the decoder began. read is the number of bytes of data before place.
	start, read int
	place       Place
}

// newJSONReader returns nil for a text that does not begin like a JSON object.
func newJSONReader(data []byte) *jsonReader {
	start := jsonStart(data)
	if start < 0 {
		return nil
	}
	r := &jsonReader{data: data, decoder: json.NewDecoder(bytes.NewReader(data[start:])), start: start, place: Place{1, 1}}
	r.decoder.UseNumber()
	return r
}

// offset is the place in data behind what was read last.
func (r *jsonReader) offset() int { return r.start + int(r.decoder.InputOffset()) }

// atEnd tells whether nothing follows.
func (r *jsonReader) atEnd() bool {
	_, err := r.decoder.Token()
	return errors.Is(err, io.EOF)
}

// errOtherwise is the error about JSON that is read with a tree of the whole.
var errOtherwise = errors.New("the items are no list of objects, or are there twice")

// list reads an object, and visits the texts of its items and their places in data. In the tree, items is an empty list.
func (r *jsonReader) list(visit func(lines, Place) error) (*yaml.Node, error) {
	_, root, err := r.token()
	if err != nil {
		return nil, err
	}
	become(root, yaml.MappingNode)
	for {
		key, err := r.value()
		switch {
		case err != nil:
			return nil, err
		case key == nil && !r.atEnd():
			return nil, errOtherwise
		case key == nil:
			return root, nil
		}
		var value *yaml.Node
		if key.Value == keyItems {
			if own(root, keyItems) != nil {
				return nil, errOtherwise
			}
			value, err = r.items(visit)
		} else {
			value, err = r.value()
		}
		if err != nil {
			return nil, err
		}
		root.Content = append(root.Content, key, value)
	}
}

// items visits the elements of a list, which must be objects.
func (r *jsonReader) items(visit func(lines, Place) error) (*yaml.Node, error) {
	token, list, err := r.token()
	if err != nil || token == nil {
		return list, err
	}
	if token != json.Delim('[') {
		return nil, errOtherwise
	}
	become(list, yaml.SequenceNode)
	for r.decoder.More() {
		var item json.RawMessage
		if err := r.decoder.Decode(&item); err != nil {
			return nil, err
		}
		start := r.offset() - len(item)
		node := r.nodeAt(start)
		if err := visit(lines{text: r.data[start:r.offset()], first: 1}, placeOf(node)); err != nil {
			return nil, err
		}
	}
	_, err = r.decoder.Token()
	return list, err
}

// become makes a node a mapping or a list.
func become(node *yaml.Node, kind yaml.Kind) {
	node.Kind, node.Style, node.Tag = kind, yaml.FlowStyle, yaml.NodeTagMap
	if kind == yaml.SequenceNode {
		node.Tag = yaml.NodeTagSeq
	}
}

// token returns the next token and its place.
func (r *jsonReader) token() (json.Token, *yaml.Node, error) {
	start := r.offset()
	token, err := r.decoder.Token()
	if err != nil {
		return nil, nil, err
	}
	start += bytes.IndexFunc(r.data[start:], func(c rune) bool { return !strings.ContainsRune(" \t\r\n,:", c) })
	return token, r.nodeAt(start), nil
}

// nodeAt returns a node with the place of a byte of data, which is not before that of the last call.
func (r *jsonReader) nodeAt(start int) *yaml.Node {
	for ; r.read < start; r.read++ {
		switch b := r.data[r.read]; {
		case b == '\n':
			r.place = Place{r.place.Line + 1, 1}
		case utf8.RuneStart(b):
			r.place.Column++
		}
	}
	return &yaml.Node{Line: r.place.Line, Column: r.place.Column, Kind: yaml.ScalarNode}
}

// value reads a value. It returns nil at the end of a list or an object.
func (r *jsonReader) value() (*yaml.Node, error) {
	token, node, err := r.token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		switch t {
		case '{':
			become(node, yaml.MappingNode)
		case '[':
			become(node, yaml.SequenceNode)
		default:
			return nil, nil
		}
		for {
			inner, err := r.value()
			if err != nil || inner == nil {
				return node, err
			}
			node.Content = append(node.Content, inner)
		}
	case string:
		node.Tag, node.Style, node.Value = yaml.NodeTagString, yaml.DoubleQuotedStyle, t
	case json.Number:
		node.Tag, node.Value = numberTag(t.String()), t.String()
	case bool:
		node.Tag, node.Value = yaml.NodeTagBool, map[bool]string{true: "true", false: "false"}[t]
	case nil:
		node.Tag, node.Value = yaml.NodeTagNull, "null"
	}
	return node, nil
}

// numberTag returns the tag that the YAML parser gives a number without a tag: an integer of more than 64 bits is a float.
func numberTag(number string) string {
	if _, err := strconv.ParseInt(number, 10, 64); err == nil {
		return yaml.NodeTagInt
	}
	if _, err := strconv.ParseUint(number, 10, 64); err == nil {
		return yaml.NodeTagInt
	}
	return yaml.NodeTagFloat
}
