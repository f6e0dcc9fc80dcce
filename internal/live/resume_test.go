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

// write hands a text over in pieces of random length.
func write(t *testing.T, r *rand.Rand, to *resumer, text string) {
	t.Helper()
	for text != "" {
		n := 1 + r.IntN(len(text))
		if written, err := to.Write([]byte(text[:n])); err != nil || written != n {
			t.Fatalf("%d of %d bytes are written (%v)", written, n, err)
		}
		text = text[n:]
	}
}

// TestResumer breaks streams of logs at any byte, and wants each line once. As long as the node has the last line that was
// passed on, nothing is missing.
func TestResumer(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 0))
		log := newKeptLog(r)
		var out bytes.Buffer
		resumed, dropped := &resumer{out: &out}, 0
		for range r.IntN(4) {
			text := log.stream(t, dropped, resumed.again())
			write(t, r, resumed, text[:r.IntN(len(text)+1)])
			dropped += r.IntN(1 + max(0, log.newest(strings.Count(out.String(), "\n"))-dropped))
		}
		write(t, r, resumed, log.stream(t, dropped, resumed.again()))
		if want := strings.Join(log.lines, "\n") + "\n"; out.String() != want || len(resumed.gaps) > 0 || resumed.at.Bytes != int64(len(want)) {
			t.Fatalf("seed %d: the log is %q (gaps: %q, %d bytes), want %q", seed, out.String(), resumed.gaps, resumed.at.Bytes, want)
		}
	}
}

// TestResumerGap wants a gap to be noticed, and the lines after it to begin on a line of their own.
func TestResumerGap(t *testing.T) {
	t.Parallel()
	const one, three = "2026-01-02T03:04:05.100000000Z one\n", "2026-01-02T03:04:05.300000000Z three\n"
	for _, tc := range []struct{ name, before, after, want string }{
		{"after a whole line", one, three, "one\nthree\n"},
		{"within a line", one[:len(one)-2], three, "on\nthree\n"},
		{"between lines of one time", one + one, one + three, "one\none\nthree\n"},
	} {
		var out bytes.Buffer
		r := &resumer{out: &out}
		write(t, rand.New(rand.NewPCG(1, 2)), r, tc.before)
		if since := r.again(); since != "2026-01-02T03:04:04.1Z" {
			t.Errorf("%s: it goes on from %q", tc.name, since)
		}
		write(t, rand.New(rand.NewPCG(3, 4)), r, tc.after)
		if out.String() != tc.want || len(r.gaps) != 1 {
			t.Errorf("%s: the log is %q (gaps: %q), want %q", tc.name, out.String(), r.gaps, tc.want)
		}
	}
}

// TestResumerWords tells what a node says about a log from what the container wrote.
func TestResumerWords(t *testing.T) {
	t.Parallel()
	const stamp, notFound = "2026-01-02T03:04:05.100000000Z ", `rpc error: code = NotFound desc = an error occurred when try to find container "0123": not found`
	for name, tc := range map[string]struct{ stream, want, err string }{
		"no log":                     {"unable to retrieve container logs for containerd://0123", "", ErrNoLog.Error()},
		"after a line":               {stamp + "one\n" + notFound, "one\n", ErrNoLog.Error()},
		"other words":                {stamp + "one\nfailed to create fsnotify watcher: too many open files", "one\n", "the node says: failed to create fsnotify watcher: too many open files"},
		"unknown words":              {stamp + "one\nsomething else\n", "one\n", "the node says: something else"},
		"the same from a container":  {stamp + notFound + "\n", notFound + "\n", ""},
		"a node without timestamps":  {"one\n\nshort\n" + strings.Repeat("long", 2000) + "\n", "one\n\nshort\n" + strings.Repeat("long", 2000) + "\n", ""},
		"a stream that broke":        {stamp + "one\n" + stamp[:12], "one\n", ""},
		"a stream that broke before": {stamp[:12], "", ""},
	} {
		for seed := range uint64(50) {
			var out bytes.Buffer
			log := &resumer{out: &out}
			write(t, rand.New(rand.NewPCG(seed, 6)), log, tc.stream)
			err := log.end()
			if out.String() != tc.want || err == nil && tc.err != "" || err != nil && err.Error() != tc.err {
				t.Fatalf("%s, seed %d: the log is %q (%v), want %q and %q", name, seed, out.String(), err, tc.want, tc.err)
			}
		}
	}
}

// TestResumerWithin wants the end of a long line, with which a further stream may begin, passed over.
func TestResumerWithin(t *testing.T) {
	t.Parallel()
	const one, two = "2026-01-02T03:04:04.900000000Z long line\n", "2026-01-02T03:04:05.100000000Z two\n"
	var out bytes.Buffer
	log := &resumer{out: &out}
	write(t, rand.New(rand.NewPCG(1, 2)), log, one+two)
	log.again()
	write(t, rand.New(rand.NewPCG(3, 4)), log, "line\n"+two+strings.ReplaceAll(two, "two", "three"))
	if err := log.end(); err != nil || out.String() != "long line\ntwo\nthree\n" || len(log.gaps) > 0 {
		t.Errorf("the log is %q (%v, gaps: %q)", out.String(), err, log.gaps)
	}
}

// TestResumerFirst wants the time of the first line of the application.
func TestResumerFirst(t *testing.T) {
	t.Parallel()
	const line = "2026-01-02T03:04:0%d.1Z %s\n"
	text := fmt.Sprintf(line, 1, "latchkey: begins") + fmt.Sprintf(line, 2, "<6>broker.info[0]: online") + fmt.Sprintf(line, 3, "mine") + fmt.Sprintf(line, 4, "more")
	log := &resumer{out: &bytes.Buffer{}}
	if _, err := log.Write([]byte(text)); err != nil || log.first != "2026-01-02T03:04:03.1Z" || log.at.Time != "2026-01-02T03:04:04.1Z" {
		t.Errorf("first %s, last %s (%v)", log.first, log.at.Time, err)
	}
	log = &resumer{out: &bytes.Buffer{}}
	text = fmt.Sprintf(line, 1, "latchkey: begins") + fmt.Sprintf(line, 2, names.JobStarted) + fmt.Sprintf(line, 9, "mine")
	if _, err := log.Write([]byte(text)); err != nil || log.first != "2026-01-02T03:04:02.1Z" {
		t.Errorf("first %s (%v), want the start of the job", log.first, err)
	}
}
