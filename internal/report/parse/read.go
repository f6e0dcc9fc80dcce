package parse

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// longest is the length of the longest line that is read, in bytes. The longest known has all processes of a pod (pidstat).
const longest = 64 << 20

// Options say what to read besides what is known.
type Options struct {
	Figures  Programs // of the option --figure
	Programs Programs // of the user
}

// Read reads a log and returns its sources and what could not be read. file names the log in problems.
//
// The error is an error of the stream. What was read before is returned with it.
func Read(file string, stream io.Reader, o Options) ([]report.Source, []report.Problem, error) {
	l := &log{file: file, options: o}
	err := l.read(stream)
	return l.finish(), l.problems, err
}

// log is a stream with the lines of one or more containers.
type log struct {
	file     string
	options  Options
	sources  ordered[string, *source] // by the text of the prefix
	last     *source                  // of the last line
	current  line
	problems []report.Problem
	prefixed bool // the first line has a prefix, so each line should
	saved    bool // each line is a JSON string with a line of the log
}

func (l *log) read(stream io.Reader) error {
	reader := bufio.NewReaderSize(stream, 32<<10) // a study has ten thousand small files
	var long []byte
	for number := 1; ; {
		text, err := reader.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			if len(long) < longest {
				long = append(long, text...)
			}
			continue
		}
		if len(long) > 0 {
			text = append(long, text...)
			long = long[:0]
		}
		if len(text) >= longest {
			l.lost(number, number, fmt.Sprintf("the line is longer than %d MiB", longest>>20))
		} else if len(text) > 0 {
			l.line(number, text)
		}
		number++
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

func (l *log) line(number int, text []byte) {
	cut := text[len(text)-1] == '.' || text[len(text)-1] >= '0' && text[len(text)-1] <= '9'
	text = bytes.TrimRight(bytes.TrimSuffix(text, []byte("\n")), "\r")
	if number == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff")) // programs of Windows write a mark of the encoding
	}
	prefix, text := cutPrefix(l.unsaved(text))
	if number == 1 {
		l.prefixed = prefix != nil
	}
	if l.prefixed && prefix == nil {
		if len(bytes.TrimSpace(text)) > 0 {
			l.lost(number, number, "the line does not say which container wrote it")
		}
		return
	}
	l.current = line{number: number, text: text, time: report.Unknown, cut: cut}
	l.source(prefix).take(&l.current)
}

// unsaved returns the line of a log that a line of a file has. The SDK of the Metrics Operator saves logs as JSON: a list called data, with
// a line of the log in each line.
func (l *log) unsaved(text []byte) []byte {
	if !l.saved {
		l.saved = bytes.HasSuffix(text, []byte(`"data": [`))
		return text
	}
	word := bytes.TrimSpace(text)
	var line string
	if l.saved = json.Unmarshal(bytes.TrimSuffix(word, []byte(",")), &line) == nil; l.saved {
		return []byte(line)
	}
	return text
}

// source returns the source of a prefix "[pod/NAME/CONTAINER]".
func (l *log) source(prefix []byte) *source {
	if l.last != nil && l.last.prefix == string(prefix) {
		return l.last
	}
	l.last = l.sources.get(string(prefix), func() *source { return newSource(l, string(prefix)) })
	return l.last
}

// lost notes lines that could not be read. Lines that follow each other and were lost for one reason make one problem.
func (l *log) lost(first, last int, what string) {
	if n := len(l.problems); n > 0 && l.problems[n-1].What == what && l.problems[n-1].Last+1 >= first {
		l.problems[n-1].Last = max(last, l.problems[n-1].Last)
		return
	}
	l.add(first, last, what)
}

// add adds a problem that is not one with the problem before, though both have the same words.
func (l *log) add(first, last int, what string) {
	l.problems = append(l.problems, report.Problem{File: l.file, Line: first, Last: last, What: what})
}

func (l *log) finish() []report.Source {
	var all []report.Source
	for _, s := range l.sources.all {
		all = append(all, s.finish())
	}
	return all
}

// blank are the characters that mean nothing at the start of a line.
const blank = " \t"

// line is a line of a log without the prefix, the time and the end of line.
type line struct {
	number int
	text   []byte  // valid until the next line is read
	words  []byte  // the text without the blanks before it
	time   float64 // when the line was written, in seconds since 1970, or report.Unknown
	cut    bool    // the log ends within a number of this line, as far as anybody knows
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

// colors are the escape sequences with which programs color their output.
var colors = regexp.MustCompile("\x1b\\[[^@-~]*[@-~]?")

func cutColors(text []byte) []byte {
	if bytes.IndexByte(text, 0x1b) < 0 {
		return text
	}
	return colors.ReplaceAll(text, nil)
}

// clean returns text that is kept: valid UTF-8.
func clean(text []byte) string { return strings.ToValidUTF8(string(text), "\ufffd") }
