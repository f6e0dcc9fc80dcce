package yamltext

import (
	"bytes"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// A page is a text that can be cut into lines, which are counted from 0.
type page struct {
	data []byte
	// offsets are where the lines begin, and where the last one ends.
	offsets []int
}

func newPage(data []byte) page {
	offsets := make([]int, 1, bytes.Count(data, []byte("\n"))+2)
	for at, b := range data {
		if b == '\n' {
			offsets = append(offsets, at+1)
		}
	}
	if offsets[len(offsets)-1] != len(data) {
		offsets = append(offsets, len(data))
	}
	return page{data: data, offsets: offsets}
}

func (p page) count() int { return len(p.offsets) - 1 }

// text is what stands from one line up to, and without, another. Whoever appends to it gets a copy.
func (p page) text(from, to int) []byte {
	return p.data[p.offsets[from]:p.offsets[to]:p.offsets[to]]
}

// beginsItem tells whether a node of a list begins on the line of its own dash, in the column indent.
func (p page) beginsItem(node *yaml.Node, indent int) bool {
	if node.Line < 1 || node.Line > p.count() {
		return false
	}
	line := p.text(node.Line-1, node.Line)
	content := node.Column - 1
	return content >= indent+2 && content < len(line) && line[indent] == '-' &&
		isSpaces(line[:indent]) && isSpaces(line[indent+1:content])
}

// withComments returns the first of the comment lines right above a line, not above low, that are not indented more
// than indent; or the line itself.
func (p page) withComments(line, low, indent int) int {
	for line > low {
		above := p.text(line-1, line)
		trimmed := bytes.TrimLeft(above, " ")
		if len(above)-len(trimmed) > indent || !bytes.HasPrefix(trimmed, []byte("#")) {
			return line
		}
		line--
	}
	return line
}

func isSpaces(text []byte) bool {
	return len(bytes.Trim(text, " ")) == 0
}
