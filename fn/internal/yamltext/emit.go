package yamltext

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Emit writes an object that was made in Go as YAML, in block style with sorted keys. The first line begins where the
// writer is, and the other lines are indented. An error of the writer shows when it is flushed.
//
// The text means the same as the text of sigs.k8s.io/yaml, and differs in quotes and folded lines only. That library goes
// through JSON, which takes longer for a few sets than the rest of a run. The encoder of kyaml writes some strings of
// several lines so that nobody can read them back: strings that begin with a tab.
func Emit(out *bufio.Writer, content map[string]any, indent int) {
	emitter{out: out}.mapping(content, indent)
}

// documentOf is what Emit writes for a document.
func documentOf(content map[string]any) []byte {
	var out bytes.Buffer
	buffered := bufio.NewWriter(&out)
	Emit(buffered, content, 0)
	_ = buffered.Flush() // a buffer takes all
	return out.Bytes()
}

// An emitter writes values as YAML at any indentation.
type emitter struct {
	out *bufio.Writer
}

// mapping writes the entries of a mapping, sorted by key. The first entry begins where the writer is, and the others are
// indented.
func (e emitter) mapping(values map[string]any, indent int) {
	if len(values) == 0 {
		e.out.WriteString("{}\n")
	}
	for at, key := range slices.Sorted(maps.Keys(values)) {
		if at > 0 {
			e.margin(indent)
		}
		e.out.WriteString(scalar(key))
		e.out.WriteByte(':')
		e.value(values[key], indent)
	}
}

// value writes what follows a key or a dash, with the end of its last line.
func (e emitter) value(value any, indent int) {
	switch v := value.(type) {
	case map[string]any:
		if len(v) == 0 {
			e.out.WriteByte(' ')
			e.mapping(v, indent)
			return
		}
		e.out.WriteByte('\n')
		e.margin(indent + 2)
		e.mapping(v, indent+2)
	case []any:
		if len(v) == 0 {
			e.out.WriteString(" []\n")
			return
		}
		e.out.WriteByte('\n')
		e.margin(indent)
		e.sequence(v, indent)
	case string:
		e.text(v, indent)
	case nil:
		e.out.WriteString(" null\n")
	default:
		fmt.Fprintf(e.out, " %v\n", v)
	}
}

// sequence writes the items of a list. The first item begins where the writer is, and the others are indented.
func (e emitter) sequence(values []any, indent int) {
	for at, value := range values {
		if at > 0 {
			e.margin(indent)
		}
		e.out.WriteByte('-')
		switch v := value.(type) {
		case map[string]any:
			if len(v) > 0 {
				e.out.WriteByte(' ')
				e.mapping(v, indent+2)
				continue
			}
		case []any:
			if len(v) > 0 {
				e.out.WriteByte(' ')
				e.sequence(v, indent+2)
				continue
			}
		}
		e.value(value, indent)
	}
}

// text writes a string. A string of several lines becomes a block if it can be read back from one.
func (e emitter) text(value string, indent int) {
	if !fitsBlock(value) {
		e.out.WriteByte(' ')
		e.out.WriteString(scalar(value))
		e.out.WriteByte('\n')
		return
	}
	e.out.WriteString(" |")
	switch body := strings.TrimRight(value, "\n"); len(value) - len(body) {
	case 0:
		e.out.WriteByte('-')
		value += "\n"
	case 1:
	default:
		e.out.WriteByte('+')
	}
	e.out.WriteByte('\n')
	for line := range strings.Lines(value) {
		if line != "\n" {
			e.margin(indent + 2)
		}
		e.out.WriteString(line)
	}
}

// spaces are enough for almost every indent in one write.
const spaces = "                                                                "

func (e emitter) margin(indent int) {
	for ; indent > len(spaces); indent -= len(spaces) {
		e.out.WriteString(spaces)
	}
	e.out.WriteString(spaces[:indent])
}
