package yamltext

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
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

// scalar writes a string as YAML on one line. It adds quotes unless every reader takes the string for text without
// them.
func scalar(value string) string {
	switch {
	case isPlain(value):
		return value
	case strings.ContainsAny(value, `"\`) && isASCII(value):
		return "'" + strings.ReplaceAll(value, "'", "''") + "'"
	default:
		return quote(value)
	}
}

// words are those that YAML 1.1 or 1.2 does not read as text.
var words = map[string]bool{
	"y": true, "yes": true, "on": true, "true": true, "n": true, "no": true, "off": true, "false": true, "null": true,
}

// longestWord is the length of the longest word in words.
const longestWord = len("false")

// isPlain tells whether a string needs no quotes. It is strict, so that it needs no rules about numbers, dates or
// signs. A plain string begins with a letter or "/", and contains no character with a meaning in YAML.
func isPlain(value string) bool {
	if value == "" || !isLetter(value[0]) && value[0] != '/' || value[len(value)-1] == ' ' {
		return false
	}
	for at := range len(value) {
		if !isPlainByte(value[at]) && !isInnerColon(value, at) {
			return false
		}
	}
	return len(value) > longestWord || !words[strings.ToLower(value)]
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

func isPlainByte(b byte) bool {
	switch b {
	case ' ', '/', '.', '_', '-', '=', '+', '@', '(', ')', '$', ';', '<', '>', '^', '~':
		return true
	}
	return isLetter(b) || '0' <= b && b <= '9'
}

// isInnerColon tells whether a colon is inside a word, as in the name of an image.
func isInnerColon(value string, at int) bool {
	return value[at] == ':' && at+1 < len(value) && value[at+1] != ' ' && value[at+1] != ':'
}

func isASCII(value string) bool {
	for at := range len(value) {
		if value[at] < ' ' || value[at] > '~' {
			return false
		}
	}
	return true
}

// fitsBlock tells whether a string of several lines can be read back unchanged from a block. A blank at the beginning
// of the first line would count as indentation, editors remove blanks at the end of a line, and people do not see a
// tab.
func fitsBlock(value string) bool {
	if !strings.Contains(value, "\n") || value[0] == ' ' || value[0] == '\n' || value[len(value)-1] == ' ' {
		return false
	}
	last := rune(0)
	for _, r := range value {
		if r == '\n' && last == ' ' || r != '\n' && !isPrintable(r) {
			return false
		}
		last = r
	}
	return utf8.ValidString(value)
}

// isPrintable follows the YAML specification (c-printable), without tab and line ends.
func isPrintable(r rune) bool {
	switch {
	case r < 0xa0:
		return ' ' <= r && r <= '~'
	case r == 0x2028, r == 0x2029, r == 0xfeff, r == 0xfffe, r == 0xffff:
		return false
	}
	return true
}

// quote writes a string in double quotes. Bytes that are not UTF-8 become U+FFFD, as in JSON.
func quote(value string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range value {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case r == '\n':
			out.WriteString(`\n`)
		case r == '\t':
			out.WriteString(`\t`)
		case r == '\r':
			out.WriteString(`\r`)
		case isPrintable(r):
			out.WriteRune(r)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	out.WriteByte('"')
	return out.String()
}
