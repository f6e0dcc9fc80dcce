package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// Logs gets the logs of a set.
type Logs struct {
	Client kubectl.Client
	// Watch hands on the set as it is now, and again and again as it changes and after each pause, until see returns false. The error
	// is [ErrDeleted] if the set is gone.
	Watch func(ctx context.Context, see func(*Set) bool) error
	// Version is the version of Latchkey, and Kubernetes that of the API server, for records.
	Version, Kubernetes string
	// Kept names the files with what the set was made of, if the caller has kept it. Without it, [Logs.Collect] asks the cluster.
	Kept runs.Kept

	Patience
	// Show is told how the set is, in short, at each look. If it is nil, the user is told what the set waits for, and when it begins.
	Show func(string)

	// Bytes counts what [Logs.Collect] has written, and Done the logs that it is done with, of All. They may be read meanwhile.
	Bytes, Done, All atomic.Int64

	seen atomic.Pointer[Set]
}

// Errors of [Logs].
var (
	// ErrDeleted says that a set was there and is gone.
	ErrDeleted = errors.New("the set was deleted before it had ended")
	// ErrNoOutput says that the application has printed nothing, or not begun.
	ErrNoOutput = errors.New("there is no output")
	// ErrNoLog says that a node could not send a log. What the node itself says follows.
	ErrNoLog = errors.New("the node has no log to send")
)

// A container names a container of a pod. label names it for people who know the set.
type container struct{ pod, name, label string }

// outputs are the containers that have the output of the application. They have labels if there will be several.
func (s *Set) outputs() (found []container) {
	several := int32(0)
	for _, p := range s.parts {
		if p.role == measured && !s.isFlux() {
			several += p.pods() * int32(len(p.spec.Template.Spec.Containers))
		}
	}
	for _, pod := range s.withRole(measured) {
		for _, c := range pod.Spec.Containers {
			label := ""
			if several > 1 {
				label = fmt.Sprintf("[%s-%d/%s] ", jobOf(pod), max(0, index(pod)), c.Name)
			}
			if s.hasOutput(jobOf(pod), index(pod), c.Name) {
				found = append(found, container{pod.Name, c.Name, label})
			}
		}
	}
	return found
}

// hasOutput tells whether a container of the pod of an index of a job has output of the application: the application's container of the
// lead of a MiniCluster, and all ordinary containers of the measured pods of a MetricSet.
func (s *Set) hasOutput(job string, index int32, container string) bool {
	if s.isFlux() {
		return job == s.main().name && index <= 0 && container == s.application()
	}
	return slices.ContainsFunc(s.parts, func(p part) bool {
		return p.name == job && p.role == measured &&
			slices.ContainsFunc(p.spec.Template.Spec.Containers, func(c corev1.Container) bool { return c.Name == container })
	})
}

// begun tells whether a container has, or may have, a log.
func begun(status corev1.ContainerStatus) bool {
	return hasBegun(status.State) || hasBegun(status.LastTerminationState)
}

// hasBegun tells whether a container runs or ran. A container that could not be started has ended too, but began in 1970. A
// container with a lost status never began.
func hasBegun(state corev1.ContainerState) bool {
	return state.Running != nil || state.Terminated != nil && state.Terminated.StartedAt.Unix() > 0
}

// HasEnded tells whether the set has completed or failed.
func (s *Set) HasEnded() bool {
	state, _ := s.terminal()
	return state != ""
}

// A following is the logs that are being followed.
type following struct {
	ctx     context.Context //nolint:containedctx // it lives as long as one call of watch
	running sync.WaitGroup
	count   atomic.Int32
}

// Go follows one log.
func (f *following) Go(follow func(context.Context)) {
	f.count.Add(1)
	f.running.Go(func() {
		defer f.count.Add(-1)
		follow(f.ctx)
	})
}

// mostAfter is the number of pauses for which logs are still followed when the set has ended: the time that pods have to end.
const mostAfter = 20

// watch passes on the set as it is now. With follow it goes on with each further state until the set has ended and no log is followed any
// more, and tells the user what the set waits for.
func (l *Logs) watch(ctx context.Context, follow bool, see func(*following, *Set) error) error {
	following := &following{}
	var stop context.CancelFunc
	following.ctx, stop = context.WithCancel(ctx)
	waits, after := &Waits{}, 0
	var problem error
	look := func(set *Set) bool {
		l.seen.Store(set)
		if problem = see(following, set); problem != nil {
			return false
		}
		if !follow {
			return false
		}
		l.tellState(set, waits)
		if set.HasEnded() {
			after++
		}
		return after == 0 || following.count.Load() > 0 && after < mostAfter
	}
	err := l.Watch(ctx, look)
	if errors.Is(err, ErrDeleted) {
		gone := *l.last()
		gone.pods = nil
		for l.seen.Store(&gone); following.count.Load() > 0 && after < mostAfter && l.sleep(ctx, l.pause()); {
			after++
		}
	}
	stop()
	following.running.Wait()
	if set := l.last(); set != nil && set.HasEnded() {
		l.seen.Store(l.explained(ctx, set))
	}
	return cmp.Or(problem, err)
}

// tellState tells the user how the set is.
func (l *Logs) tellState(set *Set, waits *Waits) {
	if l.Show != nil {
		l.Show(set.Status().Line(time.Now()))
		return
	}
	for _, reason := range waits.Fresh(set, 3*l.pause()) {
		l.Say(set.Name + " waits for " + reason)
	}
}

// tellBegin returns a function that tells a user who waits, once, when the application of the set has begun.
func (l *Logs) tellBegin(waits bool) func(*Set) {
	told := !waits || l.Show != nil
	return func(set *Set) {
		if state := set.leadStatus().State; state.Running != nil && !told {
			told = true
			l.Say(set.Name + " runs since " + clock(state.Running.StartedAt))
		}
	}
}

// explained returns a set that has ended with what tells why it has failed, or how its images came to nodes.
func (l *Logs) explained(ctx context.Context, set *Set) *Set {
	all := *set
	var answer list[corev1.Event]
	if l.Client.Get(ctx, &answer, "events") == nil { // many users may not read events
		all.events = set.own(answer.Items)
	}
	all.ReadSaid(ctx, l.Client)
	return &all
}

// last is the set as it was seen last, or nil.
func (l *Logs) last() *Set { return l.seen.Load() }

// Failed tells whether the set had failed when it was seen last, and why. code is the exit status of the application, or 1
// if that is unknown or 0. It is 0 if the set has not failed.
func (l *Logs) Failed() (code int, why string) {
	if l.last() == nil {
		return 0, ""
	}
	status := l.last().Status()
	if status.Record.State != runs.Failed {
		return 0, ""
	}
	return int(cmp.Or(ptr.Deref(status.Record.ExitStatus, 0), 1)), "the set has failed: " + status.Failure
}
