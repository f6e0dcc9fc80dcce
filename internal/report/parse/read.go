package parse

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// longest is the length of the longest line that is read, in bytes. A line of pidstat with all processes of a pod is the
// longest that a program of the catalogue prints.
const longest = 64 << 20

// Options say what to read besides what is known.
type Options struct {
	Figures *Figures // or nil
}

// Read reads a log and returns its sources and what could not be read. file names the log in problems.
//
// The error is that of the stream. What was read before is returned with it.
func Read(file string, stream io.Reader, o Options) ([]report.Source, []report.Problem, error) {
	l := &log{file: file, options: o, sources: map[string]*source{}}
	err := l.read(stream)
	return l.finish(), l.problems, err
}

// log is a stream with the lines of one or more containers.
type log struct {
	file     string
	options  Options
	sources  map[string]*source // by the text of the prefix
	order    []*source
	problems []report.Problem
	prefixed bool // the first line has a prefix, so each line should
}

func (l *log) read(stream io.Reader) error {
	reader := bufio.NewReaderSize(stream, 256<<10)
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

// line gives a line to its source.
func (l *log) line(number int, text []byte) {
	text = bytes.TrimRight(text, "\r\n")
	prefix, text := cutPrefix(text)
	if number == 1 {
		l.prefixed = prefix != nil
	}
	if l.prefixed && prefix == nil {
		if len(bytes.TrimSpace(text)) > 0 {
			l.lost(number, number, "the line does not say which container wrote it")
		}
		return
	}
	l.source(prefix).take(line{number: number, text: text, time: report.Unknown})
}

// source returns the source of a prefix "[pod/NAME/CONTAINER]".
func (l *log) source(prefix []byte) *source {
	if s := l.sources[string(prefix)]; s != nil {
		return s
	}
	s := newSource(l)
	if parts := bytes.Split(bytes.Trim(prefix, "[]"), []byte("/")); len(parts) == 3 {
		s.out.Pod, s.out.Container = clean(parts[1]), clean(parts[2])
	}
	l.sources[string(prefix)] = s
	l.order = append(l.order, s)
	return s
}

// lost notes lines that could not be read. Lines that follow each other and were lost for one reason make one problem.
func (l *log) lost(first, last int, what string) {
	if n := len(l.problems); n > 0 && l.problems[n-1].What == what && l.problems[n-1].Last+1 >= first {
		l.problems[n-1].Last = max(last, l.problems[n-1].Last)
		return
	}
	l.problems = append(l.problems, report.Problem{File: l.file, Line: first, Last: last, What: what})
}

func (l *log) finish() []report.Source {
	var all []report.Source
	for _, s := range l.order {
		all = append(all, s.finish())
	}
	return all
}
