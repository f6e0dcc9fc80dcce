package yamltext

import (
	"bytes"
	"iter"
	"regexp"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// expected ends the message about a file or a document without an object.
const expected = "an object with apiVersion, kind and metadata.name is expected"

// Documents reads the objects of a file: YAML documents, or JSON objects one after the other. A list, as "kubectl get
// -o yaml" prints it, is replaced by its items. Each step yields an object, or an error about a part that could not be
// read. A file without any object is an error. The objects refer to data, so data must not change afterwards. The
// trees of those of a large file are read again when they are asked for.
func Documents(data []byte) iter.Seq2[*Object, *Error] {
	return func(yield func(*Object, *Error) bool) {
		isLarge := len(data) >= large
		empty, start := true, Place{1, 1}
		for _, document := range documentsOf(data) {
			objects, err := readObjects(document)
			from := start
			if hasOtherEnds(document) && !isJSON(document) {
				from = Place{}
			}
			for _, object := range objects {
				object.start = object.start.below(from)
				if isLarge {
					object = object.Light()
				}
				if !yield(object, nil) {
					return
				}
			}
			if err != nil && !yield(nil, err.below(from)) {
				return
			}
			empty = empty && objects == nil && err == nil
			start = endOf(document).below(start)
		}
		switch {
		case empty && len(bytes.TrimSpace(data)) > 0:
			yield(nil, &Error{Message: "there is nothing but comments in this file: " + expected, NoObject: true})
		case empty:
			yield(nil, &Error{Message: "this file is empty: " + expected})
		}
	}
}

// readObjects reads the objects of a document. An empty document gives nil, and an empty list an empty slice.
func readObjects(document []byte) ([]*Object, *Error) {
	hasLists := false
	keep := func(o *Object, at Place) *Object {
		o.start = at
		hasLists = hasLists || isList(o.node)
		return o
	}
	if root, _, items := readItemwise(document, keep); root != nil && isList(root) && !hasLists {
		return items, nil
	}
	root, err := readDocument(document)
	switch {
	case err != nil || root == nil:
		return nil, err
	case root.Kind != yaml.MappingNode:
		err = errorAt(root, "this is no object: "+expected)
		err.NoObject = true
		return nil, err
	case isList(root):
		return readItems(root, document)
	}
	if second := secondObject(root); second != nil {
		return nil, errorAt(second, "a second object begins here: write a line \"---\" above it")
	}
	if _, err = inlineAliases(document, []*yaml.Node{root}); err != nil {
		return nil, err
	}
	return []*Object{{node: root, lines: documentLines(document), start: Place{1, 1}}}, nil
}

var markerLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^---[ \t]*\r?\n`) })

// documentLines returns the lines of a document without the marker above. There are none if a marker is anywhere else.
func documentLines(document []byte) lines {
	marker := markerLine().Find(document)
	text := document[len(marker):]
	if !countsLines(text) || isDirectives(text) || bytes.HasPrefix(text, []byte("---")) {
		return lines{}
	}
	return lines{text: text, first: 1 + bytes.Count(marker, []byte("\n"))}
}

// isList tells whether an object is a list. It follows kubectl: a list has items and its kind ends with List. An object
// of kind List is always a list.
func isList(root *yaml.Node) bool {
	kind, items := Text(own(root, "kind")), own(root, keyItems)
	return kind == "List" || strings.HasSuffix(kind, "List") && items != nil && items.Kind == yaml.SequenceNode
}

// readItems reads the items of a list.
func readItems(root *yaml.Node, document []byte) ([]*Object, *Error) {
	objects := []*Object{}
	if _, err := inlineAliases(document, partsOf(root)); err != nil {
		return objects, err
	}
	return flattened(objects, root)
}

// flattened appends the items of a list to objects. An item that is a list is replaced by its own items.
func flattened(objects []*Object, list *yaml.Node) ([]*Object, *Error) {
	nodes, err := itemNodes(list)
	if err != nil {
		return objects, err
	}
	for _, node := range nodes {
		if !isList(node) {
			objects = append(objects, &Object{node: node, start: Place{1, 1}})
			continue
		}
		if objects, err = flattened(objects, node); err != nil {
			return objects, err
		}
	}
	return objects, nil
}

// Items returns the items of an object that is a list. An item that is a list is replaced by its own items. Other
// objects have no items. An item that is not an object is passed over.
func (o *Object) Items() []*Object {
	if o == nil || !strings.HasSuffix(o.Header().Kind, "List") || !isList(o.Node()) {
		return nil
	}
	items := own(o.Node(), keyItems)
	if items == nil || items.Kind != yaml.SequenceNode {
		return nil
	}
	var objects []*Object
	for _, node := range items.Content {
		object := &Object{node: Deref(node)}
		switch {
		case object.node.Kind != yaml.MappingNode:
		case isList(object.node):
			objects = append(objects, object.Items()...)
		default:
			objects = append(objects, object)
		}
	}
	return objects
}

// markersIn yields the beginnings of the lines that end one YAML document and begin the next. A document cannot contain such a line.
func markersIn(data []byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at, next := 0, 0; next >= 0; at += next + 1 {
			if line := data[at:]; bytes.HasPrefix(line, []byte("---")) && (len(line) == 3 || bytes.ContainsAny(line[3:4], " \t\r\n")) && !yield(at) {
				return
			}
			next = bytes.Index(data[at:], []byte("\n---"))
		}
	}
}

// documentsOf cuts a file into documents. Every byte is in one of them, markers included.
func documentsOf(data []byte) [][]byte {
	var documents [][]byte
	from, isMarked := 0, false
	for at := range markersIn(data) {
		if document := data[from:at]; isMarked || !isDirectives(document) {
			documents = append(documents, jsonDocuments(document)...)
			from = at
		}
		isMarked = true
	}
	return append(documents, jsonDocuments(data[from:])...)
}

// isDirectives tells whether a text is the beginning of a document, with lines such as "%YAML 1.1".
func isDirectives(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(text), []byte("%"))
}
