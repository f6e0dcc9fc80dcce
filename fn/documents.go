package fn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// ParseDocuments reads the objects of a file: YAML documents, or JSON objects one after the other. Lists, as those
// of "kubectl get -o yaml", are replaced by what they hold. The results name everything that could not be read; what
// could be read is returned all the same. A file without any object is an error.
// The items keep parts of data, which must not change any more.
func ParseDocuments(file string, data []byte) ([]*Item, Results) {
	reader := documentReader{file: file}
	if err := checkText(data); err != nil {
		return nil, Results{reader.problem(err)}
	}
	line := 0
	for _, document := range documentsOf(data) {
		reader.read(document, line)
		line += bytes.Count(document, []byte("\n"))
	}
	if len(reader.items) == 0 && len(reader.results) == 0 && !reader.hasList {
		reader.results = Results{reader.problem(fmt.Errorf("this file is empty: an object with apiVersion, kind and metadata.name is expected"))}
	}
	return reader.items, reader.results
}

type documentReader struct {
	file    string
	items   []*Item
	results Results
	hasList bool
}

// problem is a result about the file.
func (r *documentReader) problem(err error) *Result {
	return (&Item{File: r.file}).finding(krm.Error, "%s", err)
}

var lineNumber = regexp.MustCompile(`^line (\d+): `)

// read adds what a document holds. Above it there are so many lines.
func (r *documentReader) read(document []byte, above int) {
	root, err := readDocument(document)
	if err == nil && root != nil {
		err = r.add(root, document)
	}
	if err != nil {
		r.results = append(r.results, r.problem(shifted(err, above)))
	}
}

// shifted is an error of a document as one of its file.
func shifted(err error, above int) error {
	match := lineNumber.FindStringSubmatch(err.Error())
	if match == nil {
		if above > 0 {
			return fmt.Errorf("line %d: %w", above+1, err)
		}
		return err
	}
	line, _ := strconv.Atoi(match[1])
	return fmt.Errorf("line %d: %s", line+above, strings.TrimPrefix(err.Error(), match[0]))
}

func (r *documentReader) add(root *yaml.Node, document []byte) error {
	if root.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: this is no object: an object with apiVersion, kind and metadata.name is expected", root.Line)
	}
	if isList(root) {
		return r.addList(root, document)
	}
	if _, err := settleAliases(document, []*yaml.Node{root}); err != nil {
		return err
	}
	item := r.item(root)
	item.lines = documentLines(document)
	return r.addItem(item)
}

var markerLine = regexp.MustCompile(`^---[ \t]*\r?\n`)

// documentLines are the lines of a document without the marker above; none where markers are anywhere else.
func documentLines(document []byte) lines {
	marker := markerLine.Find(document)
	text := document[len(marker):]
	if !countsLines(text) || isDirectives(text) || bytes.HasPrefix(text, []byte("---")) {
		return lines{}
	}
	return lines{text: text, first: 1 + bytes.Count(marker, []byte("\n"))}
}

// isList follows kubectl, which takes an object for a list when it has items and its kind ends with List. A List is
// nothing else, whatever its items are.
func isList(root *yaml.Node) bool {
	kind, items := text(child(root, "kind")), child(root, keyItems)
	return kind == "List" || strings.HasSuffix(kind, "List") && items != nil && items.Kind == yaml.SequenceNode
}

func (r *documentReader) addList(root *yaml.Node, document []byte) error {
	r.hasList = true
	if _, err := settleAliases(document, partsOf(root)); err != nil {
		return err
	}
	nodes, err := itemNodes(root)
	if err != nil {
		return err
	}
	for _, node := range nodes {
		if err := r.addItem(r.item(node)); err != nil {
			return err
		}
	}
	return nil
}

func (r *documentReader) item(node *yaml.Node) *Item {
	item := newItem(node)
	item.File, item.Index = r.file, len(r.items)
	return item
}

// addItem refuses what no API server could take. A kustomization.yaml may leave its type out.
func (r *documentReader) addItem(item *Item) error {
	if isKustomization(r.file) {
		r.items = append(r.items, item)
		return nil
	}
	for _, needed := range []struct{ value, name string }{{item.APIVersion, "apiVersion"}, {item.Kind, "kind"}} {
		if needed.value == "" {
			return fmt.Errorf("line %d: %s: missing: this is no Kubernetes object", item.node.Line, needed.name)
		}
	}
	r.items = append(r.items, item)
	return nil
}

func isKustomization(file string) bool {
	base := path.Base(strings.ReplaceAll(file, "\\", "/"))
	return base == "kustomization.yaml" || base == "kustomization.yml" || base == "Kustomization"
}

// documentMarker begins a line that ends one YAML document and begins the next; it cannot stand inside of one.
var documentMarker = regexp.MustCompile(`(?m)^---(?:[ \t\r]|$)`)

// documentsOf cuts a file into documents, markers included, so that nothing of it is lost.
func documentsOf(data []byte) [][]byte {
	if documents := jsonDocuments(data); documents != nil {
		return documents
	}
	var documents [][]byte
	from := 0
	for _, marker := range documentMarker.FindAllIndex(data, -1) {
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
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
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
