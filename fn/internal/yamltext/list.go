package yamltext

import (
	"bufio"
	"bytes"
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

// A List is a ResourceList that was read, without its items.
type List struct {
	// Config is the functionConfig, or nil.
	Config *Object

	// head is what is above the items, and tail the functionConfig below them, if there is one.
	head, tail *Object
}

// ReadList reads a ResourceList, and returns it and its items. The objects refer to data, so data must not change afterwards.
// Empty documents may be above and below the list. Copies of shared annotations do not get the keys that leaveOut names: a caller
// writes such annotations for one item, and into a mapping that others may share.
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
		root.written.FootComment = ""
	}
	list := &List{head: root.with(func(key string) bool { return key != keyItems && key != keyResults && key != keyConfig })}
	if Child(root.node, keyConfig) != nil {
		list.tail = root.with(func(key string) bool { return key == keyConfig })
	}
	list.Config, err = root.functionConfig()
	return list, items, err
}

func checkList(root *Object) *Error {
	if root == nil {
		return &Error{Message: "there is nothing to read: a ResourceList is expected (\"latchkey --help\" lists the commands)"}
	}
	if root.node.Kind != yaml.MappingNode {
		return errorAt(root.node, "this is no object: a ResourceList is expected")
	}
	if kind := root.Text("kind"); kind != kindResourceList {
		return errorAt(root.node, "this is of kind %q: a ResourceList is expected (for other objects, use \"latchkey render -\")", kind)
	}
	if version := Child(root.node, "apiVersion"); Text(version) != "" && !slices.Contains(resourceListVersions, version.Value) {
		return errorAt(version, "this is a ResourceList of %q: use one of %q", version.Value, resourceListVersions)
	}
	return nil
}

// with returns an object with some of its keys, in block style.
func (o *Object) with(has func(key string) bool) *Object {
	part := func(n *yaml.Node) *yaml.Node {
		out := *n
		out.Style, out.Content = 0, nil
		for at := 0; at < len(n.Content); at += 2 {
			if has(n.Content[at].Value) {
				out.Content = append(out.Content, n.Content[at], n.Content[at+1])
			}
		}
		return &out
	}
	return &Object{node: part(o.node), written: part(o.written)}
}

// items returns the items of a list. Each of them is a mapping.
func (o *Object) items() ([]*Object, *Error) {
	items, written := Child(o.node, keyItems), Child(o.written, keyItems)
	switch {
	case items == nil || items.Kind == yaml.ScalarNode && Text(items) == "":
		return nil, nil
	case items.Kind != yaml.SequenceNode:
		return nil, errorAt(items, "items is no list")
	}
	objects := make([]*Object, len(items.Content))
	for at, node := range items.Content {
		if node.Kind != yaml.MappingNode {
			return nil, errorAt(node, "items[%d] is no object", at)
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
		return nil, errorAt(config, "functionConfig is no object")
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
func (l *List) Write(w io.Writer, items int, entry func(int) Entry, results any) error {
	head, tail, err := l.around()
	if err != nil {
		return err
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
	out.Write(head)
	if items == 0 {
		out.WriteString("items: []\n")
	} else {
		out.WriteString("items:\n")
	}
	for at, text := range texts {
		if text != nil {
			writeItem(out, text)
			continue
		}
		content, err := entry(at).Made()
		if err != nil {
			return err
		}
		out.WriteString("- ")
		Emit(out, content, 2)
	}
	out.Write(tail)
	if results != nil {
		text, err := sigsyaml.Marshal(map[string]any{keyResults: results})
		if err != nil {
			return err
		}
		out.Write(text)
	}
	return out.Flush()
}

// around returns what is above and below the items.
func (l *List) around() (head, tail []byte, err error) {
	if l == nil {
		return []byte("apiVersion: " + resourceListVersions[0] + "\nkind: " + kindResourceList + "\n"), nil, nil
	}
	if head, err = l.head.Document(); err == nil && l.tail != nil {
		tail, err = l.tail.Document()
	}
	return head, tail, err
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
