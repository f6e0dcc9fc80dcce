package live

import (
	"io"
	"strings"
	"sync"
)

// labelled returns a writer that puts the source before each line, if there are several.
func labelled(out io.Writer, source container, sources int) io.Writer {
	if sources < 2 {
		return out
	}
	return &prefixer{out: out, prefix: source.label, atStart: true}
}

// lines lets several writers write whole pieces to one.
type lines struct {
	lock sync.Mutex
	out  io.Writer
}

func (l *lines) Write(data []byte) (int, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.out.Write(data)
}

// A prefixer puts a text before each line. It writes whole lines, so that the lines of several sources do not mix. A line
// longer than a megabyte comes in pieces.
type prefixer struct {
	out     io.Writer
	prefix  string
	atStart bool
	kept    []byte
}

func (p *prefixer) Write(data []byte) (int, error) {
	p.kept = append(p.kept, data...)
	end := strings.LastIndexByte(string(p.kept), '\n') + 1
	if end == 0 && len(p.kept) < 1<<20 {
		return len(data), nil
	}
	if end == 0 {
		end = len(p.kept)
	}
	var text strings.Builder
	for line := range strings.Lines(string(p.kept[:end])) {
		if p.atStart {
			text.WriteString(p.prefix)
		}
		text.WriteString(line)
		p.atStart = strings.HasSuffix(line, "\n")
	}
	p.kept = append(p.kept[:0], p.kept[end:]...)
	_, err := io.WriteString(p.out, text.String())
	return len(data), err
}
