package schema

import (
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// A Move is a field that older releases had, and the field of today that means the same. Both are paths such as
// spec.containers[].volumes.<name>.readOnly: [] stands for any entry of a list and <name> for any key of a map, the same ones in both
// paths. A field without To had no effect in these releases.
type Move struct {
	From, To string
	// Names are the names of the entries of a list in which the field had an effect. Without names it had one in all entries.
	Names []string
}

// hasEffect tells whether the old field at some steps had an effect.
func (m Move) hasEffect(node *yaml.Node, pattern, steps []string) bool {
	if m.To == "" || len(m.Names) == 0 {
		return m.To != ""
	}
	name := child(valueAt(node, steps[:slices.Index(pattern, anyEntry)+1]), "name")
	return name != nil && slices.Contains(m.Names, name.Value)
}

// Moved returns an object with the fields of older releases where they are today. found has a warning about each of them, and an error
// if the field of today is there too. fields are the fields that the user wrote at another path. The node is not changed.
func (s *Schema) Moved(node *yaml.Node) (moved *yaml.Node, found findings.Findings, fields findings.Fields) {
	fields = findings.Fields{}
	for _, move := range s.Moves {
		from, to := patternOf(move.From), patternOf(move.To)
		all := expanded(node, from)
		if len(all) > 0 {
			node = yaml.CopyYNode(node)
		}
		for _, steps := range all {
			written := pathIn(from, steps)
			if !move.hasEffect(node, from, steps) {
				found.WarnOmitted(written, "this is a field of an older release, where it had no effect: leave it out")
				take(node, steps)
				continue
			}
			target := chosen(to, from, steps)
			today := pathIn(to, target)
			if put(node, target, valueAt(node, steps)) {
				fields[today.String()] = written.String()
				found.WarnOmitted(written, "this is a field of an older release, which is read as %s: use that field", today)
			} else {
				found.Forbidden(written, "this is a field of an older release, and %s, which means the same, is there too: keep only that field", today)
			}
			take(node, steps)
		}
	}
	return node, found, fields
}

// The steps of a pattern that stand for any entry of a list, and for any key of a map.
const anyEntry, anyKey = "[]", "<name>"

// patternOf returns the steps of a path of a [Move].
func patternOf(path string) []string {
	return strings.Split(strings.ReplaceAll(path, anyEntry, "."+anyEntry), ".")
}

// expanded returns the steps to every value to which a pattern leads: keys of maps, and indexes of lists.
func expanded(node *yaml.Node, pattern []string) (all [][]string) {
	if len(pattern) == 0 {
		return [][]string{nil}
	}
	steps := pattern[:1]
	switch {
	case pattern[0] == anyEntry && node.Kind == yaml.SequenceNode:
		steps = indexesOf(node.Content)
	case pattern[0] == anyKey && node.Kind == yaml.MappingNode:
		steps = nil
		for _, e := range entries(node) {
			steps = append(steps, e.key)
		}
	}
	for _, step := range steps {
		if value := child(node, step); value != nil {
			for _, rest := range expanded(value, pattern[1:]) {
				all = append(all, append([]string{step}, rest...))
			}
		}
	}
	return all
}

func indexesOf(list []*yaml.Node) (indexes []string) {
	for i := range list {
		indexes = append(indexes, strconv.Itoa(i))
	}
	return indexes
}

// child returns the value of a key of a map or of an index of a list, or nil.
func child(node *yaml.Node, step string) *yaml.Node {
	if node.Kind == yaml.MappingNode {
		if at := keyIn(node, step); at >= 0 {
			return node.Content[at+1]
		}
	}
	if at, err := strconv.Atoi(step); err == nil && node.Kind == yaml.SequenceNode && at < len(node.Content) {
		return node.Content[at]
	}
	return nil
}

// keyIn returns the index of the node of a key in a map, or -1.
func keyIn(object *yaml.Node, key string) int {
	for at := 0; at+1 < len(object.Content); at += 2 {
		if object.Content[at].Value == key {
			return at
		}
	}
	return -1
}

func valueAt(node *yaml.Node, steps []string) *yaml.Node {
	for _, step := range steps {
		node = child(node, step)
	}
	return node
}

// chosen returns the pattern to with the entries and keys that from has in some steps.
func chosen(to, from, steps []string) []string {
	to = slices.Clone(to)
	next := 0
	for i, step := range from {
		if step != anyEntry && step != anyKey {
			continue
		}
		if at := slices.Index(to[next:], step); at >= 0 {
			next += at
			to[next] = steps[i]
		}
	}
	return to
}

// pathIn returns the path of steps along a pattern.
func pathIn(pattern, steps []string) (path *field.Path) {
	for i, step := range steps {
		switch pattern[i] {
		case anyEntry:
			at, _ := strconv.Atoi(step) // an index of the list
			path = path.Index(at)
		case anyKey:
			path = path.Key(inPath(step))
		default:
			path = path.Child(step)
		}
	}
	return path
}

// put writes a value to where steps lead, unless there is another value.
func put(node *yaml.Node, steps []string, value *yaml.Node) bool {
	for i, step := range steps {
		next := child(node, step)
		isNew := next == nil || isNull(next)
		isLast := i == len(steps)-1
		switch {
		case !isNew && isLast:
			return next.Kind == yaml.ScalarNode && next.Value == value.Value
		case isNew && node.Kind != yaml.MappingNode:
			return false
		case isNew:
			take(node, []string{step})
			next = &yaml.Node{Kind: yaml.MappingNode, Tag: yaml.NodeTagMap}
			if isLast {
				next = value
			}
			node.Content = append(node.Content, yaml.NewStringRNode(step).YNode(), next)
		}
		node = next
	}
	return true
}

// take takes away the value to which steps lead, and the maps that have become empty.
func take(node *yaml.Node, steps []string) {
	next := child(node, steps[0])
	if next != nil && len(steps) > 1 {
		take(next, steps[1:])
		if next.Kind != yaml.MappingNode || len(next.Content) > 0 {
			return
		}
	}
	if at := keyIn(node, steps[0]); at >= 0 && node.Kind == yaml.MappingNode {
		node.Content = slices.Delete(node.Content, at, at+2)
	}
}
