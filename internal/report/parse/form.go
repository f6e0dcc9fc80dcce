package parse

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// A form is the form of a line, with marks where a program writes its figures. "latchkey explain program" says what it can have; see
// [Explain]. Blanks at the start of a line do not count.
type form struct {
	text    string   // as it is described
	before  *form    // form of the line before, or nil
	start   string   // the line begins with this text
	words   [][]byte // all strings between marks and blanks
	longest []byte   // of the words
	marks   []string
	pattern func() *regexp.Regexp
}

// A match is a figure or a string that a form has found.
type match struct {
	name   string
	number float64
	text   []byte // of a word or a string; nil for a number
	title  string // of the column it is from
	unit   string // that the log prints for it
}

var formMark = regexp.MustCompile(`\{[^}]*\}`)

// newForm returns a form. A string of several lines is several forms: those of the lines before, and the form of the line itself. The
// regular expression is made when the first line is matched, because most runs of Latchkey match none.
func newForm(text string) *form {
	if at := strings.LastIndexByte(text, '\n'); at >= 0 {
		f := newForm(text[at+1:])
		f.before = newForm(text[:at])
		return f
	}
	f := &form{text: text}
	text = escaped.Replace(strings.TrimSpace(text))
	f.start = strings.ReplaceAll(text[:strings.IndexAny(text+"{", "{ $")], "\x01", "{")
	for word := range strings.FieldsSeq(formMark.ReplaceAllString(strings.TrimSuffix(text, "$"), " ")) {
		f.words = append(f.words, []byte(strings.ReplaceAll(word, "\x01", "{")))
		f.longest = slices.MaxFunc(f.words, func(a, b []byte) int { return len(a) - len(b) })
	}
	for _, mark := range formMark.FindAllString(text, -1) {
		f.marks = append(f.marks, strings.Trim(mark, "{}"))
	}
	f.pattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(patternOf(text)) })
	return f
}

// UnmarshalText reads a form of a description.
func (f *form) UnmarshalText(text []byte) error {
	*f = *newForm(string(text))
	return nil
}

// patternOf returns the regular expression of a form, with a group for each mark.
func patternOf(text string) string {
	text, whole := strings.CutSuffix(text, "$")
	pattern := strings.Builder{}
	pattern.WriteString(`^`)
	at, end := 0, []int{len(text), len(text)}
	for _, mark := range append(formMark.FindAllStringIndex(text, -1), end) {
		pattern.WriteString(blanks.ReplaceAllString(regexp.QuoteMeta(text[at:mark[0]]), `[ \t]+`))
		name := text[mark[0]:mark[1]]
		at = mark[1]
		word := `[^ \t` + regexp.QuoteMeta(text[at:min(at+1, len(text))]) + `]+` // up to what comes next
		switch {
		case name == "":
		case strings.Contains(name, "="):
			_, literal, _ := strings.Cut(strings.Trim(name, "{}"), "=")
			pattern.WriteString(`(` + regexp.QuoteMeta(literal) + `)`)
		case strings.HasSuffix(name, "...}") && at == len(text):
			pattern.WriteString(`(.*)`)
		case strings.HasSuffix(name, "...}"):
			pattern.WriteString(`(.*?)`)
		case strings.HasSuffix(name, ":unit}"):
			pattern.WriteString(`([-+.0-9eE]+[ \t]*` + word + `)`)
		case strings.HasSuffix(name, ":time}"):
			pattern.WriteString(`((?:[0-9]+[dhm][ \t]*)*` + word + `)`)
		case strings.HasSuffix(name, ":si}"):
			pattern.WriteString(`([^ \t]+?[ \t]*[kMGT]?)`)
		default:
			pattern.WriteString(`(` + word + `)`)
		}
	}
	if whole {
		pattern.WriteString(`[ \t]*$`)
	}
	return unescaped.Replace(pattern.String())
}

// A brace of the line itself is written twice where it opens.
var (
	escaped   = strings.NewReplacer("{{", "\x01")
	unescaped = strings.NewReplacer("\x01", `\{`)
)

var blanks = regexp.MustCompile(` +`)

// may tells whether a line has the words of a form in their order. Most lines without the form lack a word of it, and need no expression.
func (f *form) may(text []byte) bool {
	if !bytes.HasPrefix(text, []byte(f.start)) || !bytes.Contains(text, f.longest) {
		return false
	}
	for _, word := range f.words {
		_, after, found := bytes.Cut(text, word)
		if !found {
			return false
		}
		text = after
	}
	return true
}

// match returns what the form finds in a line that has no blanks before it. It tells whether the line has the form. If only a figure
// in it is not a number, match returns this one, with its string.
func (f *form) match(text []byte) ([]match, bool) {
	if !f.may(text) {
		return nil, false
	}
	at := f.pattern().FindSubmatchIndex(text)
	if at == nil {
		return nil, false
	}
	var found []match
	for i, mark := range f.marks {
		if strings.Trim(mark, ".") == "" {
			continue
		}
		if at[2*i+2] < 0 {
			return nil, false
		}
		word := text[at[2*i+2]:at[2*i+3]]
		m, ok := matchOf(mark, word)
		if !ok {
			return []match{{name: mark, text: word}}, false
		}
		if at := slices.IndexFunc(found, func(before match) bool { return before.name == m.name }); m.text != nil && at >= 0 {
			found[at].text = slices.Concat(found[at].text, []byte(" "), m.text) // one string in two pieces
			continue
		}
		found = append(found, m)
	}
	return found, true
}

// noNumbers are what programs write in place of a number; Fortran fills the place with stars.
var noNumbers = regexp.MustCompile(`(?i)^([+-]?(nan|inf|infinity)|\*+)[,;:%]*$`)

func (f *form) fits(text []byte) bool {
	_, ok := f.match(text)
	return ok
}

// follows tells whether the lines before, the last first, have the forms that they must have.
func (f *form) follows(before ...[]byte) bool {
	return f.before == nil || len(before) > 0 && f.before.fits(before[0]) && f.before.follows(before[1:]...)
}

// nameOfText returns the name of a mark of a word or a string, and tells whether the mark is one.
func nameOfText(mark string) (name string, isText bool) {
	return strings.TrimRight(mark, "!."), strings.HasSuffix(mark, "!") || strings.HasSuffix(mark, "...")
}

// matchOf reads what stands in place of a mark.
func matchOf(mark string, word []byte) (m match, ok bool) {
	if name, _, isWord := strings.Cut(mark, "="); isWord {
		return match{name: name, text: word}, true
	}
	if name, isText := nameOfText(mark); isText {
		return match{name: name, text: append([]byte{}, bytes.TrimSpace(word)...)}, true
	}
	name, form, _ := strings.Cut(mark, ":")
	switch form {
	case "unit":
		at := bytes.IndexFunc(word, func(c rune) bool { return !strings.ContainsRune("+-.0123456789eE", c) })
		at = max(at, 0)
		m.number, ok = number(bytes.TrimRight(word[:at], "eE"))
		m.unit = clean(bytes.TrimSpace(word[at:]))
	case "time":
		m.number, ok = duration(word)
	case "positive":
		if m.number, ok = number(word); m.number == 0 {
			m.number = report.Unknown
		}
	case "si":
		digits := bytes.TrimRight(word, " \tkMGT")
		m.number, ok = number(digits)
		if prefix := bytes.TrimLeft(word[len(digits):], " \t"); len(prefix) > 0 {
			m.number *= map[byte]float64{'k': 1e3, 'M': 1e6, 'G': 1e9, 'T': 1e12}[prefix[0]]
		}
	default:
		m.number, ok = number(word)
	}
	m.name = name
	return m, ok
}

// number reads a number as C and Fortran write it. Fortran writes some exponents with D.
func number(word []byte) (float64, bool) {
	word = bytes.TrimRight(word, ",;:%")
	if i := bytes.IndexAny(word, "Dd"); i > 0 && word[i-1] >= '.' && word[i-1] <= '9' {
		word = bytes.Clone(word)
		word[i] = 'e'
	}
	if len(word) == 0 || bytes.IndexByte(word, '_') >= 0 || bytes.IndexByte(word, 'x') >= 0 {
		return 0, false
	}
	return finite(word)
}

// finite reads a number as Go writes it. What is infinite, or too large, is not a number.
func finite(text []byte) (float64, bool) {
	value, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !report.Known(value) {
		return 0, false
	}
	return value, true
}

// numbers reads the words of a line as numbers. It is nil if one of them is not a number.
func numbers(text []byte) []float64 {
	var read []float64
	for word := range bytes.FieldsSeq(text) {
		value, ok := number(word)
		if !ok {
			return nil
		}
		read = append(read, value)
	}
	return read
}

// duration reads a time in seconds: 1m2.003s, 1d 2h13m, 62.003 or 0:01:02.
func duration(text []byte) (float64, bool) {
	total := 0.0
	text = bytes.ReplaceAll(text, []byte(" "), nil)
	for _, unit := range []struct {
		name    string
		seconds float64
	}{{"d", 86400}, {"h", 3600}, {"m", 60}, {"s", 1}} {
		before, rest, found := bytes.Cut(text, []byte(unit.name))
		if !found {
			continue
		}
		value, ok := clock(before)
		if total, text = total+value*unit.seconds, rest; !ok || len(text) == 0 {
			return total, ok
		}
	}
	rest, ok := clock(text)
	return total + rest, ok
}

// clock reads [hours:]minutes:seconds as seconds.
func clock(text []byte) (float64, bool) {
	total := 0.0
	parts := bytes.Split(text, []byte(":"))
	if len(parts) > 3 {
		return 0, false
	}
	for _, part := range parts {
		value, ok := finite(part)
		if !ok || value < 0 {
			return 0, false
		}
		total = total*60 + value
	}
	return total, true
}
