package parse

import (
	"bytes"
	"time"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// line is a line of a log without the prefix, the time and the end of line.
type line struct {
	number int
	text   []byte  // valid until the next line is read
	time   float64 // when the line was written, in seconds since 1970, or report.Unknown
}

// cutPrefix cuts "[pod/NAME/CONTAINER] " off a line, as kubectl logs --prefix writes it.
func cutPrefix(text []byte) (prefix, rest []byte) {
	if !bytes.HasPrefix(text, []byte("[pod/")) {
		return nil, text
	}
	end := bytes.IndexByte(text, ']')
	if end < 0 || bytes.Count(text[:end], []byte("/")) != 2 {
		return nil, text
	}
	prefix, rest = text[:end+1], text[end+1:]
	return prefix, bytes.TrimPrefix(rest, []byte(" "))
}

// cutTime cuts the time of kubectl logs --timestamps, as 2006-01-02T15:04:05.999999999Z and a blank, off a line.
func cutTime(text []byte) (at float64, rest []byte, ok bool) {
	if len(text) < len("2006-01-02T15:04:05Z") || text[4] != '-' || text[10] != 'T' {
		return report.Unknown, text, false
	}
	word, rest, _ := bytes.Cut(text, []byte(" "))
	if len(word) > len(time.RFC3339Nano) {
		return report.Unknown, text, false
	}
	read, err := time.Parse(time.RFC3339Nano, string(word))
	if err != nil {
		return report.Unknown, text, false
	}
	return seconds(read), rest, true
}

// seconds returns a time in seconds since 1970.
func seconds(t time.Time) float64 { return float64(t.UnixMicro()) / 1e6 }

// cutColors removes the escape sequences with which programs color their output.
func cutColors(text []byte) []byte {
	if bytes.IndexByte(text, 0x1b) < 0 {
		return text
	}
	kept := text[:0]
	for i := 0; i < len(text); i++ {
		if text[i] == 0x1b && i+1 < len(text) && text[i+1] == '[' {
			i += 2
			for i < len(text) && (text[i] < '@' || text[i] > '~') {
				i++
			}
			continue
		}
		kept = append(kept, text[i])
	}
	return kept
}

// clean returns text that is kept: valid UTF-8.
func clean(text []byte) string { return string(bytes.ToValidUTF8(text, []byte("\ufffd"))) }
