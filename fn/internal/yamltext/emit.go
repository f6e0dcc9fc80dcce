package yamltext

import (
	"bufio"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Emit writes an object that was made as YAML in block style with sorted keys. Its first line stands where the writer is,
// the others are indented. Errors of the writer show when it is flushed.
//
// The text says the same as that of sigs.k8s.io/yaml, but for quotes and folded lines. That library goes through JSON,
// which for a few sets takes longer than all the rest of a run. The encoder of kyaml is no choice: nobody can read back
// what it makes of strings of several lines that begin with a tab.
func Emit(out *bufio.Writer, content map[string]any, indent int) {
	emitter{out}.mapping(content, indent)
}

// An emitter writes values as YAML at any indentation.
type emitter struct{ out *bufio.Writer }

// mapping writes the entries of a mapping. The first of them stands where the writer is, the others are indented.
func (e emitter) mapping(values map[string]any, indent int) {
	for at, key := range slices.Sorted(maps.Keys(values)) {
		if at > 0 {
			e.margin(indent)
		}
		e.out.WriteString(scalar(key))
		e.out.WriteByte(':')
		e.value(values[key], indent)
	}
}

// value writes what follows a key or a dash, up to the end of the line or of the lines that belong to it.
func (e emitter) value(value any, indent int) {
	switch v := value.(type) {
	case map[string]any:
		if len(v) == 0 {
			e.out.WriteString(" {}\n")
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

// sequence writes the items of a list. The first of them stands where the writer is, the others are indented.
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

// text writes a string, as a block of lines where it has several and can be read back from one.
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

// spaces are more than objects are ever indented at once.
const spaces = "                                                                "

func (e emitter) margin(indent int) {
	for ; indent > len(spaces); indent -= len(spaces) {
		e.out.WriteString(spaces)
	}
	e.out.WriteString(spaces[:indent])
}
