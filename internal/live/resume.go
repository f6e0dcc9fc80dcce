package live

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// A resumer takes the log of a container as "kubectl logs --timestamps" prints it, and passes the lines on without their
// timestamps. When a connection breaks, or when a further run of Latchkey goes on with a log, a further stream continues the
// log. The resumer passes over the lines of the stream that were passed on before, so that no line is lost or comes twice.
//
// It does not count bytes, because the kubelet rotates logs, by default at 10 MiB. A stream begins with the newest file,
// and not with the first byte of the log. It does not take the last line for the newest: the node notes a time for each line of
// standard output and standard error, and then writes the lines of both one after the other. So a line may be somewhat older
// than the one before it.
type resumer struct {
	out io.Writer
	// lock guards at, which others may read while a stream is written.
	lock sync.Mutex
	// at is where the log ends that was passed on.
	at runs.Saved
	// first is the time of the first line that neither Latchkey nor a broker of Flux wrote.
	first string
	// gaps say which lines the node had dropped before they were read.
	gaps []string
	// strict says to pass on nothing behind a gap: a stream may be of another life of the container.
	strict bool
	// buffer is where lines without their timestamps are put together.
	buffer []byte
	streamed
}

// A streamed is what is known of the present stream.
type streamed struct {
	// skipping is true until a further stream is where the log ended. seen counts the lines of this stream from the first with
	// the time at.Time on.
	skipping bool
	seen     int
	// older says that this stream began with a line that is older than at.Time.
	older bool
	// leaps says that there was a gap, and that the resumer is strict.
	leaps bool

	// head is the beginning of a line, as long as its timestamp is not complete. inside says that the timestamp of the
	// line is complete and its end has not come. over counts the bytes of the line to pass over.
	head   []byte
	inside bool
	over   int
	// words are what the node said in the stream.
	words []byte
	// behind counts the bytes to pass over of a log whose node gives no timestamps.
	behind int64
}

// mostDisorder is how much older a line may be than the one before it. Both were written at the same time.
const mostDisorder = time.Second

// longestStamp is the length of the longest timestamp and the blank after it.
const longestStamp = len("2006-01-02T15:04:05.000000000+00:00 ")

// partOfStamp matches the beginning of a timestamp, or nothing.
var partOfStamp = lazily(`^(\d{1,4}(-[\d:.TZ+-]*)?)?$`)

// again prepares for a further stream of the same log. It returns the time from which the stream has to begin, and
// nothing if it has to begin with the log.
func (r *resumer) again() (since string) {
	r.streamed = streamed{skipping: r.at.Time != ""}
	if !r.skipping {
		r.behind = r.at.Bytes
		return ""
	}
	return r.newest().Add(-mostDisorder).Format(time.RFC3339Nano)
}

// newest returns the time of the newest line that was passed on.
func (r *resumer) newest() time.Time {
	newest, _ := time.Parse(time.RFC3339Nano, r.at.Time) // it was parsed before
	return newest
}

func (r *resumer) Write(data []byte) (int, error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	for rest := data; len(rest) > 0; {
		if !r.inside {
			rest = r.begin(rest)
			continue
		}
		line := rest
		if at := bytes.IndexByte(rest, '\n'); at >= 0 {
			line, r.inside = rest[:at+1], false
		}
		rest = rest[len(line):]
		r.pass(line)
	}
	err := r.flush()
	if r.leaps {
		err = errNextLife
	}
	return len(data), err
}

// flush passes on what is in the buffer.
func (r *resumer) flush() error {
	n, err := r.out.Write(r.buffer)
	r.at.Bytes += int64(n)
	r.buffer = r.buffer[:0]
	return err
}

// end takes a stream that has ended. It returns what the node itself said in it.
func (r *resumer) end() error {
	r.lock.Lock()
	defer r.lock.Unlock()
	if !partOfStamp().Match(r.head) {
		r.unstamped(r.head)
	}
	r.head = nil
	if err := r.flush(); err != nil || r.leaps {
		return err
	}
	return r.err()
}

// lacks notes a gap if a stream that has ended did not have the last line that was passed on.
func (r *resumer) lacks() {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.skipping && !r.leaps {
		r.gaps = append(r.gaps, fmt.Sprintf("lines after %s may be missing: the node no longer has this line, the last one that was read", r.at.Time))
	}
}

// begin takes the timestamp of a line off data, and returns what follows.
func (r *resumer) begin(data []byte) (rest []byte) {
	// A line without a timestamp is kept until its end.
	n := len(data)
	if at := bytes.IndexByte(data, '\n'); at >= 0 {
		n = at + 1
	}
	line := data[:n]
	if len(r.head) > 0 {
		line = append(r.head, line...)
	}
	at := bytes.IndexAny(line[:min(len(line), longestStamp)], " \n")
	if at < 0 && len(line) < longestStamp {
		r.head = append(r.head[:0:0], line...)
		return data[n:]
	}
	if at >= 0 && line[at] == ' ' {
		text := string(line[:at])
		if when, err := time.Parse(time.RFC3339Nano, text); err == nil {
			consumed := at + 1 - len(r.head)
			r.head, r.inside = nil, true
			r.line(text, when)
			return data[consumed:]
		}
	}
	if line[len(line)-1] != '\n' && len(line) < longestWords {
		r.head = append(r.head[:0:0], line...)
		return data[n:]
	}
	r.inside = line[len(line)-1] != '\n'
	r.head = nil
	r.unstamped(line)
	return data[n:]
}

// unstamped takes a line without a timestamp. It is what the node itself says about a log, and nothing that the container
// wrote. But nodes without timestamps pass as well. The first such line of a further stream may be the end of a long line
// that began before the time asked for.
func (r *resumer) unstamped(line []byte) {
	r.over = math.MaxInt
	switch {
	case ofNode().Match(line): // and not of a container
		r.hear(line)
	case r.at.Time == "":
		r.over = 0
		r.pass(line)
	case !r.skipping:
		r.hear(line)
	}
}

// line begins a line with a timestamp.
func (r *resumer) line(stamp string, when time.Time) {
	r.over, r.behind = 0, 0
	if r.leaps {
		r.over = math.MaxInt
		return
	}
	if r.skipping {
		newest := r.newest()
		switch {
		case when.Before(newest) && r.seen == 0:
			r.over, r.older = math.MaxInt, true
			return
		case !when.After(newest) && r.seen < r.at.Lines-1:
			r.seen++
			r.over = math.MaxInt
			return
		case !when.After(newest):
			r.skipping, r.over = false, r.at.Part
			return
		}
		if r.strict {
			r.leaps, r.over = true, math.MaxInt
			return
		}
		r.skipping = false
		if r.older { // a node drops its oldest lines first, so nothing is missing here
			r.next(stamp, when)
			return
		}
		r.gaps = append(r.gaps, fmt.Sprintf("lines between %s and %s are missing: the node, which keeps the end of a large log, had dropped them before they were read", r.at.Time, stamp))
		r.leap()
	}
	r.next(stamp, when)
}

// next notes that a further line begins.
func (r *resumer) next(stamp string, when time.Time) {
	if stamp != r.at.Time && when.After(r.newest()) {
		r.at.Time, r.at.Lines = stamp, 0
	}
	r.at.Lines++
	r.at.Part, r.at.Whole = 0, false
}

// leap prepares for lines behind a gap. They begin on a line of their own, and behind everything that is there.
func (r *resumer) leap() {
	if to, isFile := r.out.(*appender); isFile {
		r.at.Bytes = to.leap()
	}
	if !r.at.Whole {
		r.buffer = append(r.buffer, '\n')
	}
}

// pass passes on the part of a line that was not passed on before.
func (r *resumer) pass(piece []byte) {
	over := min(r.over, len(piece))
	if r.over != math.MaxInt {
		r.over -= over
	}
	piece = piece[over:]
	before := min(r.behind, int64(len(piece)))
	r.behind -= before
	piece = piece[before:]
	if r.first == "" && r.at.Part == 0 && len(piece) > 0 && !isOwn(piece) {
		r.first = r.at.Time
	}
	r.buffer = append(r.buffer, piece...)
	r.at.Part += len(piece)
	r.at.Whole = r.at.Whole || bytes.HasSuffix(piece, []byte("\n"))
}

// own matches the beginning of lines that Latchkey's scripts, or a broker of Flux, write: "latchkey: ", "FLUX-RUN START",
// "<6>broker.info".
var own = lazily(`^(latchkey: |FLUX-RUN START |<\d>)`)

// isOwn tells whether a line is not the application's. The line that says when the job starts stands for its first one.
func isOwn(line []byte) bool {
	return own().Match(line) && !bytes.HasPrefix(line, []byte(names.JobStarted))
}
