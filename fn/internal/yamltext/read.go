package yamltext

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
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
	return root, nil
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
			return errorInText(data, at, "this is no text: it holds the byte 0x%02x", b)
		case b >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(data[at:])
			if r == utf8.RuneError && size == 1 {
				return errorInText(data, at, "this is no UTF-8 text: it holds the byte 0x%02x", b)
			}
			if (r < 0xa0 && r != 0x85 || r == 0xfffe || r == 0xffff) && !isJSON(data) {
				return errorInText(data, at, "this is no text: it holds the character %U", r)
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
