package yamltext

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// readDocument reads the one YAML or JSON document of data. It returns nil if there are only comments.
func readDocument(data []byte) (*yaml.Node, *Error) {
	if err := checkText(data); err != nil {
		return nil, err
	}
	if root := readJSON(data); root != nil {
		return root, nil
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	root, err := readNext(decoder)
	if err != nil {
		return nil, explain(data, err)
	}
	if next, err := readNext(decoder); err != nil {
		return nil, explain(data, err)
	} else if next != nil {
		return nil, errorAt(next, "a second document begins here, but only one is expected")
	}
	if err := checkValues(root); err != nil {
		return nil, err
	}
	return root, nil
}

// checkValues finds the first place where YAML says what JSON cannot, so that no server takes it: a key that is no text,
// no number and no boolean, a number that is not finite, a value that does not fit its tag, or a merge key without a mapping.
func checkValues(n *yaml.Node) *Error {
	if n == nil {
		return nil
	}
	if err := checkValue(n); err != nil {
		return err
	}
	for _, c := range n.Content {
		if err := checkValues(c); err != nil {
			return err
		}
	}
	return nil
}

func checkValue(n *yaml.Node) *Error {
	switch {
	case n.Kind == yaml.MappingNode:
		return checkKeys(n)
	case n.Kind == yaml.ScalarNode && n.Tag == yaml.NodeTagFloat && strings.ContainsAny(n.Value, "nN"): // .nan, -.inf
		return errorAt(n, "%s is no number in JSON, so no server takes it: write a finite number, or a text in quotes", n.Value)
	case n.Kind == yaml.ScalarNode && n.Style&yaml.TaggedStyle != 0:
		var value any
		if n.Decode(&value) != nil {
			return errorAt(n, "%q does not fit the tag %s: write another value, or leave the tag out", n.Value, n.Tag)
		}
	}
	return nil
}

func checkKeys(n *yaml.Node) *Error {
	for at := 0; at < len(n.Content); at += 2 {
		key := Deref(n.Content[at])
		switch {
		case key.Kind == yaml.MappingNode && key.Line == n.Line && key.Column == n.Column+1: // {{
			return errorAt(n, template)
		case key.Kind != yaml.ScalarNode || isNull(key):
			return errorAt(n.Content[at], "a key is a text, and this is null, a list or a mapping: write a text, in quotes if need be")
		}
	}
	for _, merged := range mergedBy(n) {
		if Deref(merged).Kind != yaml.MappingNode {
			return errorAt(merged, "the key << merges a mapping or a list of mappings, and this is neither: write a mapping, or the key in quotes")
		}
	}
	return nil
}

// readNext reads a document. It returns nil at the end and for an empty document. A panic of the parser becomes an
// error.
func readNext(decoder *yaml.Decoder) (node *yaml.Node, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			node, err = nil, fmt.Errorf("yaml: %v", fault)
		}
	}()
	var document yaml.Node
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return contentOf(&document), nil
}

// contentOf returns the content of a document, or nil if it is empty.
func contentOf(document *yaml.Node) *yaml.Node {
	if len(document.Content) == 0 {
		return nil
	}
	content := document.Content[0]
	if content.Kind == yaml.ScalarNode && Text(content) == "" && content.Style == 0 {
		return nil
	}
	return content
}

// checkText finds the first place where data is not text: a control character that YAML does not allow, or invalid
// UTF-8.
func checkText(data []byte) *Error {
	for at := 0; at < len(data); {
		b := data[at]
		switch {
		case b < ' ' && b != '\t' && b != '\r' && b != '\n', b == 0x7f && !isJSON(data):
			return errorInText(data, at, "this is no text: it holds the byte 0x%02x, which YAML does not allow: remove it", b)
		case b >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(data[at:])
			if r == utf8.RuneError && size == 1 {
				return errorInText(data, at, "this is no UTF-8 text: it holds the byte 0x%02x: save the file as UTF-8", b)
			}
			if (r < 0xa0 && r != 0x85 || r == 0xfffe || r == 0xffff) && !isJSON(data) {
				return errorInText(data, at, "this is no text: it holds the character %U, which YAML does not allow: remove it", r)
			}
			if r == 0xfeff && at > 0 && data[at-1] == '\n' {
				return errorInText(data, at, "this line begins with the character U+FEFF, which only a file may begin with: remove it")
			}
			at += size - 1
		}
		at++
	}
	return nil
}

var yamlError = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`) })

// explain turns an error of the YAML parser into an error with a place and advice.
func explain(data []byte, err error) *Error {
	match := yamlError().FindStringSubmatch(err.Error())
	if match == nil {
		return errorAt(nil, "%s", err)
	}
	line, _ := strconv.Atoi(match[1]) // the message may have no line
	return mistakeIn(data, line, match[2])
}
