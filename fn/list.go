package fn

import (
	"errors"
	"fmt"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

const kindResourceList = "ResourceList"

// A ResourceList is what a host sends to a function and what it gets back: objects, the function's configuration and,
// on the way back, results.
//
// The zero value with Items is a list that no host sent, for example one made of files.
type ResourceList struct {
	// Items are the objects, in the order of the host or of the files.
	Items []*Item
	// FunctionConfig is the object that configures the function, nil when there is none.
	FunctionConfig *Item
	// Results are the findings of a run. Those of an earlier one are not read.
	Results Results

	// frame is the list as it was read, without its items; nil when it was not read.
	frame *frame
}

// ParseResourceList reads the ResourceList of a host. The error has the line, where there is one.
// The items keep parts of data, which must not change any more.
func ParseResourceList(data []byte) (*ResourceList, error) {
	root, err := readDocument(data)
	if err != nil {
		return nil, err
	}
	if err := checkResourceList(root); err != nil {
		return nil, err
	}
	changed, err := settleAliases(data, partsOf(root))
	if err != nil {
		return nil, err
	}
	return newResourceList(root, newFrame(data, root, changed))
}

// resourceListVersions are those that hosts have sent, the newest first.
var resourceListVersions = []string{"config.kubernetes.io/v1", "config.kubernetes.io/v1beta1", "config.kubernetes.io/v1alpha1"}

func checkResourceList(root *yaml.Node) error {
	if root == nil {
		return errors.New("there is nothing to read: a ResourceList is expected")
	}
	if root.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: this is no object: a ResourceList is expected", root.Line)
	}
	if kind := text(child(root, "kind")); kind != kindResourceList {
		return fmt.Errorf("this is of kind %q: a ResourceList is expected (for other objects, use \"latchkey render -\")", kind)
	}
	if version := text(child(root, "apiVersion")); version != "" && !slices.Contains(resourceListVersions, version) {
		return fmt.Errorf("this is a ResourceList of %q: use one of %q", version, resourceListVersions)
	}
	seen := map[string]bool{}
	for at := 0; at < len(root.Content); at += 2 {
		key := root.Content[at]
		if seen[key.Value] {
			return fmt.Errorf("line %d: %s is there twice", key.Line, key.Value)
		}
		seen[key.Value] = true
	}
	return nil
}

// partsOf are the nodes of a ResourceList that can be written without each other: every item and the rest.
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

func newResourceList(root *yaml.Node, f *frame) (*ResourceList, error) {
	list := &ResourceList{frame: f}
	nodes, err := itemNodes(root)
	if err != nil {
		return nil, err
	}
	list.Items = make([]*Item, len(nodes))
	for at, node := range nodes {
		item := newItem(node).placed()
		if f.items != nil {
			item.lines = f.items[at]
		}
		list.Items[at] = item
	}
	list.FunctionConfig, err = functionConfig(root)
	f.items = nil
	return list, err
}

// itemNodes are the nodes of the items, each of them a mapping.
func itemNodes(root *yaml.Node) ([]*yaml.Node, error) {
	items := child(root, keyItems)
	switch {
	case items == nil, items.Kind == yaml.ScalarNode && text(items) == "":
		return nil, nil
	case items.Kind != yaml.SequenceNode:
		return nil, fmt.Errorf("line %d: items is no list", items.Line)
	}
	nodes := make([]*yaml.Node, len(items.Content))
	for at, node := range items.Content {
		if nodes[at] = deref(node); nodes[at].Kind != yaml.MappingNode {
			return nil, fmt.Errorf("line %d: items[%d] is no object", node.Line, at)
		}
	}
	return nodes, nil
}

func functionConfig(root *yaml.Node) (*Item, error) {
	config := child(root, "functionConfig")
	switch {
	case config == nil, config.Kind == yaml.ScalarNode && text(config) == "":
		return nil, nil
	case config.Kind != yaml.MappingNode:
		return nil, fmt.Errorf("line %d: functionConfig is no object", config.Line)
	case len(config.Content) == 0:
		return nil, nil
	}
	return newItem(config).placed(), nil
}
