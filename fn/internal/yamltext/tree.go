package yamltext

import (
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// setText sets a text at a path of keys in a tree. It makes the missing mappings.
func setText(root *yaml.Node, path []string, value string) {
	n := root
	last := len(path) - 1
	for _, key := range path[:last] {
		n = ownMapping(root, n, key)
	}
	at := keyAt(n, path[last])
	if at < 0 {
		n.Content = append(n.Content, newKey(path[last]), &yaml.Node{})
		at = len(n.Content) - 2
	}
	old := n.Content[at+1]
	unshare(root, old)
	n.Content[at+1] = &yaml.Node{
		Kind: yaml.ScalarNode, Tag: yaml.NodeTagString, Value: value, Style: yaml.DoubleQuotedStyle,
		HeadComment: old.HeadComment, LineComment: old.LineComment, FootComment: old.FootComment,
	}
}

// ownMapping returns the mapping below a key of n, which only n holds. If n has it by an alias or a merge key, n gets a
// copy. If others have it by an alias, they get copies.
func ownMapping(root, n *yaml.Node, key string) *yaml.Node {
	at := keyAt(n, key)
	if at < 0 {
		n.Content = append(n.Content, newKey(key), &yaml.Node{Kind: yaml.MappingNode})
		at = len(n.Content) - 2
		if merged := Child(&yaml.Node{Kind: yaml.MappingNode, Content: n.Content[:at]}, key); merged != nil {
			n.Content[at+1] = copied(merged)
		}
	}
	value := n.Content[at+1]
	switch {
	case value.Kind == yaml.AliasNode:
		n.Content[at].LineComment = value.LineComment
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

func newKey(key string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: yaml.NodeTagString, Value: key}
}

// unshare replaces the aliases to a node by copies of the node.
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

// same tells whether two trees mean the same. The order of keys does not matter, and an alias equals its value.
func same(a, b *yaml.Node) bool {
	a, b = Deref(a), Deref(b)
	if a.Kind != b.Kind || tagOf(a) != tagOf(b) || a.Value != b.Value && !isNull(a) || len(a.Content) != len(b.Content) {
		return false
	}
	if a.Kind == yaml.MappingNode {
		return sameEntries(a.Content, b.Content)
	}
	for at := range a.Content {
		if !same(a.Content[at], b.Content[at]) {
			return false
		}
	}
	return true
}

// sameEntries compares mappings. If a key is there twice, the first is compared with the first. The place of a merge
// key matters: for readers of YAML 1.1, such as kubectl, it hides the keys above it.
func sameEntries(a, b []*yaml.Node) bool {
	if sameKeys(a, b) {
		for at := 1; at < len(a); at += 2 {
			if !same(a[at], b[at]) {
				return false
			}
		}
		return true
	}
	values := map[string][]*yaml.Node{}
	eachEntry(b, func(key string, value *yaml.Node) { values[key] = append(values[key], value) })
	equal := true
	eachEntry(a, func(key string, value *yaml.Node) {
		if equal = equal && len(values[key]) > 0 && same(value, values[key][0]); equal {
			values[key] = values[key][1:]
		}
	})
	return equal
}

// sameKeys tells whether two mappings have the same keys in the same order, as they have almost always.
func sameKeys(a, b []*yaml.Node) bool {
	for at := 0; at < len(a); at += 2 {
		if !same(a[at], b[at]) {
			return false
		}
	}
	return true
}

func eachEntry(content []*yaml.Node, visit func(key string, value *yaml.Node)) {
	merges := 0
	for at := 0; at+1 < len(content); at += 2 {
		if isMerge(content[at]) {
			merges++
		}
		visit(strconv.Itoa(merges)+identity(content[at]), content[at+1])
	}
}

// identity returns a text that is equal for keys that mean the same.
func identity(key *yaml.Node) string {
	key = Deref(key)
	var text strings.Builder
	text.WriteString(tagOf(key))
	if !isNull(key) {
		text.WriteString(quote(key.Value))
	}
	for _, c := range key.Content {
		text.WriteString("," + identity(c))
	}
	return text.String()
}
