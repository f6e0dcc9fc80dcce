package yamltext

import (
	"bytes"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// With returns the object with a text below a number of keys, and nothing else changed. An object that has the text
// already is returned itself.
//
// Where it can be done, lines are added or changed in what was read; else the object is written anew, which keeps
// comments and the order of keys.
func (o *Object) With(keys []string, value string) *Object {
	if hasText(o.node, keys, value) {
		return o
	}
	if text := o.editedLines(keys, value); text != nil {
		if out := o.reread(text); out != nil && hasText(out.node, keys, value) {
			return out
		}
	}
	out := &Object{node: readable(o.node)}
	setText(out.node, keys, value)
	return out
}

// hasText tells whether there is this very text below a number of keys: 1 is none, and "1" is.
func hasText(n *yaml.Node, keys []string, value string) bool {
	n = Child(n, keys...)
	return n != nil && n.Kind == yaml.ScalarNode && n.Value == value && n.ShortTag() == yaml.NodeTagString
}

// reread reads an object again from lines that have changed; nil where they cannot be read.
func (o *Object) reread(text []byte) *Object {
	node, err := readDocument(text)
	if err == nil && o.lines.dash && node != nil && len(node.Content) == 1 {
		node = node.Content[0]
	}
	if err != nil || node == nil || node.Kind != yaml.MappingNode {
		return nil
	}
	return &Object{node: node, lines: lines{text: text, first: 1, dash: o.lines.dash}}
}

// editedLines are the object's lines with a text below the keys of path; nil where they are not laid out as usual. A
// mapping with an anchor or a merge key is shared with others and not changed in its place.
func (o *Object) editedLines(path []string, value string) []byte {
	if o.lines.text == nil {
		return nil
	}
	var below *pair
	mapping := o.node
	for at, key := range path {
		found := keyAt(mapping, key)
		switch {
		case mapping.Anchor != "":
			return nil
		case found < 0 && (below == nil || keyAt(mapping, "<<") >= 0):
			return nil
		case found < 0:
			return o.withKeys(below, path[at:], value)
		case at == len(path)-1:
			return o.withScalar(mapping.Content[found+1], value)
		}
		below = &pair{key: mapping.Content[found], value: mapping.Content[found+1]}
		mapping = below.value
	}
	return nil
}

// withKeys are the object's lines with new keys in the mapping below a key, which may be empty or in flow style.
func (o *Object) withKeys(below *pair, keys []string, value string) []byte {
	mapping := below.value
	switch {
	case below.isBlock():
		return o.withLines(below, nested(keys, value, mapping.Column-1))
	case mapping.Kind == yaml.MappingNode && mapping.Style&yaml.FlowStyle != 0:
		return o.withFlow(below, keys, value)
	case mapping.Kind == yaml.ScalarNode && mapping.Value == "" && mapping.ShortTag() == yaml.NodeTagNull:
		return o.withLines(below, nested(keys, value, below.key.Column+1))
	default:
		return nil
	}
}

// withFlow are the object's lines with new keys at the beginning of a mapping such as "{a: b}". They are in quotes where
// the key above is, as in JSON.
func (o *Object) withFlow(below *pair, keys []string, value string) []byte {
	page, mapping := newPage(o.lines.text), below.value
	at := mapping.Line - o.lines.first
	if at < 0 || at >= page.count() {
		return nil
	}
	line := page.text(at, at+1)
	if len(line) <= mapping.Column || line[mapping.Column-1] != '{' {
		return nil
	}
	added := inline(keys, value, below.key.Style&yaml.DoubleQuotedStyle != 0)
	rest := line[mapping.Column:]
	if len(mapping.Content) > 0 {
		added += ","
		if rest[0] != ' ' && rest[0] != '\r' && rest[0] != '\n' {
			added += " "
		}
	}
	return bytes.Join([][]byte{page.text(0, at), line[:mapping.Column], []byte(added), rest, page.text(at+1, page.count())}, nil)
}

// inline are keys below each other with a text at the end on one line, as in `annotations: {key: "text"}`.
func inline(keys []string, value string, quoted bool) string {
	key := keys[0]
	if quoted {
		key = quotedScalar(key)
	}
	if len(keys) == 1 {
		return key + ": " + quotedScalar(value)
	}
	return key + ": {" + inline(keys[1:], value, quoted) + "}"
}

// nested are the lines of keys below each other with a text at the end, as in "annotations:\n  key: \"text\"\n".
func nested(keys []string, value string, margin int) string {
	var lines strings.Builder
	for at, key := range keys {
		if at > 0 {
			lines.WriteByte('\n')
		}
		lines.WriteString(strings.Repeat(" ", margin+2*at) + key + ":")
	}
	return lines.String() + " " + quotedScalar(value) + "\n"
}

// quotedScalar quotes what needs no escapes; of anything else the lines do not read as they should.
func quotedScalar(value string) string { return `"` + value + `"` }

// withScalar are the object's lines with another text in the place of a scalar on one line.
func (o *Object) withScalar(old *yaml.Node, value string) []byte {
	page := newPage(o.lines.text)
	at := old.Line - o.lines.first
	if at < 0 || at >= page.count() || old.Kind != yaml.ScalarNode || old.Anchor != "" {
		return nil
	}
	line := page.text(at, at+1)
	start := min(old.Column-1, len(line))
	for _, written := range []string{quotedScalar(old.Value), "'" + old.Value + "'", old.Value} {
		if written != "" && bytes.HasPrefix(line[start:], []byte(written)) {
			rest := line[start+len(written):]
			return bytes.Join([][]byte{page.text(0, at), line[:start], []byte(quotedScalar(value)), rest, page.text(at+1, page.count())}, nil)
		}
	}
	return nil
}

// withLines are the object's lines with more lines right below a key. They end as the line of the key does.
func (o *Object) withLines(below *pair, more string) []byte {
	page := newPage(o.lines.text)
	at := below.key.Line - o.lines.first + 1
	if at < 1 || at > page.count() {
		return nil
	}
	above := page.text(0, at)
	if bytes.HasSuffix(above, []byte("\r\n")) {
		more = strings.ReplaceAll(more, "\n", "\r\n")
	}
	return bytes.Join([][]byte{above, page.text(at, page.count())}, []byte(more))
}

// A pair is a key of a mapping with its value.
type pair struct{ key, value *yaml.Node }

// isBlock tells whether the value is a mapping in block style below the key.
func (p *pair) isBlock() bool {
	return p.value.Kind == yaml.MappingNode && isBlock(p.value) && p.value.Content[0].Line > p.key.Line
}

// setText sets a text below the keys of path in a tree, making the mappings that are not there.
func setText(root *yaml.Node, path []string, value string) {
	n := root
	last := len(path) - 1
	for _, key := range path[:last] {
		n = ownMapping(root, n, key)
	}
	at := keyAt(n, path[last])
	if at < 0 {
		n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: path[last]}, &yaml.Node{})
		at = len(n.Content) - 2
	}
	old := n.Content[at+1]
	unshare(root, old)
	n.Content[at+1] = &yaml.Node{
		Kind: yaml.ScalarNode, Tag: yaml.NodeTagString, Value: value, Style: yaml.DoubleQuotedStyle,
		HeadComment: old.HeadComment, LineComment: old.LineComment, FootComment: old.FootComment,
	}
}

// ownMapping returns the mapping below a key of n, which is n's alone: what it has by an alias or a merge key is copied,
// and what others have by an alias to it they get as a copy.
func ownMapping(root, n *yaml.Node, key string) *yaml.Node {
	at := keyAt(n, key)
	if at < 0 {
		n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, &yaml.Node{Kind: yaml.MappingNode})
		at = len(n.Content) - 2
		if merged := Child(&yaml.Node{Kind: yaml.MappingNode, Content: n.Content[:at]}, key); merged != nil {
			n.Content[at+1] = copied(merged)
		}
	}
	value := n.Content[at+1]
	switch {
	case value.Kind == yaml.AliasNode:
		value = copied(value)
	case value.Anchor != "":
		unshare(root, value)
	}
	if value.Kind != yaml.MappingNode {
		value = &yaml.Node{Kind: yaml.MappingNode, HeadComment: value.HeadComment, LineComment: value.LineComment}
	}
	n.Content[at+1] = value
	return value
}

// unshare replaces the aliases to a node by copies of it.
func unshare(n, target *yaml.Node) {
	if target.Anchor == "" {
		return
	}
	for at, c := range n.Content {
		if c.Kind == yaml.AliasNode && c.Alias == target {
			n.Content[at] = copied(c)
			continue
		}
		unshare(c, target)
	}
}
