package yamltext

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"
	sigsyaml "sigs.k8s.io/yaml"
)

const (
	kindResourceList = "ResourceList"
	keyItems         = "items"
	keyConfig        = "functionConfig"
	keyResults       = "results"
)

// resourceListVersions are the versions that callers have sent, the newest first.
var resourceListVersions = []string{"config.kubernetes.io/v1", "config.kubernetes.io/v1beta1", "config.kubernetes.io/v1alpha1"}

// A List is a ResourceList that was read, without its items and its results.
type List struct {
	// Config is the functionConfig, or nil.
	Config *Object

	version string
}

// ReadList reads a ResourceList, and returns it and its items. The objects refer to data, so data must not change afterwards.
// Empty documents may be above and below the list. Copies of shared annotations do not get the keys that leaveOut names: a caller
// writes such annotations for one item, and into a map that others may share.
func ReadList(data []byte, leaveOut func(annotation string) bool) (*List, []*Object, *Error) {
	var root *Object
	for document, start := range documentsOf(data) {
		object, err := readDocument(document, start, leaveOut)
		switch {
		case err != nil:
			return nil, nil, err
		case object != nil && root != nil:
			return nil, nil, errorAt(object.node, "a second document begins here, but only one is expected")
		case object != nil:
			root = object
		}
	}
	if err := checkList(root); err != nil {
		return nil, nil, err
	}
	items, err := root.items()
	if err != nil {
		return nil, nil, err
	}
	if last := len(items) - 1; last >= 0 && root.node.Content[len(root.node.Content)-2].Value == keyItems { // else they belong to what is last
		items[last].written.FootComment = joined(items[last].written.FootComment, root.written.FootComment)
	}
	list := &List{version: root.Text("apiVersion")}
	list.Config, err = root.functionConfig()
	return list, items, err
}

func checkList(root *Object) *Error {
	if root == nil {
		return &Error{Message: "there is nothing to read: a ResourceList is expected (\"latchkey --help\" lists the commands)"}
	}
	if root.node.Kind != yaml.MappingNode {
		return errorAt(root.node, "this is not an object: a ResourceList is expected")
	}
	if kind := root.Text("kind"); kind != kindResourceList {
		return errorAt(root.node, "this is of kind %q: a ResourceList is expected (for other objects, use \"latchkey render -\")", kind)
	}
	if version := Child(root.node, "apiVersion"); Text(version) != "" && !slices.Contains(resourceListVersions, version.Value) {
		return errorAt(version, "this is a ResourceList of %q: use one of %q", version.Value, resourceListVersions)
	}
	return nil
}

// items returns the items of a list. Each of them is an object.
func (o *Object) items() ([]*Object, *Error) {
	items, written := Child(o.node, keyItems), Child(o.written, keyItems)
	switch {
	case items == nil || items.Kind == yaml.ScalarNode && Text(items) == "":
		return nil, nil
	case items.Kind != yaml.SequenceNode:
		return nil, errorAt(items, "items is not a list")
	}
	objects := make([]*Object, len(items.Content))
	for at, node := range items.Content {
		if node.Kind != yaml.MappingNode {
			return nil, errorAt(node, "items[%d] is not an object", at)
		}
		objects[at] = &Object{node: node, written: node}
		if written != nil && written.Kind == yaml.SequenceNode {
			objects[at].written = written.Content[at]
		}
	}
	return objects, nil
}

func (o *Object) functionConfig() (*Object, *Error) {
	config := Child(o.node, keyConfig)
	switch {
	case config == nil || config.Kind == yaml.ScalarNode && Text(config) == "":
		return nil, nil
	case config.Kind != yaml.MappingNode:
		return nil, errorAt(config, "functionConfig is not an object")
	case len(config.Content) == 0:
		return nil, nil
	}
	return &Object{node: config, written: config}, nil
}

// An Entry is an item to write: an object that was read, or the content of a generated object.
type Entry struct {
	Read *Object
	Made func() (map[string]any, error)
}

// Write writes the list with items and results, as a caller expects it. entry returns the item of an index. Results may be nil. A
// nil list is written as one that was not read. Objects that were read are encoded before anything is written. Generated objects
// are encoded one at a time, so that the memory needed does not grow with the size of the output.
func (l *List) Write(w io.Writer, items int, entry func(int) Entry, results any) (err error) {
	var read List
	if l != nil {
		read = *l
	}
	var config []byte
	if read.Config != nil {
		key := &yaml.Node{Kind: yaml.ScalarNode, Value: keyConfig}
		tail := &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{key, read.Config.node}}
		if config, err = (&Object{node: tail, written: tail}).Document(); err != nil {
			return err
		}
	}
	texts := make([][]byte, items)
	for at := range items {
		if read := entry(at).Read; read != nil {
			if texts[at], err = read.Document(); err != nil {
				return err
			}
		}
	}
	out := bufio.NewWriterSize(w, 1<<14) // it keeps the first error
	fmt.Fprintf(out, "apiVersion: %s\nkind: %s\nitems:", cmp.Or(read.version, resourceListVersions[0]), kindResourceList)
	if items == 0 {
		out.WriteString(" []")
	}
	out.WriteString("\n")
	for at, text := range texts {
		if text == nil {
			content, err := entry(at).Made()
			if err != nil {
				return err
			}
			if text, err = Emit(content); err != nil {
				return err
			}
		}
		writeItem(out, text)
	}
	out.Write(config)
	if results != nil {
		text, err := sigsyaml.Marshal(map[string]any{keyResults: results})
		if err != nil {
			return err
		}
		out.Write(text)
	}
	return out.Flush()
}

// writeItem writes a document as an item of a list. It indents all lines that are not empty, which keeps blocks of text as
// they are. Comments above the document follow the dash, as kpt writes them. kpt does not know its own comments above
// the dash, and would add them at each rendering once more (seen, kpt 1.0.0-beta.56).
func writeItem(out *bufio.Writer, document []byte) {
	dash := "- "
	for line := range bytes.Lines(document) {
		if len(bytes.TrimRight(line, "\r\n")) > 0 {
			out.WriteString(dash)
			dash = "  "
		}
		out.Write(line)
	}
}
