package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/kubectl"
)

// Logs gets the logs of a set.
type Logs struct {
	Client kubectl.Client
	// Flags are further flags of "kubectl logs".
	Flags []string
	// Find asks for the present state of the set.
	Find func(context.Context) (*Set, error)
	// Say tells the user about something, in a line without a newline.
	Say func(string)
	// Pause is the shortest time between two looks at the cluster. Default: 2 seconds.
	Pause time.Duration

	// found says that the set was there once.
	found bool
}

// errNoOutput says that there is nothing to print yet.
var errNoOutput = errors.New("there is no output yet")

// IsNoOutput tells whether an error says that the application has not begun.
func IsNoOutput(err error) bool { return errors.Is(err, errNoOutput) }

// ErrNoSet says that there is no set of a name. [Logs.Find] returns it.
var ErrNoSet = errors.New("there is no set")

var errDeleted = errors.New("the set was deleted before it had ended")

// IsDeleted tells whether an error says that a set was there and is gone.
func IsDeleted(err error) bool { return errors.Is(err, errDeleted) }

// A container names a container of a pod. label names it for people who know the set.
type container struct{ pod, name, label string }

// outputs are the containers that have the output of the application: that of the lead of a MiniCluster, and all ordinary
// containers of the measured pods of a MetricSet.
func (s *Set) outputs() []container {
	var found []container
	for _, pod := range s.withRole(measured) {
		if s.isFlux() && index(pod) > 0 {
			continue
		}
		for _, c := range pod.Spec.Containers {
			if s.isFlux() && c.Name != s.application() {
				continue
			}
			found = append(found, container{pod.Name, c.Name, fmt.Sprintf("[%s-%d/%s] ", jobOf(pod), max(0, index(pod)), c.Name)})
		}
	}
	return found
}

// hasBegun tells whether a container has, or may have, a log.
func (s *Set) hasBegun(c container) bool {
	for _, pod := range s.pods {
		if status, found := statusOf(pod, c.name); pod.Name == c.pod && found {
			return begun(status)
		}
	}
	return false
}

func begun(status corev1.ContainerStatus) bool {
	return status.State.Running != nil || status.State.Terminated != nil || status.LastTerminationState.Terminated != nil
}

// HasEnded tells whether the set has completed or failed.
func (s *Set) HasEnded() bool {
	state, _ := s.terminal()
	return state != ""
}

// Print writes the output of the application that there is. Lines begin with their source only if there are several.
func (l *Logs) Print(ctx context.Context, out io.Writer) error {
	set, err := l.Find(ctx)
	if err != nil {
		return err
	}
	sources, found := set.outputs(), false
	for _, source := range sources {
		if !set.hasBegun(source) {
			continue
		}
		found = true
		if err := l.stream(ctx, labelled(out, source, len(sources)), source); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("%w: the set is %s", errNoOutput, set.Record().State)
	}
	return nil
}

// labelled returns a writer that puts the source before each line, if there are several.
func labelled(out io.Writer, source container, sources int) io.Writer {
	if sources < 2 {
		return out
	}
	return &prefixer{out: out, prefix: source.label, atStart: true}
}

// stream passes the log of a container on as it comes.
func (l *Logs) stream(ctx context.Context, out io.Writer, c container, flags ...string) error {
	args := append([]string{"logs", c.pod, "--container=" + c.name}, l.Flags...)
	return l.Client.Stream(ctx, out, append(args, flags...)...)
}

// Follow writes the output of the application as it comes, until the set has ended. It follows the pods of the next life
// when the whole set starts again.
func (l *Logs) Follow(ctx context.Context, out io.Writer) error {
	set, err := l.find(ctx)
	if err != nil {
		return err
	}
	shared := &lines{out: out}
	var running sync.WaitGroup
	defer running.Wait()
	known, lives := map[container]bool{}, int32(0)
	return l.watch(ctx, set, func(set *Set) {
		if set.restarts() > lives {
			lives = set.restarts()
			l.Say(fmt.Sprintf("the set has started again: restart %d", lives))
		}
		sources := set.outputs()
		for _, source := range sources {
			if known[source] || !set.hasBegun(source) {
				continue
			}
			known[source] = true
			running.Go(func() {
				if err := l.follow(ctx, labelled(shared, source, len(sources)), source); err != nil && ctx.Err() == nil {
					l.Say(fmt.Sprintf("the log of %s in %s is cut: %s", source.name, source.pod, err))
				}
			})
		}
	})
}

// errGap says that a log is not whole.
var errGap = errors.New("the connection broke, and before it was back the node dropped a part of the log, as it does with large logs")

// follow writes the log of a container until the container ends. If the connection breaks before, it goes on where it was.
func (l *Logs) follow(ctx context.Context, out io.Writer, c container) error {
	resumed := &resumer{out: out}
	var gap error
	for failures := 0; ; {
		before, flags := resumed.written, []string{"--follow", "--timestamps"}
		if since := resumed.again(); since != "" {
			flags = append(flags, "--since-time="+since)
		}
		err := l.stream(ctx, resumed, c, flags...)
		if resumed.cut {
			gap = errGap
		}
		pod := corev1.Pod{}
		got := l.Client.Get(ctx, &pod, "pod", c.pod)
		if kubectl.IsNotFound(got) {
			return gap // it has ended with its pod
		}
		if status, _ := statusOf(pod, c.name); got == nil && status.State.Running == nil {
			return errors.Join(gap, err)
		}
		if failures++; resumed.written > before {
			failures = 0
		}
		if failures > 10 {
			return fmt.Errorf("the container runs, and its log ends: %w", errors.Join(err, got, gap, io.ErrUnexpectedEOF))
		}
		if !l.sleep(ctx) {
			return ctx.Err()
		}
	}
}

// Wait waits until the set has ended.
func (l *Logs) Wait(ctx context.Context) error {
	set, err := l.find(ctx)
	if err != nil {
		return err
	}
	return l.watch(ctx, set, func(*Set) {})
}

// watch looks at a set until it has ended, and passes on each state that it sees, the given one first.
func (l *Logs) watch(ctx context.Context, set *Set, see func(*Set)) (err error) {
	if see(set); set.HasEnded() {
		return nil
	}
	pace := l.newPace(ctx, set)
	defer pace.end()
	for pace.next(ctx) {
		if set, err = l.find(ctx); err != nil {
			return err
		}
		if see(set); set.HasEnded() {
			return nil
		}
	}
	return ctx.Err()
}

// find asks for the set, again after an error: in hours of following a server may be away for a moment. The first
// question has one try, because a wrong name or context does not get better. A set that is gone has a few tries, because
// some callers delete a set to make it anew.
func (l *Logs) find(ctx context.Context) (set *Set, err error) {
	tries := 1
	if l.found {
		tries = 10
	}
	for {
		set, err = l.Find(ctx)
		deleted := l.found && errors.Is(err, ErrNoSet)
		if deleted {
			tries = min(tries, 3)
		}
		tries--
		switch {
		case err == nil:
			l.found = true
			return set, nil
		case tries == 0 && deleted:
			return nil, errDeleted
		case tries == 0:
			return nil, err
		case !l.sleep(ctx):
			return nil, ctx.Err()
		}
	}
}

func (l *Logs) sleep(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(l.pause()):
		return true
	}
}

func (l *Logs) pause() time.Duration { return cmp.Or(l.Pause, 2*time.Second) }

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
