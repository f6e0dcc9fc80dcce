package yamltext

import (
	"bytes"
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// The keys of a ResourceList that are always written anew.
const (
	keyItems   = "items"
	keyResults = "results"
)

// A frame is a ResourceList without its items: one section for each of its keys, in the order in which they came.
type frame struct {
	// before and after are the comments above the first key and below the last.
	before   []byte
	after    []byte
	sections []section
	// indent is the column of the dashes of the items, from 0.
	indent int
	// items are the lines of the items. It is nil if some items share a line.
	items []lines
}

// A section is one key of a ResourceList with its value.
type section struct {
	key  string
	pair []*yaml.Node
	// object is a mapping with only this key. For the key items, its lines end above the first item.
	object *Object
}

func newSection(pair []*yaml.Node) section {
	return section{key: pair[0].Value, pair: pair, object: &Object{node: &yaml.Node{Kind: yaml.MappingNode, Content: pair}}}
}

// newLine makes a section that was not read.
func newLine(key, value string) section {
	return newSection([]*yaml.Node{newKey(key), newKey(value)})
}

// defaultFrame is the frame of a list that was not read.
func defaultFrame() *frame {
	return &frame{sections: []section{newLine("apiVersion", resourceListVersions[0]), newLine("kind", kindResourceList), {key: keyItems}}}
}

// newFrame cuts a ResourceList into its sections. In block style, each section and each item keeps the lines it was
// read from. In other styles (JSON, for example) they are encoded again when they are written.
func newFrame(data []byte, root *yaml.Node) *frame {
	f := &frame{}
	for at := 0; at+1 < len(root.Content); at += 2 {
		f.sections = append(f.sections, newSection(root.Content[at:at+2]))
	}
	if isBlock(root) && countsLines(data) {
		f.cut(newPage(data))
	}
	if own(root, keyItems) == nil {
		f.sections = append(f.sections, section{key: keyItems})
	}
	return f
}

// keepFirstItem drops all items but the first. The first shows their style, and the others would stay in memory with the frame.
func (f *frame) keepFirstItem() {
	f.items = nil
	for _, s := range f.sections {
		if s.key == keyItems && s.pair != nil && len(s.pair[1].Content) > 1 {
			first := *s.pair[1]
			first.Content = []*yaml.Node{first.Content[0]} // a slice of the old list would hold them all
			s.pair[1] = &first
		}
	}
}

// countsLines tells whether "\n" alone separates the lines of a text. A byte order mark or a document marker moves the
// parser's places.
func countsLines(data []byte) bool {
	return !containsAny(data, "\uFEFF", "\n---", "\n...") && !hasOtherEnds(data)
}

// hasOtherEnds tells whether the YAML parser counts more lines than editors do.
func hasOtherEnds(data []byte) bool {
	return containsAny(data, "\u0085", "\u2028", "\u2029") || bytes.Count(data, []byte("\r")) != bytes.Count(data, []byte("\r\n"))
}

func containsAny(data []byte, marks ...string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return bytes.Contains(data, []byte(mark)) })
}

// cut gives sections and items their lines. It does nothing if the text has an unusual layout.
func (f *frame) cut(p page) {
	starts := f.starts(p)
	if starts == nil {
		return
	}
	itemsAt := slices.IndexFunc(f.sections, func(s section) bool { return s.key == keyItems })
	var firsts []int
	if itemsAt >= 0 && isBlock(f.sections[itemsAt].pair[1]) {
		sequence := f.sections[itemsAt].pair[1]
		f.indent = sequence.Column - 1
		if firsts = itemStarts(p, sequence, starts[itemsAt]+1, starts[itemsAt+1]); firsts == nil {
			return
		}
		starts[itemsAt+1] = firsts[len(firsts)-1]
	}
	f.before = p.text(0, starts[0])
	f.after = p.text(starts[len(f.sections)], p.count())
	for at, s := range f.sections {
		s.object.lines.text = p.text(starts[at], starts[at+1])
	}
	if firsts != nil {
		f.sections[itemsAt].object.lines.text = p.text(starts[itemsAt], firsts[0])
		f.items = itemLines(p, firsts)
	}
}

// starts returns the lines of the keys, and the line after the last. It is nil if a key does not begin its own line.
func (f *frame) starts(p page) []int {
	starts := make([]int, 0, len(f.sections)+1)
	for at, s := range f.sections {
		line := s.pair[0].Line - 1
		if s.pair[0].Column != 1 || at > 0 && line <= starts[at-1] {
			return nil
		}
		starts = append(starts, line)
	}
	return append(starts, p.count())
}

// itemStarts returns the first lines of the items, and the line after the last. It is nil if an item does not begin a
// line of its own. Comments right above an item belong to it.
func itemStarts(p page, sequence *yaml.Node, low, end int) []int {
	indent := sequence.Column - 1
	starts := make([]int, 0, len(sequence.Content)+1)
	for _, item := range sequence.Content {
		dash := p.dashOf(item, low, indent)
		if dash < 0 {
			return nil
		}
		starts = append(starts, p.withComments(dash, low, indent))
		low = item.Line
	}
	return append(starts, p.withComments(end, low, indent))
}

func itemLines(p page, starts []int) []lines {
	items := make([]lines, len(starts)-1)
	for at := range items {
		items[at] = lines{text: p.text(starts[at], starts[at+1]), first: starts[at] + 1, dash: true}
	}
	return items
}
