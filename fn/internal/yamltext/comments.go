package yamltext

import (
	"regexp"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// comment is where a comment may begin in a line. It may be text as well.
var comment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)(?:^|[ \t])(#.*?)[ \t\r]*$`) })

// lost are the comments of the object that a new text of it does not have, each on a line of its own.
func (o *Object) lost(text []byte) string {
	has := map[string]int{}
	for _, found := range comment().FindAllSubmatch(text, -1) {
		has[string(found[1])]++
	}
	var lost strings.Builder
	for _, one := range o.comments() {
		if has[one]--; has[one] < 0 {
			lost.WriteString(one + "\n")
		}
	}
	return lost.String()
}

// comments are those of the lines of the object or, where it has none, those that the parser found.
func (o *Object) comments() []string {
	var found []string
	texts := map[string]int{}
	each(o.node, func(n *yaml.Node) {
		for _, match := range comment().FindAllStringSubmatch(n.Value, -1) {
			texts[match[1]]++
		}
		if o.lines.text == nil {
			for _, match := range comment().FindAllStringSubmatch(strings.Join([]string{n.HeadComment, n.LineComment, n.FootComment}, "\n"), -1) {
				found = append(found, match[1])
			}
		}
	})
	for _, match := range comment().FindAllSubmatch(o.lines.text, -1) {
		if texts[string(match[1])]--; texts[string(match[1])] < 0 {
			found = append(found, string(match[1]))
		}
	}
	return found
}

// withoutComments is a copy of a tree without comments.
func withoutComments(n *yaml.Node) *yaml.Node {
	out := readable(n)
	each(out, func(n *yaml.Node) { n.HeadComment, n.LineComment, n.FootComment = "", "", "" })
	return out
}

// each visits the nodes of a tree as they are written.
func each(n *yaml.Node, visit func(*yaml.Node)) {
	visit(n)
	for _, c := range n.Content {
		each(c, visit)
	}
}
