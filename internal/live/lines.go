package live

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/latchkey-dev/latchkey/apis/names"
)

// A place is behind a line of a log. It counts no bytes, because a node drops the oldest lines of a large log.
type place struct {
	// Time is the time of the newest line, as the node noted it: RFC 3339 with nanoseconds.
	Time string `json:"time"`
	// Lines counts the lines from the first with this time on. The node notes a time for each line of standard output and standard
	// error, and then writes the lines of both one after the other. So a line may be somewhat older than the one before it.
	Lines int `json:"lines"`
	// Life is the start of the container that the newest line is of, counted from 0.
	Life int32 `json:"life,omitempty"`
}

func (p place) time() time.Time {
	at, _ := time.Parse(time.RFC3339Nano, p.Time) // it was parsed before
	return at
}

// since is the time from which a further stream of the log has to begin, or "" if it has to begin with the log.
func (p place) since() string {
	if p.Time == "" {
		return ""
	}
	return p.time().Add(-mostDisorder).Format(time.RFC3339Nano)
}

// mostDisorder is how much older a line may be than the one before it. Both were written at the same time.
const mostDisorder = time.Second

// An unread takes streams of one log, as "kubectl logs --timestamps" prints them, and hands on each line once, without its
// timestamp: the lines behind the place that was read before. So a log goes on when a connection broke, and in a further run. The log
// of a container that was started again goes on with the log of its next life.
type unread struct {
	// lock guards all fields: others look at them while a stream is read.
	lock sync.Mutex
	at   place
	// first is the time of the first line that neither Latchkey nor a broker of Flux wrote.
	first string
	// gaps say which lines the node had dropped before they were read.
	gaps []string
	// out takes the lines.
	out sink

	// life is the life of the container that the stream is of.
	life int32
	// located says that what comes is behind the place, and seen counts the lines of this stream that are not.
	located bool
	seen    int
	// stamped says that this stream had a line with a timestamp, and began that one of its lines was handed on.
	stamped, began bool
	// rest is the beginning of a line.
	rest []byte
	// words are what the node itself said.
	words string
}

// A sink takes the lines of a log.
type sink interface {
	// begin is called before the first line of a stream. It belongs behind the lines before or, with a gap, behind everything.
	begin(gap bool) error
	// line takes a line. Only the last one of a log may have no newline.
	line(text []byte) error
	// flush is called when some lines were handed on.
	flush() error
}

// again prepares for a further stream of the log, which is of a life of the container. located says that the stream begins behind the
// place. It returns the time from which the stream has to begin.
func (u *unread) again(life int32, located bool) (since string) {
	u.lock.Lock()
	defer u.lock.Unlock()
	u.life, u.located, u.seen, u.stamped, u.began, u.words = life, located || u.at.Time == "", 0, false, false, ""
	u.rest = u.rest[:0]
	return u.at.since()
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
		if err := u.take(all[:len(line)+1]); err != nil {
			return 0, err
		}
		all = rest
	}
	u.rest = append(u.rest[:0], all...)
	return len(data), u.out.flush()
}

// take takes a line. Without a timestamp it is what the node itself says about a log, or the end of a long line that began before the
// time from which the stream begins. But a node without timestamps has a log, too.
func (u *unread) take(line []byte) error {
	stamp, text, _ := bytes.Cut(line, []byte(" "))
	when, err := time.Parse(time.RFC3339Nano, string(stamp))
	gap := false
	switch {
	case err == nil:
		if u.stamped = true; !u.isNew(when) {
			return nil
		}
		gap = u.goOn(string(stamp), when, text)
	case ofNode().Match(line), u.stamped:
		u.hear(line)
		return nil
	case u.at.Time == "":
		text = line
	default:
		return nil
	}
	if !u.began {
		u.began = true
		if err := u.out.begin(gap); err != nil {
			return err
		}
	}
	u.at.Lines++
	return u.out.line(text)
}

// isNew tells whether a line with a time is behind the place.
func (u *unread) isNew(when time.Time) bool {
	if u.located {
		return true
	}
	newest := u.at.time()
	if u.seen == 0 && when.Before(newest) {
		return false
	}
	if u.seen < u.at.Lines && !when.After(newest) {
		u.seen++
		return false
	}
	return true
}

// goOn notes the time of a line that is handed on, and tells whether there is a gap before it.
func (u *unread) goOn(stamp string, when time.Time, text []byte) (gap bool) {
	if gap = !u.located && u.seen == 0 && when.After(u.at.time()); gap {
		u.lacks(fmt.Sprintf("lines between %s and %s are missing: the node had dropped them before they were read", u.at.Time, stamp))
	}
	u.located, u.at.Life = true, u.life
	if u.first == "" && !isOwn(text) {
		u.first = stamp
	}
	if u.at.Time == "" || when.After(u.at.time()) {
		u.at.Time, u.at.Lines = stamp, 0
	}
	return gap
}

// lacks notes a gap.
func (u *unread) lacks(gap string) {
	if !slices.Contains(u.gaps, gap) {
		u.gaps = append(u.gaps, gap)
	}
}

// missed notes a gap between two streams.
func (u *unread) missed(gap string) {
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
		return u.out.flush()
	case noLog().MatchString(said):
		return ErrNoLog
	default:
		return fmt.Errorf("the node says: %s", oneLine(said))
	}
}

// finish hands on a last line without an end, when the log has ended.
func (u *unread) finish() error {
	u.lock.Lock()
	defer u.lock.Unlock()
	if len(u.rest) == 0 {
		return nil
	}
	rest := u.rest
	u.rest = nil
	return cmp.Or(u.take(rest), u.out.flush())
}

// wasThere tells whether the stream had the place that was read before.
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
