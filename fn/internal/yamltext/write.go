package yamltext

import (
	"bufio"
	"bytes"
	"io"
	"iter"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
	sigsyaml "sigs.k8s.io/yaml"
)

// An Entry is an item to write: an object that was read, or the content of one that was made.
type Entry struct {
	Read *Object
	Made func() (map[string]any, error)
}

// Write writes the list as a host expects it, with these items and results, which may be none. A list that is nil is
// written as one that was not read. Objects are encoded one at a time, so that the memory needed does not grow with the
// size of the output.
func (l *List) Write(w io.Writer, entries iter.Seq[Entry], results any) error {
	frame := defaultFrame()
	if l != nil {
		frame = l.frame
	}
	out := listWriter{out: bufio.NewWriterSize(w, 1<<16), margin: strings.Repeat(" ", frame.indent)}
	out.Write(frame.before)
	for _, section := range frame.sections {
		switch section.key {
		case keyItems:
			out.items(section, entries)
		case keyResults:
		default:
			out.section(section)
		}
	}
	out.results(results)
	out.Write(frame.after)
	out.keep(out.out.Flush())
	return out.err
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

func (w *listWriter) items(s section, entries iter.Seq[Entry]) {
	empty := true
	for entry := range entries {
		switch {
		case !empty:
		case s.text != nil && isBlock(s.pair[1]):
			w.Write(s.text)
		default:
			w.Write([]byte("items:\n"))
		}
		empty = false
		w.item(entry)
	}
	if empty {
		w.Write([]byte("items: []\n"))
	}
}

func (w *listWriter) item(entry Entry) {
	if entry.Read == nil {
		w.print(w.margin, []byte("- "))
		content, err := entry.Made()
		w.keep(err)
		Emit(w.out, content, len(w.margin)+2)
		return
	}
	if text := entry.Read.lines.closed(entry.Read.node); text != nil && entry.Read.lines.dash {
		w.Write(text)
		return
	}
	text, err := entry.Read.Document()
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

func (w *listWriter) results(results any) {
	if results == nil {
		return
	}
	text, err := sigsyaml.Marshal(map[string]any{keyResults: results})
	w.keep(err)
	w.Write(text)
}
