package yamltext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// expected ends the message about a file or a document without an object.
const expected = "an object with apiVersion, kind and metadata.name is expected"

// Documents reads the objects of a file: YAML documents, or JSON objects one after the other. A list, as "kubectl get
// -o yaml" prints it, is replaced by its items. Each step yields an object, or an error about a part that could not be
// read. A file without any object is an error. The objects refer to data, so data must not change afterwards.
func Documents(data []byte) iter.Seq2[*Object, *Error] {
	return func(yield func(*Object, *Error) bool) {
		isEmpty := true
		for document, start := range documentsOf(data) {
			objects, err := readObjects(document, start)
			for _, object := range objects {
				if !yield(object, nil) {
					return
				}
			}
			if err != nil && !yield(nil, err) {
				return
			}
			isEmpty = isEmpty && objects == nil && err == nil
		}
		switch {
		case isEmpty && len(bytes.TrimSpace(data)) > 0:
			yield(nil, &Error{Message: "there is nothing but comments in this file: " + expected, NoObject: true})
		case isEmpty:
			yield(nil, &Error{Message: "this file is empty: " + expected})
		}
	}
}

// readObjects reads the objects of a document. An empty document gives nil, and an empty list an empty slice.
func readObjects(document []byte, start Place) ([]*Object, *Error) {
	root, err := readDocument(document, start, nil)
	switch {
	case err != nil || root == nil:
		return nil, err
	case root.node.Kind != yaml.MappingNode:
		err = errorAt(root.node, "this is not an object: %s", expected)
		err.NoObject = true
		return nil, err
	case isList(root.node):
		return flattened([]*Object{}, root)
	}
	root.keep(document)
	return []*Object{root.unbraced()}, nil
}

// unbraced returns an object that is written in block style, as a document. kubectl reads a stream that begins with a brace as JSON
// to its end.
func (o *Object) unbraced() *Object {
	if o.node.Style&yaml.FlowStyle != 0 {
		o.text, o.written = nil, o.simple(false)
	}
	return o
}

var markerLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^---[ \t]*\r?\n`) })

// keep keeps the text of a document without the marker above, if it can be written as it is.
func (o *Object) keep(document []byte) {
	text := document[len(markerLine().Find(document)):]
	if begin := bytes.TrimSpace(text); bytes.HasPrefix(begin, []byte("---")) || bytes.HasPrefix(begin, []byte("%")) {
		return
	}
	if !bytes.HasSuffix(text, []byte("\n")) { // a line end changes a block of text
		text = append(slices.Clip(text), '\n')
		if again, err := readDocument(text, Place{1, 1}, nil); err != nil || !same(again.node, o.node) {
			return
		}
	}
	o.text = text
}

// isList tells whether an object is a list. It follows kubectl: a list has items and its kind ends with List. An object
// of kind List is always a list.
func isList(root *yaml.Node) bool {
	kind, items := Text(Child(root, "kind")), Child(root, keyItems)
	return kind == "List" || strings.HasSuffix(kind, "List") && items != nil && items.Kind == yaml.SequenceNode
}

// flattened appends the items of a list to objects. An item that is a list is replaced by its own items.
func flattened(objects []*Object, list *Object) ([]*Object, *Error) {
	items, err := list.items()
	for _, item := range items {
		if err == nil && isList(item.node) {
			objects, err = flattened(objects, item)
		} else if err == nil {
			objects = append(objects, item.unbraced())
		}
	}
	return objects, err
}

// documentsOf yields the documents of a file, with the places where they begin. Markers belong to the documents below.
func documentsOf(data []byte) iter.Seq2[[]byte, Place] {
	return func(yield func([]byte, Place) bool) {
		start := Place{1, 1}
		for document := range markedDocuments(bytes.TrimPrefix(data, []byte("\uFEFF"))) {
			for _, one := range jsonDocuments(document) {
				if !yield(one, start) {
					return
				}
				start = endOf(one).below(start)
			}
		}
	}
}

// markedDocuments cuts a file at the lines that begin with the marker "---". No document can contain such a line.
func markedDocuments(data []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		from, isMarked := 0, false
		for at := 0; ; at++ {
			next := bytes.Index(data[at:], []byte("\n---"))
			if next < 0 {
				yield(data[from:])
				return
			}
			at += next
			if line := data[at+4:]; len(line) > 0 && !bytes.ContainsAny(line[:1], " \t\r\n") {
				continue // this is a string
			}
			if isMarked || !bytes.HasPrefix(bytes.TrimSpace(data[from:at]), []byte("%")) { // else these are directives of what follows
				if !yield(data[from : at+1]) {
					return
				}
				from = at + 1
			}
			isMarked = true
		}
	}
}

// jsonStart returns where the object in a document that begins like a JSON object starts: behind blanks and the marker of a
// document. It is -1 for any other document.
func jsonStart(data []byte) int {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("---")), " \t\r\n")
	if !bytes.HasPrefix(text, []byte("{")) {
		return -1
	}
	return len(data) - len(text)
}

// jsonDocuments cuts a file into JSON objects that follow each other without markers. It returns any other file whole.
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

// escapes matches the escapes in JSON, and the characters that JSON allows in a string and YAML does not.
var escapes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\\u[[:xdigit:]]{4}(?:\\u[dD][c-fC-F][[:xdigit:]]{2})?|\\.|[\x7f-\x{9f}\x{2028}\x{2029}\x{feff}\x{fffe}\x{ffff}]`)
})

// asYAML returns a JSON object in a form that means the same in YAML, which knows no "\/" and no pairs of surrogates. Any other document is
// returned as it is.
func asYAML(text []byte) []byte {
	start := jsonStart(text)
	if start < 0 || !json.Valid(text[start:]) {
		return text
	}
	return escapes().ReplaceAllFunc(text, func(found []byte) []byte {
		var value string
		if found[0] == '\\' && found[1] != 'u' && found[1] != '/' || json.Unmarshal([]byte(`"`+string(found)+`"`), &value) != nil {
			return found
		}
		var escaped []byte
		for _, r := range value {
			escaped = fmt.Appendf(escaped, `\U%08x`, r)
		}
		return escaped
	})
}
