package live

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/latchkey-dev/latchkey/apis/names"
)

// A mark is how far the log of a container is read. It has no number of lines of the whole log, because a node drops the oldest
// lines of a large log.
type mark struct {
	// Time is the time of the newest line, as the node noted it: RFC 3339 with nanoseconds. It is "" before the first line.
	Time string `json:"time"`
	// Lines counts the lines from the first with this time on. The node notes a time for each line of standard output and standard
	// error, and then writes the lines of both one after the other. So a line may be somewhat older than the one before it.
	Lines int `json:"lines"`
	// Life is the start of the container that the newest line is of, counted from 0.
	Life int32 `json:"life,omitempty"`
	// First is the time of the first line that neither Latchkey nor a broker of Flux wrote.
	First string `json:"first,omitempty"`
	// Gaps say which lines the node had dropped before they were read.
	Gaps []string `json:"gaps,omitempty"`

	// Bytes is the length of the file with the lines, if there is one.
	Bytes int64 `json:"bytes"`
	// Ended is the last life of the container that has ended and has all its lines in the file, counted from 1. It is 0 before.
	Ended int32 `json:"ended,omitempty"`
}

func (m *mark) newest() time.Time {
	at, _ := time.Parse(time.RFC3339Nano, m.Time) // it was parsed before
	return at
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
// again goes on with the log of its next life.
type unread struct {
	out io.Writer
	// prefix is written before each line.
	prefix string

	// lock guards what follows: others look at it while a stream is read.
	lock sync.Mutex
	mark
	// life is the life of the container that the stream is of.
	life int32
	// located says that what comes is behind the mark, and seen counts the lines of this stream that are not.
	located bool
	seen    int
	// stamped says that this stream had a line with a timestamp.
	stamped bool
	// rest is the beginning of a line, and fresh are the lines to write.
	rest, fresh []byte
	// words are what the node itself said.
	words string
}

// again prepares for a further stream of the log, which is of a life of the container. located says that the stream begins behind the
// mark. It returns the time from which the stream has to begin, or "" if it has to begin with the log.
func (u *unread) again(life int32, located bool) (since string) {
	u.lock.Lock()
	defer u.lock.Unlock()
	u.life, u.located, u.seen, u.stamped, u.words, u.rest = life, located || u.Time == "", 0, false, "", u.rest[:0]
	if u.Time == "" { // a node without timestamps sends all lines again
		u.Bytes = 0
		return ""
	}
	return u.newest().Add(-mostDisorder).Format(time.RFC3339Nano)
}

func (u *unread) Write(data []byte) (int, error) {
	u.lock.Lock()
	defer u.lock.Unlock()
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

// take takes a line. Without a timestamp it is what the node itself says about a log, or the end of a long line that began before the
// time from which the stream begins. But a node without timestamps has a log, too.
func (u *unread) take(line []byte) {
	stamp, text, _ := bytes.Cut(line, []byte(" "))
	when, err := time.Parse(time.RFC3339Nano, string(stamp))
	switch {
	case err == nil:
		if u.stamped = true; !u.isNew(when) {
			return
		}
		u.note(string(stamp), when, text)
	case ofNode().Match(line), u.stamped:
		u.hear(line)
		return
	case u.Time == "":
		text = line
	default:
		return
	}
	u.fresh = append(append(u.fresh, u.prefix...), text...)
}

// isNew tells whether a line with a time is behind the mark.
func (u *unread) isNew(when time.Time) bool {
	newest := u.newest()
	switch {
	case u.located:
		return true
	case u.seen == 0 && when.Before(newest):
		return false
	case u.seen < u.Lines && !when.After(newest):
		u.seen++
		return false
	}
	return true
}

// note moves the mark behind a line, and notes a gap before the line.
func (u *unread) note(stamp string, when time.Time, text []byte) {
	isNewest := u.Time == "" || when.After(u.newest())
	if !u.located && u.seen == 0 && isNewest {
		u.lacks(fmt.Sprintf("lines between %s and %s are missing: the node had dropped them before they were read", u.Time, stamp))
	}
	if isNewest {
		u.Time, u.Lines = stamp, 0
	}
	if u.First == "" && !isOwn(text) {
		u.First = stamp
	}
	u.located, u.Life, u.Lines = true, u.life, u.Lines+1
}

// lack notes a gap between two streams.
func (u *unread) lack(gap string) {
	u.lock.Lock()
	defer u.lock.Unlock()
	u.lacks(gap)
}

// end takes the end of a stream. It returns what the node itself said in it.
func (u *unread) end() error {
	u.lock.Lock()
	defer u.lock.Unlock()
	if ofNode().Match(u.rest) {
		u.hear(u.rest)
		u.rest = u.rest[:0]
	}
	switch said := strings.TrimSpace(u.words); {
	case said == "":
		return nil
	case noLog().MatchString(said):
		return ErrNoLog
	default:
		return fmt.Errorf("the node says: %s", oneLine(said))
	}
}

// finish writes a last line without an end, when the log has ended.
func (u *unread) finish() error {
	u.lock.Lock()
	defer u.lock.Unlock()
	if len(u.rest) > 0 {
		u.take(u.rest)
		u.rest = u.rest[:0]
	}
	return u.flush()
}

// wasThere tells whether the stream had the line of the mark.
func (u *unread) wasThere() bool {
	u.lock.Lock()
	defer u.lock.Unlock()
	return u.located || u.seen > 0
}

// ofNode matches what kubelets and container runtimes write into a stream of a log, with success, when they cannot read the
// log: kubernetes/kubernetes, pkg/kubelet/kuberuntime/kuberuntime_container.go, ReadLogs, and
// k8s.io/cri-client/pkg/logs.
var ofNode = lazily(`^(unable to retrieve container logs for |rpc error: code = |failed to (try resolving symlinks|open log file|seek|create fsnotify|watch|read|write|get))`)

// noLog matches texts of ofNode that say that the log is gone.
var noLog = lazily(`^unable to retrieve container logs|code = NotFound|no such file or directory`)

// hear keeps what the node said in a stream.
func (u *unread) hear(line []byte) {
	if len(u.words) < 4<<10 {
		u.words += string(bytes.ToValidUTF8(line, []byte("?")))
	}
}

// own matches the beginning of lines that Latchkey's scripts, or a broker of Flux, write: "latchkey: ", "FLUX-RUN START",
// "<6>broker.info".
var own = lazily(`^(latchkey: |FLUX-RUN START |<\d>)`)

// isOwn tells whether a line is not the application's. The line that says when the job starts stands for its first one.
func isOwn(line []byte) bool {
	return own().Match(line) && !bytes.HasPrefix(line, []byte(names.JobStarted))
}
