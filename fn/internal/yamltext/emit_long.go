package yamltext

import (
	"bufio"
	"strings"
)

// longText is the length from which a text is kept, and roomForTexts how much longTexts keep, in bytes.
const (
	longText     = 512
	roomForTexts = 1 << 20
)

// longTexts keep long texts in the form in which they are written, because the sets of a list have the same scripts. They
// keep a text that comes again, and no more of them when the room is used up.
type longTexts struct {
	// forms are "" for texts that came once.
	forms map[form]string
	size  int
}

// A form is a text at an indentation.
type form struct {
	text   string
	indent int
}

// written returns what an emitter writes for a text, or "" if it is not kept.
func (l *longTexts) written(text string, indent int) string {
	if l == nil || len(text) < longText {
		return ""
	}
	at := form{text, indent}
	known, again := l.forms[at]
	if known != "" || l.size+len(text) > roomForTexts {
		return known
	}
	if again {
		known = formed(text, indent)
	}
	l.forms[at] = known
	l.size += len(text)
	return known
}

func formed(text string, indent int) string {
	var out strings.Builder
	buffered := bufio.NewWriter(&out)
	emitter{out: buffered}.text(text, indent)
	_ = buffered.Flush() // a builder takes all
	return out.String()
}
