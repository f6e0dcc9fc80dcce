package live

import (
	"bytes"
	"io"
	"math"
	"time"
)

// A resumer takes the log of a container as "kubectl logs --timestamps" prints it, and passes the lines on without their
// timestamps. When a connection breaks, a further stream continues the log. The resumer passes over the lines of it that
// were passed on before, so that no line is lost or comes twice.
//
// It does not count bytes, because the kubelet rotates logs, by default at 10 MiB. A stream begins with the newest file,
// and not with the first byte of the log.
type resumer struct {
	out io.Writer
	// written counts the bytes that were passed on, of all streams.
	written int64

	// last is the timestamp of the last line, as the kubelet writes it. It is empty before the first line. lines counts
	// the lines with this timestamp. passed counts the bytes of the last line that are passed on, and whole says that
	// these are all.
	last   string
	lines  int
	passed int
	whole  bool

	// skipping is true until a further stream is where the log ended. seen counts the lines with the timestamp last in
	// this stream. cut says that they were not all there: the node has dropped the file that they were in.
	skipping, cut bool
	seen          int

	// head is the beginning of a line, as long as its timestamp is not complete. inside says that the timestamp of the
	// line is complete and its end has not come. over counts the bytes of the line to pass over.
	head   []byte
	inside bool
	over   int

	// buffer is where lines without their timestamps are put together.
	buffer []byte
}

// longestStamp is the length of the longest timestamp and the blank after it.
const longestStamp = len("2006-01-02T15:04:05.000000000+00:00 ")

// again prepares for a further stream of the same log. It returns the time from which the stream has to begin, and
// nothing if it has to begin with the log.
func (r *resumer) again() (since string) {
	r.head, r.inside, r.over = nil, false, 0
	r.skipping, r.cut, r.seen = r.last != "", false, 0
	return r.last
}

func (r *resumer) Write(data []byte) (int, error) {
	out := r.buffer[:0]
	for rest := data; len(rest) > 0; {
		if !r.inside {
			rest = r.begin(rest, &out)
			continue
		}
		line := rest
		if at := bytes.IndexByte(rest, '\n'); at >= 0 {
			line, r.inside = rest[:at+1], false
		}
		rest = rest[len(line):]
		r.pass(line, &out)
	}
	r.buffer = out
	n, err := r.out.Write(out)
	r.written += int64(n)
	if err != nil {
		return 0, err
	}
	return len(data), nil
}

// begin takes the timestamp of a line off data, and returns what follows. A line without a timestamp, which is a message
// of the kubelet, stays whole.
func (r *resumer) begin(data []byte, out *[]byte) (rest []byte) {
	n := min(len(data), longestStamp-len(r.head))
	at := bytes.IndexAny(data[:n], " \n")
	if at >= 0 {
		n = at + 1
	}
	r.head = append(r.head, data[:n]...)
	if at < 0 && len(r.head) < longestStamp {
		return nil
	}
	head := r.head
	r.head, r.inside = nil, true
	text := string(head[:len(head)-1])
	when, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || head[len(head)-1] != ' ' {
		r.inside = head[len(head)-1] != '\n'
		r.pass(head, out)
		return data[n:]
	}
	r.line(text, when, out)
	return data[n:]
}

// line begins a line with a timestamp.
func (r *resumer) line(stamp string, when time.Time, out *[]byte) {
	r.over = 0
	if r.skipping {
		last, _ := time.Parse(time.RFC3339Nano, r.last)
		switch {
		case when.Before(last):
			r.over = math.MaxInt
			return
		case when.Equal(last) && r.seen < r.lines-1:
			r.seen++
			r.over = math.MaxInt
			return
		case when.Equal(last):
			r.skipping, r.over = false, r.passed
			return
		}
		r.skipping, r.cut = false, true
		if !r.whole {
			*out = append(*out, '\n')
		}
	}
	if stamp != r.last {
		r.last, r.lines = stamp, 0
	}
	r.lines++
	r.passed, r.whole = 0, false
}

// pass passes a piece of a line on, but for the bytes that were passed on before.
func (r *resumer) pass(piece []byte, out *[]byte) {
	over := min(r.over, len(piece))
	if r.over != math.MaxInt {
		r.over -= over
	}
	piece = piece[over:]
	*out = append(*out, piece...)
	r.passed += len(piece)
	r.whole = r.whole || bytes.HasSuffix(piece, []byte("\n"))
}
