package fn

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
	sigsyaml "sigs.k8s.io/yaml"
)

// Write writes the list as a host expects it. Objects are encoded one at a time, so that the memory needed does not
// grow with the size of the output.
func (l *ResourceList) Write(w io.Writer) error {
	frame := l.frame
	if frame == nil {
		frame = defaultFrame()
	}
	out := listWriter{out: bufio.NewWriterSize(w, 1<<16), margin: strings.Repeat(" ", frame.indent)}
	out.Write(frame.before)
	for _, section := range frame.sections {
		switch section.key {
		case keyItems:
			out.items(section, l.Items)
		case keyResults:
		default:
			out.section(section)
		}
	}
	out.results(l.Results)
	out.Write(frame.after)
	out.keep(out.out.Flush())
	if out.err != nil {
		return fmt.Errorf("write ResourceList: %w", out.err)
	}
	return nil
}

// A listWriter writes the parts of a list. It remembers the first error and does nothing after it.
type listWriter struct {
	out    *bufio.Writer
	margin string
	err    error
}

// Write writes lines, and ends the last one.
func (w *listWriter) Write(text []byte) {
	if w.err != nil {
		return
	}
	if _, w.err = w.out.Write(text); w.err == nil && isOpen(text) {
		w.err = w.out.WriteByte('\n')
	}
}

func (w *listWriter) section(s section) {
	text := s.text
	if text == nil || isOpen(text) && endsInBlock(s.pair[1]) {
		var err error
		text, err = encodeNode(readable(&yaml.Node{Kind: yaml.MappingNode, Content: s.pair}))
		w.keep(err)
	}
	w.Write(text)
}

func (w *listWriter) keep(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *listWriter) items(s section, items []*Item) {
	switch {
	case len(items) == 0:
		w.Write([]byte("items: []\n"))
		return
	case s.text != nil && isBlock(s.pair[1]):
		w.Write(s.text)
	default:
		w.Write([]byte("items:\n"))
	}
	for _, item := range items {
		w.item(item)
	}
}

func (w *listWriter) item(item *Item) {
	if item.lines.dash {
		if text := item.writtenLines(); text != nil {
			w.Write(text)
			return
		}
	}
	if item.object != nil {
		w.print(w.margin, []byte("- "))
		w.keep(writeObject(w.out, item.object, len(w.margin)+2))
		return
	}
	text, err := item.document()
	w.keep(err)
	w.entry(text)
}

// entry writes a document as an item of a list: all lines but the empty ones are indented, which keeps blocks of text
// as they are. Comments above the document follow the dash, where kpt has them: above the dash it takes them for others
// and adds its own, at each rendering once more (seen, kpt 1.0.0-beta.56).
func (w *listWriter) entry(document []byte) {
	dash := "- "
	for line := range bytes.Lines(document) {
		switch {
		case len(bytes.TrimRight(line, "\r\n")) == 0:
			w.print("", line)
		default:
			w.print(w.margin+dash, line)
			dash = "  "
		}
	}
}

func (w *listWriter) print(margin string, line []byte) {
	if w.err != nil {
		return
	}
	if _, w.err = w.out.WriteString(margin); w.err == nil {
		_, w.err = w.out.Write(line)
	}
}

func (w *listWriter) results(results Results) {
	if len(results) == 0 {
		return
	}
	text, err := sigsyaml.Marshal(map[string]Results{keyResults: printable(results)})
	w.keep(err)
	w.Write(text)
}
