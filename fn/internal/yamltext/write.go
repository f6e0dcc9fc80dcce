package yamltext

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	sigsyaml "sigs.k8s.io/yaml"
)

// An Entry is an item to write: an object that was read, or the content of a generated object.
type Entry struct {
	Read *Object
	Made func() (map[string]any, error)
}

// Write writes the list with items and results, as a caller expects it. entry returns the item of an index. Results may be
// nil. A nil list is written as one that was not read. Objects that must be written anew are prepared before anything is
// written. Generated objects are encoded one at a time, so that the memory needed does not grow with the size of the
// output.
func (l *List) Write(w io.Writer, items int, entry func(int) Entry, results any) error {
	frame := defaultFrame()
	if l != nil {
		frame = l.frame
	}
	out := listWriter{out: bufio.NewWriterSize(w, 1<<14), margin: strings.Repeat(" ", frame.indent), anew: map[*Object][]byte{}}
	for _, section := range frame.sections {
		if section.key != keyItems {
			out.prepare(section.object, false)
		}
	}
	for at := range items {
		if read := entry(at).Read; read != nil {
			out.prepare(read, true)
		}
	}
	out.Write(frame.before)
	for _, section := range frame.sections {
		switch section.key {
		case keyItems:
			out.items(section, items, entry)
		case keyResults:
		default:
			out.object(section.object, out.Write)
		}
	}
	out.results(results)
	out.Write(frame.after)
	if out.err == nil {
		out.err = out.out.Flush()
	}
	return out.err
}

// A listWriter writes the parts of a list. It remembers the first error and does nothing after it.
type listWriter struct {
	out    *bufio.Writer
	margin string
	// anew holds the texts of the objects that cannot be written as they were read.
	anew map[*Object][]byte
	err  error
}

// prepare encodes an object whose lines cannot be used at the place where it is written.
func (w *listWriter) prepare(o *Object, isItem bool) {
	if o.lines.dash == isItem && o.lines.closed(o.node) != nil {
		return
	}
	text, err := o.Document()
	w.keep(err)
	w.anew[o] = text
}

// object writes an object as it was read. encoded writes an object that had to be encoded.
func (w *listWriter) object(o *Object, encoded func([]byte)) {
	if text, isAnew := w.anew[o]; isAnew {
		encoded(text)
		return
	}
	w.Write(o.lines.closed(o.node))
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

func (w *listWriter) keep(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *listWriter) items(s section, items int, entry func(int) Entry) {
	switch {
	case items == 0:
		w.Write([]byte("items: []\n"))
	case s.object != nil && s.object.lines.text != nil && isBlock(s.pair[1]):
		w.Write(s.object.lines.text)
	default:
		w.Write([]byte("items:\n"))
	}
	for at := range items {
		item := entry(at)
		if item.Read != nil {
			w.object(item.Read, w.entry)
			continue
		}
		w.print(w.margin, []byte("- "))
		content, err := item.Made()
		w.keep(err)
		emitter{w.out}.mapping(content, len(w.margin)+2)
	}
}

// entry writes a document as an item of a list. It indents all lines that are not empty, which keeps blocks of text as
// they are. Comments above the document follow the dash, as kpt writes them. kpt does not know its own comments above
// the dash, and would add them at each rendering once more (seen, kpt 1.0.0-beta.56).
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
