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
// escapes of JSON.
func readJSON(data []byte) *yaml.Node {
	if !isJSON(data) {
		return nil
	}
	r := jsonReader{data: data, decoder: json.NewDecoder(bytes.NewReader(data)), place: Place{1, 1}}
	r.decoder.UseNumber()
	root, err := r.value()
	if err != nil || root == nil {
		return nil
	}
	if _, err := r.decoder.Token(); !errors.Is(err, io.EOF) {
		return nil
	}
	return root
}

// isJSON tells whether a text begins like a JSON object.
func isJSON(data []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) }

// A jsonReader makes a tree from JSON.
type jsonReader struct {
	data    []byte
	decoder *json.Decoder
	// read is the number of bytes of data before place.
	read  int
	place Place
}

// token returns the next token and its place.
func (r *jsonReader) token() (json.Token, *yaml.Node, error) {
	start := int(r.decoder.InputOffset())
	token, err := r.decoder.Token()
	if err != nil {
		return nil, nil, err
	}
	start += bytes.IndexFunc(r.data[start:], func(c rune) bool { return !strings.ContainsRune(" \t\r\n,:", c) })
	for ; r.read < start; r.read++ {
		switch b := r.data[r.read]; {
		case b == '\n':
			r.place = Place{r.place.Line + 1, 1}
		case utf8.RuneStart(b):
			r.place.Column++
		}
	}
	return token, &yaml.Node{Line: r.place.Line, Column: r.place.Column, Kind: yaml.ScalarNode}, nil
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
			node.Kind, node.Tag, node.Style = yaml.MappingNode, yaml.NodeTagMap, yaml.FlowStyle
		case '[':
			node.Kind, node.Tag, node.Style = yaml.SequenceNode, yaml.NodeTagSeq, yaml.FlowStyle
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
