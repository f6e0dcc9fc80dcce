package yamltext

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// With returns the object with a text at the path given by keys. Nothing else changes. If the object has the text
// already, With returns the object itself.
//
// If possible, With adds or changes lines in the text that was read. Otherwise it writes the object anew, and keeps
// comments and the order of keys. It reads the result again and compares it with the intended tree. A difference is an
// error, and a fault of this package.
func (o *Object) With(keys []string, value string) (*Object, error) {
	whole := o.Whole()
	if hasText(whole.node, keys, value) {
		return o, nil
	}
	meant := readable(whole.node)
	setText(meant, keys, value)
	out, err := whole.first(meant, whole.changes(meant, keys))
	if err != nil {
		return nil, err
	}
	return out.Light(), nil // every source gets a text, and all their trees would be in memory until they are written
}

// hasText tells whether the value at the path given by keys is this very text. The number 1 is not the text "1".
func hasText(n *yaml.Node, keys []string, value string) bool {
	n = Child(n, keys...)
	return n != nil && n.Kind == yaml.ScalarNode && n.Value == value && n.ShortTag() == yaml.NodeTagString
}

// A change replaces bytes in the lines of an object by a text.
type change struct {
	at, instead int
	text        string
}

// reread reads an object again after a change of its lines. It returns nil if the new lines cannot be read.
func (o *Object) reread(c change) *Object {
	text := o.lines.text
	changed := o.lines.with(bytes.Join([][]byte{text[:c.at], text[c.at+c.instead:]}, []byte(c.text)))
	node := changed.read()
	if node == nil {
		return nil
	}
	return &Object{node: node, lines: changed}
}

// changes returns ways to bring the intended tree into the lines of the object, the best first. Some of them may be
// wrong: mappings may have anchors and tags, and keys may be written in rare forms.
func (o *Object) changes(meant *yaml.Node, keys []string) []change {
	if o.lines.text == nil {
		return nil
	}
	var key *yaml.Node
	n := o.node
	for at, name := range keys {
		found := -1
		if n.Kind == yaml.MappingNode {
			found = keyAt(n, name)
		}
		if found < 0 {
			return o.additions(key, n, ownValue(meant, keys[:at]))
		}
		key, n = n.Content[found], n.Content[found+1]
	}
	start, token := o.token(n)
	if token == "" {
		return nil
	}
	return []change{{start, len(token), quote(ownValue(meant, keys).Value)}}
}

// ownValue returns the value at a path of keys that the mappings themselves have. It ignores merge keys.
func ownValue(n *yaml.Node, keys []string) *yaml.Node {
	for _, key := range keys {
		n = n.Content[keyAt(n, key)+1]
	}
	return n
}

// additions returns ways to add the entries that meant has and value lacks. value is the value of key.
func (o *Object) additions(key, value, meant *yaml.Node) []change {
	if key == nil || meant.Kind != yaml.MappingNode {
		return nil
	}
	more := &yaml.Node{Kind: yaml.MappingNode, Content: meant.Content[len(value.Content):]}
	text, err := encodeNode(more)
	switch {
	case err != nil:
		return nil
	case value.Kind == yaml.MappingNode && value.Style&yaml.FlowStyle != 0:
		return o.inFlow(key, value, more)
	case value.Kind == yaml.MappingNode && len(value.Content) > 0:
		first := value.Content[0]
		changes := append(o.inBlock(key.Line+1, first.Column-1, text), o.inBlock(first.Line, -1, text)...)
		for at := len(value.Content) - 2; at >= 0; at -= 2 {
			if merge := value.Content[at]; isMerge(merge) {
				return append(changes, o.inBlock(merge.Line+1, merge.Column-1, text)...)
			}
		}
		return changes
	case isNull(value):
		changes := o.inBlock(key.Line+1, key.Column+1, text)
		if start, token := o.token(value); token != "" {
			changes = append(changes, change{start, len(token), flow(more, key)})
		}
		return changes
	default:
		return nil
	}
}

// inBlock adds the lines of entries above a line of the node. A negative margin means the margin of that line.
func (o *Object) inBlock(line, margin int, text []byte) []change {
	p, at := newPage(o.lines.text), line-o.lines.first
	if at < 1 || at > p.count() {
		return nil
	}
	if margin < 0 {
		margin = indentOf(p.text(at, min(at+1, p.count())))
	}
	var added strings.Builder
	for line := range bytes.Lines(text) {
		added.WriteString(strings.Repeat(" ", margin))
		added.Write(line)
	}
	above := p.text(at-1, at)
	switch {
	case bytes.HasSuffix(above, []byte("\r\n")):
		return []change{{p.offsets[at], 0, strings.ReplaceAll(added.String(), "\n", "\r\n")}}
	case isOpen(above):
		return []change{{p.offsets[at], 0, "\n" + added.String()}}
	default:
		return []change{{p.offsets[at], 0, added.String()}}
	}
}

// inFlow adds entries at the beginning of a mapping such as "{a: b}".
func (o *Object) inFlow(key, value, more *yaml.Node) []change {
	start, token := o.token(value)
	if token != "{" {
		return nil
	}
	added := strings.TrimSuffix(flow(more, key)[1:], "}")
	if len(value.Content) > 0 {
		added += ","
		if rest := o.lines.text[start+1:]; len(rest) > 0 && !bytes.ContainsAny(rest[:1], " \r\n") {
			added += " "
		}
	}
	return []change{{start + 1, 0, added}}
}

// flow writes a mapping on one line, as in `{annotations: {key: "text"}}`. It quotes the keys if the key above has
// quotes, as in JSON.
func flow(n, above *yaml.Node) string {
	if n.Kind != yaml.MappingNode {
		return quote(n.Value)
	}
	var entries []string
	for at := 0; at+1 < len(n.Content); at += 2 {
		key := scalar(n.Content[at].Value)
		if above.Style&yaml.DoubleQuotedStyle != 0 {
			key = quote(n.Content[at].Value)
		}
		entries = append(entries, key+": "+flow(n.Content[at+1], above))
	}
	return "{" + strings.Join(entries, ", ") + "}"
}

// properties matches the anchor and the tag before a value, with the blanks and comments between them.
var properties = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:[&!]\S*(?:\s+(?:#[^\n]*\n)?)*)*`) })

// token finds the beginning of a scalar on one line or of a mapping in flow style. It returns the scalar as written, or
// the opening brace. The token is "" for any other form.
func (o *Object) token(n *yaml.Node) (start int, token string) {
	if start = o.offset(n); start < 0 {
		return 0, ""
	}
	if n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 {
		start += len(properties().Find(o.lines.text[start:]))
	}
	tokens := []string{"{"}
	if n.Kind == yaml.ScalarNode {
		tokens = []string{quote(n.Value), "'" + strings.ReplaceAll(n.Value, "'", "''") + "'", n.Value}
	}
	for _, token := range tokens {
		if bytes.HasPrefix(o.lines.text[start:], []byte(token)) {
			return start, token
		}
	}
	return 0, ""
}
