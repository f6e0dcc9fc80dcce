package yamltext

import (
	"regexp"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// comment finds places in a line where a comment may begin. A match may be text too.
var comment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)(?:^|[ \t])(#.*?)[ \t\r]*$`) })

// lost returns the comments of the object that are missing from its new text, each on a line of its own.
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

// comments returns the comments in the lines of the object. If it has no lines, they are the comments that the parser
// found.
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

// withoutComments returns a copy of a tree without comments.
func withoutComments(n *yaml.Node) *yaml.Node {
	out := readable(n)
	each(out, func(n *yaml.Node) { n.HeadComment, n.LineComment, n.FootComment = "", "", "" })
	return out
}

// each visits the nodes of a tree in the order of the text.
func each(n *yaml.Node, visit func(*yaml.Node)) {
	visit(n)
	for _, c := range n.Content {
		each(c, visit)
	}
}
