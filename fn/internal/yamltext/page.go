package yamltext

import (
	"bytes"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// A page is a text that is cut into lines. They are counted from 0.
type page struct {
	data []byte
	// offsets are the beginnings of the lines, and the end of the last.
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

// text returns the lines from a line up to, but without, another. Appending to the result makes a copy.
func (p page) text(from, to int) []byte {
	return p.data[p.offsets[from]:p.offsets[to]:p.offsets[to]]
}

// dashOf returns the line with the dash of a list's node. The dash is in the column indent and not above the line low.
// It returns -1 if the node begins neither right behind the dash nor, after comments, below it.
func (p page) dashOf(node *yaml.Node, low, indent int) int {
	if node.Line < 1 || node.Line > p.count() {
		return -1
	}
	before := p.text(node.Line-1, node.Line)
	before = before[:min(node.Column-1, len(before))]
	for line := node.Line - 1; line >= low; line-- {
		rest := bytes.TrimSpace(before)
		if len(before) > indent && before[indent] == '-' && isSpaces(before[:indent]) {
			rest = bytes.TrimSpace(before[indent+1:])
			low = line
		}
		if len(rest) > 0 && rest[0] != '#' {
			return -1
		}
		if low == line {
			return line
		}
		before = p.text(line-1, line)
	}
	return -1
}

// withComments returns the first of the comment lines right above a line, or the line itself. It goes no
// higher than the line low, and stops at a comment that is indented more than indent.
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

// indentOf counts the spaces at the beginning of a line.
func indentOf(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }
