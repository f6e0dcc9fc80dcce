package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/runs"
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
	// Version is the version of Latchkey, for records.
	Version string

	// last is the set when it was seen last, or nil.
	last *Set
}

// Errors of [Logs].
var (
	// ErrNoSet says that there is no set of a name. [Logs.Find] returns it.
	ErrNoSet = errors.New("there is no set")
	// ErrDeleted says that a set was there and is gone.
	ErrDeleted = errors.New("the set was deleted before it had ended")
	// ErrNoOutput says that the application has printed nothing, or not begun.
	ErrNoOutput = errors.New("there is no output")
	// ErrNoLog says that a node no longer has a log.
	ErrNoLog = errors.New("the node no longer has the log")
)

// A container names a container of a pod. label names it for people who know the set.
type container struct{ pod, name, label string }

// missing says what of the container's log could not be got. gap says that the log is there, and that lines of it are missing.
func (c container) missing(reason string, gap bool) runs.Missing {
	return runs.Missing{Pod: c.pod, Container: c.name, Reason: reason, Gap: gap}
}

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
	return slices.ContainsFunc(s.pods, func(pod corev1.Pod) bool { return pod.Name == c.pod && begun(statusOf(pod, c.name)) })
}

func begun(status corev1.ContainerStatus) bool {
	return hasBegun(status.State) || hasBegun(status.LastTerminationState)
}

// hasBegun tells whether a container runs or ran. One that could not be started has ended too, but began in 1970.
func hasBegun(state corev1.ContainerState) bool {
	return state.Running != nil || state.Terminated != nil && state.Terminated.StartedAt.Unix() != 0
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
		if err := l.read(ctx, &resumer{out: labelled(out, source, len(sources))}, source); err != nil {
			return err
		}
	}
	switch {
	case found:
		return nil
	case set.HasEnded():
		return fmt.Errorf("%w: the set has %s", ErrNoOutput, strings.ToLower(string(set.Record().State)))
	default:
		return fmt.Errorf("%w yet: the set is %s", ErrNoOutput, set.Record().State)
	}
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
			running.Go(func() { l.print(ctx, &resumer{out: labelled(shared, source, len(sources))}, source) })
		}
	})
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

// find asks for the set, again after an error: in hours of following a server may be away for minutes. The first question
// has one try, because a wrong name or context does not get better. A set that is gone has a few tries, because some callers
// delete a set to make it anew.
func (l *Logs) find(ctx context.Context) (set *Set, err error) {
	gone := 0
	err = l.patience().Try(ctx, func() error {
		set, err = l.Find(ctx)
		return err
	}, func(err error) bool {
		if errors.Is(err, ErrNoSet) {
			gone++
		}
		return l.last == nil || gone > 2
	})
	switch {
	case err == nil:
		l.last = set
	case l.last != nil && gone > 2:
		err = ErrDeleted
	}
	return set, err
}

// Failed tells whether the set had failed when it was seen last, and why. code is the exit status of the application, or 1
// if that is unknown or 0. It is 0 if the set has not failed.
func (l *Logs) Failed() (code int, why string) {
	if l.last == nil {
		return 0, ""
	}
	status := l.last.Status()
	if status.Record.State != runs.Failed {
		return 0, ""
	}
	return int(cmp.Or(ptr.Deref(status.Record.ExitStatus, 0), 1)), "the set has failed: " + status.Failure
}

func (l *Logs) patience() Patience { return Patience{Pause: l.Pause, Say: l.Say} }
