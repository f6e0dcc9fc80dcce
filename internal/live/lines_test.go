package live

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/apis/names"
)

// A keptLog is a log as a kubelet has it: lines with timestamps, of which rotation drops the oldest.
type keptLog struct {
	lines  []string
	stamps []time.Time
}

// newKeptLog makes a log of some lines. Some have the same timestamp, some are older than the line before, some are empty, and some
// look like timestamps.
func newKeptLog(r *rand.Rand) keptLog {
	k, now := keptLog{}, time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))
	for at := range 1 + r.IntN(12) {
		now = now.Add(time.Duration(r.IntN(3)) * 400 * time.Millisecond)
		k.stamps = append(k.stamps, now.Add(-time.Duration(max(0, r.IntN(5)-3))*30*time.Microsecond))
		k.lines = append(k.lines, []string{"", fmt.Sprint("line ", at), "2026-01-02T03:04:05Z mine", strings.Repeat("long ", 20)}[r.IntN(4)])
	}
	return k
}

// stream returns what "kubectl logs --timestamps" prints of the lines from number first on. The server knows the time
// since in whole seconds only.
func (k keptLog) stream(t *testing.T, first int, since string) string {
	t.Helper()
	var out strings.Builder
	for at := first; at < len(k.lines); at++ {
		if since != "" {
			from, err := time.Parse(time.RFC3339Nano, since)
			if err != nil {
				t.Fatal(err)
			}
			if k.stamps[at].Before(from.Truncate(time.Second)) {
				continue
			}
		}
		fmt.Fprintf(&out, "%s %s\n", k.stamps[at].Format("2006-01-02T15:04:05.000000000Z07:00"), k.lines[at])
	}
	return out.String()
}

// newest returns the number of the first line that has the time of the newest of some lines. The line after the whole ones may be
// passed on in part, or not.
func (k keptLog) newest(lines int) (first int) {
	for at := range min(lines, len(k.lines)) {
		if k.stamps[at].After(k.stamps[first]) {
			first = at
		}
	}
	return first
}

func newUnread() (*unread, *bytes.Buffer) {
	out := &bytes.Buffer{}
	return &unread{out: out}, out
}

// write hands a stream over in pieces of random length.
func write(t *testing.T, seed uint64, to *unread, text string) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 6))
	for text != "" {
		n := 1 + r.IntN(len(text))
		if written, err := to.Write([]byte(text[:n])); err != nil || written != n {
			t.Fatalf("%d of %d bytes are written (%v)", written, n, err)
		}
		text = text[n:]
	}
}

// TestUnread breaks streams of logs at any byte, and wants each line once. As long as the node has the last line that was
// passed on, nothing is missing.
func TestUnread(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 0))
		log := newKeptLog(r)
		u, out := newUnread()
		dropped := 0
		for range r.IntN(4) {
			text := log.stream(t, dropped, u.begin(false))
			write(t, seed, u, text[:r.IntN(len(text)+1)])
			dropped += r.IntN(1 + max(0, log.newest(strings.Count(out.String(), "\n"))-dropped))
		}
		write(t, seed, u, log.stream(t, dropped, u.begin(false)))
		if want := strings.Join(log.lines, "\n") + "\n"; out.String() != want || len(u.Gaps) > 0 {
			t.Fatalf("seed %d: the log is %q (gaps: %q), want %q", seed, out.String(), u.Gaps, want)
		}
	}
}

// TestGap wants a gap to be noticed.
func TestGap(t *testing.T) {
	t.Parallel()
	const one, three = "2026-01-02T03:04:05.100000000Z one\n", "2026-01-02T03:04:05.300000000Z three\n"
	u, out := newUnread()
	u.begin(false)
	write(t, 1, u, one)
	if since := u.begin(false); since != "2026-01-02T03:04:04.1Z" {
		t.Errorf("it goes on from %q", since)
	}
	write(t, 2, u, three)
	want := "lines between 2026-01-02T03:04:05.1Z and 2026-01-02T03:04:05.3Z are missing: the node had dropped them before they were read"
	if out.String() != "one\nthree\n" || len(u.Gaps) != 1 || u.Gaps[0] != want {
		t.Errorf("the log is %q, gaps: %q", out.String(), u.Gaps)
	}
}

// TestWords tells what a node says about a log from what the container wrote.
func TestWords(t *testing.T) {
	t.Parallel()
	const stamp, says, notFound = "2026-01-02T03:04:05.100000000Z ", "the node has no log to send: ", `rpc error: code = NotFound desc = an error occurred when try to find container "0123": not found`
	for name, tc := range map[string]struct{ stream, want, err string }{
		"no log":                    {"unable to retrieve container logs for containerd://0123", "", says + "unable to retrieve container logs for containerd://0123"},
		"after a line":              {stamp + "one\n" + notFound, "one\n", says + notFound},
		"other words":               {stamp + "one\nfailed to create fsnotify watcher: too many open files", "one\n", says + "failed to create fsnotify watcher: too many open files"},
		"unknown words":             {stamp + "one\nsomething else\n", "one\n", says + "something else"},
		"the same from a container": {stamp + notFound + "\n", notFound + "\n", ""},
		"a stream that broke":       {stamp + "one\n" + stamp[:12], "one\n", ""},
	} {
		for seed := range uint64(10) {
			u, out := newUnread()
			u.begin(false)
			write(t, seed, u, tc.stream)
			if err := u.end(); out.String() != tc.want || err == nil && tc.err != "" || err != nil && err.Error() != tc.err {
				t.Fatalf("%s, seed %d: the log is %q (%v), want %q and %q", name, seed, out.String(), err, tc.want, tc.err)
			}
		}
	}
}

// TestWithin wants the end of a long line, with which a further stream may begin, passed over.
func TestWithin(t *testing.T) {
	t.Parallel()
	const one, two = "2026-01-02T03:04:04.900000000Z long line\n", "2026-01-02T03:04:05.100000000Z two\n"
	u, out := newUnread()
	u.begin(false)
	write(t, 1, u, one+two)
	u.begin(false)
	write(t, 2, u, "line\n"+two+strings.ReplaceAll(two, "two", "three"))
	if err := u.end(); err != nil || out.String() != "long line\ntwo\nthree\n" || len(u.Gaps) > 0 {
		t.Errorf("the log is %q (%v, gaps: %q)", out.String(), err, u.Gaps)
	}
}

// TestFirst wants the time of the first line of the application, or of the line that says when its job starts.
func TestFirst(t *testing.T) {
	t.Parallel()
	const line = "2026-01-02T03:04:0%d.1Z %s\n"
	for text, want := range map[string]string{
		fmt.Sprintf(line, 1, "latchkey: begins") + fmt.Sprintf(line, 2, "<6>broker.info[0]: online") + fmt.Sprintf(line, 3, "mine") + fmt.Sprintf(line, 4, "more"): "3",
		fmt.Sprintf(line, 1, "latchkey: begins") + fmt.Sprintf(line, 2, names.JobStarted) + fmt.Sprintf(line, 9, "mine"):                                           "2",
	} {
		u, _ := newUnread()
		u.begin(false)
		if _, err := u.Write([]byte(text)); err != nil || u.First == nil || u.First.Format(time.RFC3339) != "2026-01-02T03:04:0"+want+"Z" {
			t.Errorf("first %s, want %s (%v)", u.First, want, err)
		}
	}
}
