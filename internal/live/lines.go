package live

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"time"
	"unicode"

	"github.com/latchkey-dev/latchkey/apis/names"
)

// A mark is how far the log of a container is read. It has no number of lines of the whole log, because a node drops the oldest
// lines of a large log.
type mark struct {
	// Time is the time of the newest line, as the node noted it. It is zero before the first line.
	Time time.Time `json:"time,omitzero"`
	// Lines counts the lines from the first with this time on. The node notes a time for each line of standard output and standard
	// error, and then writes the lines of both one after the other. So a line may be somewhat older than the one before it.
	Lines int `json:"lines"`
	// First is the time of the first line that neither Latchkey nor a broker of Flux wrote, or nil.
	First *time.Time `json:"first,omitempty"`
	// Gaps say which lines the node had dropped before they were read.
	Gaps []string `json:"gaps,omitempty"`

	// Bytes is the length of the file with the lines, if there is one.
	Bytes int64 `json:"bytes"`
	// Ended is the last start of the container that has ended and has all its lines in the file, counted from 1. It is 0 before.
	Ended int32 `json:"ended,omitempty"`
	// failed is why the end of the log is not in the file, or nil. A later try may succeed.
	failed error
}

// mostDisorder is how much older a line may be than the one before it. Both were written at the same time.
const mostDisorder = time.Second

// lacks notes a gap.
func (m *mark) lacks(gap string) {
	if !slices.Contains(m.Gaps, gap) {
		m.Gaps = append(m.Gaps, gap)
	}
}

// An unread takes streams of one log, as "kubectl logs --timestamps" prints them, and writes each line once, without its timestamp: the
// lines behind the mark. So a log goes on when a connection broke, and in a further run. The log of a container that was started
// again goes on with the log of its next start.
type unread struct {
	out io.Writer
	// prefix is written before each line.
	prefix string

	mark
	// located says that what comes is behind the mark, and seen counts the lines of the mark that came again.
	located bool
	seen    int
	// rest is the beginning of a line, and fresh are the lines to write.
	rest, fresh []byte
	// words are what the node itself said at the end of this stream.
	words []byte
}

// begin prepares for a stream. goesOn says that it goes on where the stream before has ended, which was of the start before. It
// returns the time from which the stream has to begin, or "" if it has to begin with the log.
func (u *unread) begin(goesOn bool) (since string) {
	u.words, u.rest = nil, u.rest[:0]
	if !goesOn {
		u.located, u.seen = u.Time.IsZero(), 0
	}
	if u.Time.IsZero() {
		return ""
	}
	return u.Time.Add(-mostDisorder).Format(time.RFC3339Nano)
}

func (u *unread) Write(data []byte) (int, error) {
	u.rest = append(u.rest, data...)
	all := u.rest
	for {
		line, rest, isWhole := bytes.Cut(all, []byte("\n"))
		if !isWhole {
			break
		}
		u.take(all[:len(line)+1])
		all = rest
	}
	u.rest = append(u.rest[:0], all...)
	return len(data), u.flush()
}

func (u *unread) flush() error {
	if len(u.fresh) == 0 {
		return nil
	}
	_, err := u.out.Write(u.fresh)
	u.fresh = u.fresh[:0]
	return err
}

// take takes a line. What the node itself says about a log has no timestamp and stands at the end of a stream. Neither has the end of
// a long line that began before the time from which the stream begins, but lines with timestamps follow.
func (u *unread) take(line []byte) {
	stamp, text, _ := bytes.Cut(line, []byte(" "))
	when, err := time.Parse(time.RFC3339Nano, string(stamp))
	if err != nil {
		if len(u.words) < 4<<10 {
			u.words = append(u.words, line...)
		}
		return
	}
	if u.words = nil; u.isNew(when.UTC(), text) {
		u.fresh = append(append(u.fresh, u.prefix...), text...)
	}
}

// isNew tells whether a line with a time is behind the mark, and then moves the mark behind it.
func (u *unread) isNew(when time.Time, text []byte) bool {
	isNewest := when.After(u.Time)
	switch {
	case u.located:
	case u.seen == 0 && when.Before(u.Time):
		return false
	case u.seen < u.Lines && !isNewest:
		u.seen++
		return false
	case u.seen == 0:
		u.lacks(fmt.Sprintf("lines between %s and %s are missing: the node had dropped them before they were read",
			u.Time.Format(time.RFC3339Nano), when.Format(time.RFC3339Nano)))
	}
	if isNewest {
		u.Time, u.Lines = when, 0
	}
	if u.First == nil && !isOwn(text) {
		u.First = new(when)
	}
	u.located, u.Lines = true, u.Lines+1
	return true
}

// end takes the end of a stream. It returns what the node itself said in it. A line that broke begins with its timestamp.
func (u *unread) end() error {
	if len(u.rest) > 0 && !unicode.IsDigit(rune(u.rest[0])) {
		u.take(u.rest)
		u.rest = u.rest[:0]
	}
	if len(u.words) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrNoLog, oneLine(string(bytes.ToValidUTF8(u.words, []byte("?")))))
}

// finish writes a last line without an end, when the log has ended.
func (u *unread) finish() error {
	if len(u.rest) > 0 {
		u.take(u.rest)
		u.rest = u.rest[:0]
	}
	return u.flush()
}

// own matches the beginning of lines that Latchkey's scripts, or a broker of Flux, write: "latchkey: ", "FLUX-RUN START",
// "<6>broker.info".
var own = lazily(`^(latchkey: |FLUX-RUN START |<\d>)`)

// isOwn tells whether a line is not the application's. The line that says when the job starts stands for its first one.
func isOwn(line []byte) bool {
	return own().Match(line) && !bytes.HasPrefix(line, []byte(names.JobStarted))
}
