package yamltext

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

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
