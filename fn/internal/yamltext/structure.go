package yamltext

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// EndOfList as the last step of a path stands for a new element at the end of a list.
const EndOfList = "-"

// errNoPlace is the error about a path that the object does not have.
var errNoPlace = errors.New("the object has no such place")

// Added returns the object with a new value: that of the last key of the path in a mapping, or a new element at the end
// of a list. The steps of the path are keys of mappings and indexes of lists. The mapping or list must be there, or be
// null. The value has the form of decoded JSON.
//
// If possible, Added only inserts text. Otherwise it writes the object anew, as [Object.With] does.
func (o *Object) Added(path []string, value any) (*Object, error) {
	o = o.Whole()
	meant := readable(o.node)
	parent, err := ownParent(meant, path)
	if err != nil {
		return nil, err
	}
	last := path[len(path)-1]
	added := addition{value: value}
	if last != EndOfList {
		added.key = last
	}
	if err := added.into(parent); err != nil {
		return nil, err
	}
	bare := o.withoutNull(path[:len(path)-1])
	return bare.first(meant, bare.insertions(path[:len(path)-1], added))
}

// Removed returns the object without an entry of a mapping or an element of a list. A mapping or list in block style
// that becomes empty becomes null, because there is no other text for it.
func (o *Object) Removed(path []string) (*Object, error) {
	o = o.Whole()
	meant := readable(o.node)
	parent, err := ownParent(meant, path)
	if err != nil {
		return nil, err
	}
	old := place(o.node, path[:len(path)-1])
	at, width := entryAt(parent, path[len(path)-1])
	if at < 0 {
		return nil, errNoPlace
	}
	parent.Content = slices.Delete(parent.Content, at, at+width)
	if len(parent.Content) == 0 && parent.Style&yaml.FlowStyle == 0 {
		*parent = yaml.Node{Kind: yaml.ScalarNode, Tag: yaml.NodeTagNull, HeadComment: parent.HeadComment, LineComment: parent.LineComment, FootComment: parent.FootComment}
	}
	return o.first(meant, o.deletions(old, at, width))
}

// Same tells whether two objects mean the same. The order of keys, comments and style do not matter.
func (o *Object) Same(other *Object) bool { return same(o.Node(), other.Node()) }

// Mentions tells whether a word may be in the object: in its keys, values or comments.
func (o *Object) Mentions(word string) bool {
	if o.lines.text != nil {
		return bytes.Contains(o.lines.text, []byte(word))
	}
	found := false
	each(o.Node(), func(n *yaml.Node) { found = found || strings.Contains(n.Value, word) })
	return found
}

// first returns the object after the first change that gives the intended tree. Without such a change it writes the
// tree anew.
func (o *Object) first(meant *yaml.Node, changes []change) (*Object, error) {
	for _, c := range changes {
		if out := o.reread(c); out != nil && same(out.node, meant) {
			return out, nil
		}
	}
	return o.anew(meant)
}

// place returns the node at a path as it is written, or nil. It does not follow aliases and merge keys: their text is
// elsewhere.
func place(n *yaml.Node, path []string) *yaml.Node {
	for _, step := range path {
		at, width := entryAt(n, step)
		if at < 0 {
			return nil
		}
		n = n.Content[at+width-1]
	}
	return n
}

// entryAt finds an entry of a mapping or an element of a list: its position in the content, or -1, and its number of
// nodes.
func entryAt(n *yaml.Node, step string) (at, width int) {
	switch n.Kind {
	case yaml.MappingNode:
		return keyAt(n, step), 2
	case yaml.SequenceNode:
		if index, err := strconv.Atoi(step); err == nil && index >= 0 && index < len(n.Content) {
			return index, 1
		}
	}
	return -1, 0
}

// ownParent returns the mapping or list that the last step of a path is about. All nodes on the way to it belong to
// the path alone afterwards: others that share them by aliases and merge keys have copies.
func ownParent(root *yaml.Node, path []string) (*yaml.Node, error) {
	n := root
	for _, step := range path[:len(path)-1] {
		if n.Kind == yaml.MappingNode && (keyAt(n, step) >= 0 || Child(n, step) != nil) {
			n = ownValueOf(root, n, step)
			continue
		}
		at, width := entryAt(n, step)
		if at < 0 {
			return nil, errNoPlace
		}
		unshare(root, n.Content[at+width-1])
		if n.Content[at].Kind == yaml.AliasNode {
			n.Content[at] = copied(n.Content[at])
		}
		n = n.Content[at]
	}
	return n, nil
}

// ownValueOf returns the value below a key of n, which only n holds.
func ownValueOf(root, n *yaml.Node, key string) *yaml.Node {
	if value := Child(n, key); value.Kind == yaml.MappingNode {
		return ownMapping(root, n, key)
	}
	at := keyAt(n, key)
	if at < 0 {
		n.Content = append(n.Content, newKey(key), copied(Child(n, key)))
		at = len(n.Content) - 2
	}
	unshare(root, n.Content[at+1])
	if n.Content[at+1].Kind == yaml.AliasNode {
		n.Content[at+1] = copied(n.Content[at+1])
	}
	return n.Content[at+1]
}

// An addition is a new entry of a mapping, or a new element of a list, which has no key.
type addition struct {
	key   string
	value any
}

// block returns the addition in block style, from the margin.
func (a addition) block() []byte {
	if a.key != "" {
		return asYAML(map[string]any{a.key: a.value})
	}
	return written(func(e emitter) { e.sequence([]any{a.value}, 0) })
}

// flow returns the addition on one line, as JSON. All readers of YAML know JSON.
func (a addition) flow() (string, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(a.value); err != nil {
		return "", err
	}
	text := string(bytes.TrimSpace(out.Bytes()))
	if a.key != "" {
		text = quote(a.key) + ": " + text
	}
	return text, nil
}

// into adds the entry or element to a node, which must be a mapping or a list. A null becomes what the addition needs.
func (a addition) into(parent *yaml.Node) error {
	text := a.block()
	more, err := readDocument(text)
	if err != nil {
		return err
	}
	if parent.Kind == yaml.ScalarNode && parent.ShortTag() == yaml.NodeTagNull {
		*parent = yaml.Node{Kind: more.Kind, HeadComment: parent.HeadComment, LineComment: parent.LineComment, FootComment: parent.FootComment}
	}
	if parent.Kind != more.Kind {
		return errNoPlace
	}
	if at := keyAt(parent, a.key); parent.Kind == yaml.MappingNode && at >= 0 {
		parent.Content = slices.Delete(parent.Content, at, at+2)
	}
	parent.Content = append(parent.Content, more.Content...)
	return nil
}
