package yamltext

import (
	"bytes"
	"encoding/json"
	"iter"
	"regexp"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Documents reads the objects of a file: YAML documents, or JSON objects one after the other. Lists, as those of
// "kubectl get -o yaml", are replaced by what they hold. Each step has an object, or an error about what could not be
// read. A file without any object is an error.
// The objects keep parts of data, which must not change any more.
func Documents(data []byte) iter.Seq2[*Object, *Error] {
	return func(yield func(*Object, *Error) bool) {
		if err := checkText(data); err != nil {
			yield(nil, err)
			return
		}
		empty, start := true, Place{1, 1}
		if hasOtherEnds(data) {
			start = Place{}
		}
		for _, document := range documentsOf(data) {
			objects, err := readObjects(document)
			for _, object := range objects {
				object.start = start
				if !yield(object, nil) {
					return
				}
			}
			if err != nil && !yield(nil, err.below(start)) {
				return
			}
			empty = empty && objects == nil && err == nil
			start = endOf(document).below(start)
		}
		if empty {
			yield(nil, errorAt(nil, "this file is empty: an object with apiVersion, kind and metadata.name is expected"))
		}
	}
}

// readObjects reads what a document holds: nil for nothing, and for an empty list no object.
func readObjects(document []byte) ([]*Object, *Error) {
	root, err := readDocument(document)
	switch {
	case err != nil || root == nil:
		return nil, err
	case root.Kind != yaml.MappingNode:
		return nil, errorAt(root, "this is no object: an object with apiVersion, kind and metadata.name is expected")
	case isList(root):
		return readItems(root, document)
	}
	if second := secondObject(root); second != nil {
		return nil, errorAt(second, "a second object begins here: write a line \"---\" above it")
	}
	if _, err = inlineAliases(document, []*yaml.Node{root}); err != nil {
		return nil, err
	}
	return []*Object{{node: root, lines: documentLines(document)}}, nil
}

var markerLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^---[ \t]*\r?\n`) })

// documentLines are the lines of a document without the marker above; none where markers are anywhere else.
func documentLines(document []byte) lines {
	marker := markerLine().Find(document)
	text := document[len(marker):]
	if !countsLines(text) || isDirectives(text) || bytes.HasPrefix(text, []byte("---")) {
		return lines{}
	}
	return lines{text: text, first: 1 + bytes.Count(marker, []byte("\n"))}
}

// isList follows kubectl, which takes an object for a list when it has items and its kind ends with List. A List is
// nothing else, whatever its items are.
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

// flattened adds to objects the items of a list, and those of lists among them.
func flattened(objects []*Object, list *yaml.Node) ([]*Object, *Error) {
	nodes, err := itemNodes(list)
	if err != nil {
		return objects, err
	}
	for _, node := range nodes {
		if !isList(node) {
			objects = append(objects, &Object{node: node})
			continue
		}
		if objects, err = flattened(objects, node); err != nil {
			return objects, err
		}
	}
	return objects, nil
}

// Items are the objects of an object that is a list, and of lists in it. For anything else there are none. What is no
// object among them is passed over.
func (o *Object) Items() []*Object {
	if o == nil || !isList(o.node) {
		return nil
	}
	items := own(o.node, keyItems)
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

// documentMarker begins a line that ends one YAML document and begins the next; it cannot stand inside of one.
var documentMarker = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^---(?:[ \t\r]|$)`) })

// documentsOf cuts a file into documents, markers included, so that nothing of it is lost.
func documentsOf(data []byte) [][]byte {
	if documents := jsonDocuments(data); documents != nil {
		return documents
	}
	var documents [][]byte
	from := 0
	for _, marker := range documentMarker().FindAllIndex(data, -1) {
		if isDirectives(data[from:marker[0]]) {
			continue
		}
		documents = append(documents, data[from:marker[0]])
		from = marker[0]
	}
	return append(documents, data[from:])
}

// isDirectives tells whether a text is the beginning of a document, with lines such as "%YAML 1.1".
func isDirectives(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(text), []byte("%"))
}

// jsonDocuments cuts JSON objects that follow each other without markers; nil when data is something else.
func jsonDocuments(data []byte) [][]byte {
	if !isJSON(data) {
		return nil
	}
	var documents [][]byte
	decoder := json.NewDecoder(bytes.NewReader(data))
	from := int64(0)
	for decoder.More() {
		var object json.RawMessage
		if decoder.Decode(&object) != nil {
			return nil
		}
		documents = append(documents, data[from:decoder.InputOffset()])
		from = decoder.InputOffset()
	}
	return documents
}
