package yamltext

import (
	"regexp"
	"slices"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

const kindResourceList = "ResourceList"

// A List is a ResourceList that was read, without its items.
type List struct {
	// Config is the functionConfig, or nil.
	Config *Object

	// frame is the list without its items.
	frame *frame
}

// ReadList reads a ResourceList, and returns it and what keep returns for each item, in their order. It calls keep while
// the tree of the object is in memory. It may also call keep for objects that it reads once more. The objects refer to
// data, so data must not change afterwards. Empty documents may be above and below the list.
func ReadList[T any](data []byte, keep func(*Object) T) (*List, []T, *Error) {
	document, from, err := onlyDocument(data)
	if err != nil {
		return nil, nil, err
	}
	list, items, err := readList(document, keep)
	if err != nil {
		return nil, nil, err.below(endOf(data[:from]))
	}
	list.frame.before = slices.Concat(data[:from], list.frame.before)
	list.frame.after = slices.Concat(list.frame.after, data[from+len(document):])
	return list, items, nil
}

// blank matches what is above the content of a document: its marker, and comments.
var blank = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:---(?:\s|$))?(?:\s|#.*|\.\.\.)*`) })

// isEmpty tells whether a document has no content but null. A long one is not read for this.
func isEmpty(document []byte, above int) bool {
	if above == len(document) || len(document) > 1<<10 {
		return above == len(document)
	}
	root, err := readDocument(document)
	return err == nil && (root == nil || isNull(root))
}

// onlyDocument returns the one document of data that is not empty, and where it begins. It is nil if all are empty.
func onlyDocument(data []byte) (only []byte, from int, err *Error) {
	at := 0
	for _, document := range documentsOf(data) {
		above := len(blank().Find(document))
		switch {
		case isEmpty(document, above):
		case only != nil:
			return nil, 0, errorInText(data, at+above, "a second document begins here, but only one is expected")
		default:
			only, from = document, at
		}
		at += len(document)
	}
	return only, from, nil
}

func readList[T any](data []byte, keep func(*Object) T) (*List, []T, *Error) {
	each := func(o *Object, _ Place) T { return keep(o) }
	if root, f, items := readItemwise(data, each); root != nil && checkList(root) == nil {
		if _, err := inlineAliases(data, partsOf(root)); err == nil {
			config, err := functionConfig(root)
			return &List{Config: config, frame: f}, items, err
		}
	}
	root, err := readDocument(data)
	if err != nil {
		return nil, nil, err
	}
	if err := checkList(root); err != nil {
		return nil, nil, err
	}
	changed, err := inlineAliases(data, partsOf(root))
	if err != nil {
		return nil, nil, err
	}
	f := newFrame(data, root)
	for _, s := range f.sections {
		if s.object != nil && changed[s.pair[1]] {
			s.object.detach()
		}
	}
	return newList(root, f, changed, keep)
}

// resourceListVersions are the versions that callers have sent, the newest first.
var resourceListVersions = []string{"config.kubernetes.io/v1", "config.kubernetes.io/v1beta1", "config.kubernetes.io/v1alpha1"}

func checkList(root *yaml.Node) *Error {
	if root == nil {
		return errorAt(nil, "there is nothing to read: a ResourceList is expected (\"latchkey --help\" lists the commands)")
	}
	if root.Kind != yaml.MappingNode {
		return errorAt(root, "this is no object: a ResourceList is expected")
	}
	if kind := Text(own(root, "kind")); kind != kindResourceList {
		return errorAt(own(root, "kind"), "this is of kind %q: a ResourceList is expected (for other objects, use \"latchkey render -\")", kind)
	}
	if version := Text(own(root, "apiVersion")); version != "" && !slices.Contains(resourceListVersions, version) {
		return errorAt(own(root, "apiVersion"), "this is a ResourceList of %q: use one of %q", version, resourceListVersions)
	}
	seen := map[string]bool{}
	for at := 0; at < len(root.Content); at += 2 {
		key := root.Content[at]
		if seen[key.Value] {
			return errorAt(key, "%s is there twice", key.Value)
		}
		seen[key.Value] = true
	}
	return nil
}

// partsOf returns the nodes of a ResourceList that can be written without each other: every item and the rest.
func partsOf(root *yaml.Node) []*yaml.Node {
	var parts []*yaml.Node
	for at := 1; at < len(root.Content); at += 2 {
		value := root.Content[at]
		if root.Content[at-1].Value == keyItems && value.Kind == yaml.SequenceNode {
			parts = append(parts, value.Content...)
		} else {
			parts = append(parts, value)
		}
	}
	return parts
}

func newList[T any](root *yaml.Node, f *frame, changed map[*yaml.Node]bool, keep func(*Object) T) (*List, []T, *Error) {
	nodes, err := itemNodes(root)
	if err != nil {
		return nil, nil, err
	}
	items := make([]T, len(nodes))
	for at, node := range nodes {
		object := &Object{node: node}
		if f.items != nil {
			object.lines = f.items[at]
		}
		if changed[node] {
			object.detach()
		}
		items[at] = keep(object)
	}
	config, err := functionConfig(root)
	f.keepFirstItem()
	return &List{Config: config, frame: f}, items, err
}

// itemNodes returns the nodes of the items. Each of them is a mapping.
func itemNodes(root *yaml.Node) ([]*yaml.Node, *Error) {
	items := own(root, keyItems)
	switch {
	case isNothing(items):
		return nil, nil
	case items.Kind != yaml.SequenceNode:
		return nil, errorAt(items, "items is no list")
	}
	nodes := make([]*yaml.Node, len(items.Content))
	for at, node := range items.Content {
		if nodes[at] = Deref(node); nodes[at].Kind != yaml.MappingNode {
			return nil, errorAt(node, "items[%d] is no object", at)
		}
	}
	return nodes, nil
}

func functionConfig(root *yaml.Node) (*Object, *Error) {
	config := own(root, "functionConfig")
	switch {
	case isNothing(config):
		return nil, nil
	case config.Kind != yaml.MappingNode:
		return nil, errorAt(config, "functionConfig is no object")
	case len(config.Content) == 0:
		return nil, nil
	}
	return &Object{node: config}, nil
}
