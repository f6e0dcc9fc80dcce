package yamltext

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// readDocument reads the one YAML or JSON document in bytes. It returns nil if there are only comments. The places of the nodes
// are those in a file in which these bytes begin at start. Copies of shared maps do not get the keys that leaveOut names.
func readDocument(text []byte, start Place, leaveOut func(key string) bool) (*Object, *Error) {
	if err := checkText(text, start); err != nil {
		return nil, err
	}
	root, err := parse(asYAML(text))
	if err != nil {
		return nil, explain(err, start)
	}
	if root == nil {
		return nil, nil
	}
	c := checker{start: start}
	c.check(root)
	c.checkRoot(root)
	if c.err != nil {
		return nil, c.err
	}
	object := &Object{node: root, written: root}
	if c.shares {
		e := expander{budget: aliasBudget, open: map[*yaml.Node]bool{}, leaveOut: leaveOut}
		object.node = e.expand(root)
		return object, e.err
	}
	return object, nil
}

// errSecond is the error about a second document behind the marker "...".
var errSecond = errors.New(`a second document begins behind "...": write "---" above it`)

// parse returns the tree of a document. It is nil for an empty document. A panic of the parser becomes an error.
func parse(text []byte) (root *yaml.Node, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			root, err = nil, fmt.Errorf("%v", fault)
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document, second yaml.Node
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if err := decoder.Decode(&second); err == nil {
		return nil, errSecond
	} else if !errors.Is(err, io.EOF) {
		return nil, err
	}
	root = document.Content[0]
	if isNull(root) {
		return nil, nil
	}
	root.HeadComment = joined(document.HeadComment, root.HeadComment)
	root.FootComment = joined(root.FootComment, document.FootComment)
	return root, nil
}

// joined joins comments.
func joined(above, below string) string {
	return strings.Trim(above+"\n\n"+below, "\n")
}

var yamlError = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)^(?:yaml: )?(?:line (\d+): )?(.*)$`) })

// explain turns an error of the parser into an error with a place: the line that the parser says, or where the document begins.
func explain(err error, start Place) *Error {
	match := yamlError().FindStringSubmatch(strings.TrimSpace(err.Error()))
	if line, err := strconv.Atoi(match[1]); err == nil {
		start = Place{max(line, 1), 1}.below(Place{start.Line, 1})
	}
	return &Error{Place: start, Message: "this is not valid YAML: " + match[2] + ": look at the indentation (spaces, no tabs), quotes and colons of this line and the lines beside it"}
}

// checkText finds the first place where a file is not text: a control character that YAML does not allow, or invalid UTF-8.
func checkText(text []byte, start Place) *Error {
	isJSON := jsonStart(text) >= 0
	for at := 0; at < len(text); {
		r, size := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(text[at:])
		}
		message := ""
		switch {
		case r >= ' ' && r < 0x7f, r == '\t' || r == '\n' || r == '\r':
		case r == utf8.RuneError && size == 1:
			message = fmt.Sprintf("this is not valid UTF-8: it holds the byte 0x%02x: save the file as UTF-8", text[at])
		case r == 0xfeff && at > 0 && text[at-1] == '\n':
			message = "this line begins with the character U+FEFF, which only a file may begin with: remove it"
		case r < ' ', !isJSON && (r < 0xa0 && r != 0x85 || r == 0xfffe || r == 0xffff):
			message = fmt.Sprintf("this is not text: it holds the character %U, which YAML does not allow: remove it", r)
		}
		if message != "" {
			return &Error{Place: endOf(text[:at]).below(start), Message: message}
		}
		at += size
	}
	return nil
}

// A checker visits the nodes of a document.
type checker struct {
	start Place
	// shares says that the document has aliases or merge keys.
	shares bool
	// err is about the first place where YAML says what JSON cannot, so that no server takes it.
	err *Error
}

// check moves the places of nodes, and finds keys that are not strings, numbers that are not finite, and values that
// do not fit their tags.
func (c *checker) check(n *yaml.Node) {
	place := Place{n.Line, n.Column}.below(c.start)
	n.Line, n.Column = place.Line, place.Column
	switch n.Kind {
	case yaml.AliasNode:
		c.shares = true
	case yaml.ScalarNode:
		c.checkScalar(n)
	}
	for at, inner := range n.Content {
		c.check(inner)
		if n.Kind != yaml.MappingNode || at%2 == 1 {
			continue
		}
		if isMerge(inner) {
			c.shares, inner.Tag = true, "" // kyaml would write the tag as well
		}
		if inner.Kind == yaml.AliasNode {
			inner = inner.Alias
		}
		if inner.Kind != yaml.ScalarNode || isNull(inner) {
			c.fail(n.Content[at], "a key is a string, and this is null, a list or a map: write a string, in quotes if need be (a template such as {{ x }} must be rendered first)")
		}
	}
}

func (c *checker) checkScalar(n *yaml.Node) {
	var value any
	switch {
	case n.Tag == yaml.NodeTagFloat && strings.ContainsAny(n.Value, "nN"): // .nan, -.inf
		c.fail(n, "%s is not a number in JSON, so no server takes it: write a finite number, or a string in quotes", n.Value)
	case n.Style&yaml.TaggedStyle != 0 && n.Decode(&value) != nil:
		c.fail(n, "%q does not fit the tag %s: write another value, or leave the tag out", n.Value, n.Tag)
	}
}

// checkRoot finds a key that an object has twice, as it has where a marker between two objects is missing.
func (c *checker) checkRoot(root *yaml.Node) {
	seen := map[string]bool{}
	for at := 0; root.Kind == yaml.MappingNode && at < len(root.Content); at += 2 {
		key := root.Content[at]
		if seen[key.Value] {
			c.fail(key, "%s is there twice: keep one of the two, or write a line \"---\" where a second object begins", key.Value)
		}
		seen[key.Value] = key.Kind == yaml.ScalarNode
	}
}

func (c *checker) fail(n *yaml.Node, format string, args ...any) {
	if c.err == nil {
		c.err = errorAt(n, format, args...)
	}
}

// aliasBudget is the largest number of nodes that the aliases of a document may stand for. People write far less, and this
// number takes no noticeable time.
const aliasBudget = 200_000

// An expander copies trees without aliases and merge keys.
type expander struct {
	// budget is the number of nodes that aliases may still stand for, and depth the number of aliases around the current node.
	budget, depth int
	// open are the anchors around the current node.
	open map[*yaml.Node]bool
	// leaveOut names keys that copies of a map do not get. It may be nil.
	leaveOut func(key string) bool
	err      *Error
}

// expand returns a copy of a tree in which each alias is replaced by a copy of its value, and each merge key by the entries that
// it brings.
func (e *expander) expand(n *yaml.Node) *yaml.Node {
	if e.depth > 0 {
		e.budget--
	}
	if n.Kind == yaml.AliasNode {
		return e.alias(n)
	}
	out := *n
	out.Anchor = ""
	if n.Content == nil {
		return &out
	}
	if n.Anchor != "" {
		e.open[n] = true
		defer delete(e.open, n)
	}
	out.Content = make([]*yaml.Node, 0, len(n.Content))
	for at := 0; at < len(n.Content) && e.err == nil; at++ {
		if e.depth > 0 && n.Kind == yaml.MappingNode && e.leaveOut != nil && at%2 == 0 && e.leaveOut(n.Content[at].Value) {
			at++
			continue
		}
		out.Content = append(out.Content, e.expand(n.Content[at]))
	}
	if out.Kind == yaml.MappingNode && e.err == nil {
		e.merge(&out)
	}
	return &out
}

func (e *expander) alias(n *yaml.Node) *yaml.Node {
	if e.open[n.Alias] || e.budget < 0 {
		e.err = errorAt(n, "the aliases of this object stand for too much: write out what they stand for")
		return n
	}
	e.depth++
	out := e.expand(n.Alias)
	e.depth--
	out.Line, out.Column = n.Line, n.Column
	out.HeadComment, out.LineComment, out.FootComment = n.HeadComment, n.LineComment, n.FootComment
	return out
}

// merge replaces the merge keys of a map. The map's own entries win, and then those that are merged first
// (yaml.org/type/merge.html).
func (e *expander) merge(n *yaml.Node) {
	var own, merged []*yaml.Node
	has := map[string]bool{}
	for at := 0; at < len(n.Content); at += 2 {
		key, value := n.Content[at], n.Content[at+1]
		switch {
		case !isMerge(key):
			own, has[key.Value] = append(own, key, value), true
		case value.Kind == yaml.SequenceNode:
			merged = append(merged, value.Content...)
		default:
			merged = append(merged, value)
		}
	}
	for _, from := range merged {
		if from.Kind != yaml.MappingNode {
			e.err = errorAt(from, "the key << merges a map or a list of maps, and this is neither: write a map, or the key in quotes")
			return
		}
		for at := 0; at < len(from.Content); at += 2 {
			if key := from.Content[at]; !has[key.Value] {
				own, has[key.Value] = append(own, key, from.Content[at+1]), true
			}
		}
	}
	n.Content = own
}

// isMerge tells whether a key is the merge key, which has no tag any more when it was checked. In quotes it is an ordinary key.
func isMerge(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Value == "<<" && (key.Tag == "!!merge" || key.Tag == "")
}
