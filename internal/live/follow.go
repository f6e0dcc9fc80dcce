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

	"github.com/latchkey-dev/latchkey/internal/kubectl"
)

// Await looks at the set, with wait until it has ended. [Logs.Print] comes after it.
func (l *Logs) Await(ctx context.Context, wait bool) error {
	begins := l.tellBegin(wait)
	return l.watch(ctx, wait, func(_ *following, set *Set) error {
		begins(set)
		return nil
	})
}

// Print writes the output of the application that there was at the last look. Lines begin with their source only if there are several.
func (l *Logs) Print(ctx context.Context, out io.Writer) error {
	set, found := l.last(), false
	for _, source := range set.outputs() {
		status, _ := set.statusOf(source)
		if !begun(status) {
			continue
		}
		found = true
		log := &unread{out: out, prefix: source.label}
		if err := cmp.Or(l.pass(ctx, log, source, false), log.finish()); err != nil {
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
	shared := &lines{out: out}
	known, lives := map[container]bool{}, int32(0)
	return l.watch(ctx, true, func(following *following, set *Set) error {
		if set.restarts() > lives {
			lives = set.restarts()
			l.Say(fmt.Sprintf("the set has started again: restart %d", lives))
		}
		for _, source := range set.outputs() {
			if status, _ := set.statusOf(source); known[source] || !begun(status) {
				continue
			}
			known[source] = true
			log := &unread{out: shared, prefix: source.label}
			following.Go(func(ctx context.Context) {
				l.tell(ctx, source, log, cmp.Or(l.pass(ctx, log, source, true), log.finish()))
			})
		}
		return nil
	})
}

// tell says what is missing in the output.
func (l *Logs) tell(ctx context.Context, of container, log *unread, err error) {
	if ctx.Err() != nil {
		return
	}
	cut := log.Gaps
	if err != nil {
		cut = append(cut, err.Error())
	}
	for _, why := range cut {
		l.Say(fmt.Sprintf("the log of %s in %s is cut: %s", of.name, of.pod, why))
	}
}

// pass passes on what the node has of a container's log and was not passed on before. With follow it goes on until the container has
// ended, also if the connection breaks before, or if the container is started again.
func (l *Logs) pass(ctx context.Context, log *unread, of container, follow bool) error {
	ended := errGone
	for {
		status, isThere := l.last().statusOf(of)
		if !isThere {
			return ended
		}
		var flags []string
		if follow && status.State.Running != nil {
			flags = []string{"--follow"}
		}
		if err := l.read(ctx, log, of, status.RestartCount, flags...); !kubectl.IsNotFound(err) { // otherwise what was read before counts
			ended = err
		}
		if flags == nil || !l.untilChanged(ctx, of, status) {
			return cmp.Or(ctx.Err(), ended)
		}
	}
}

// read passes on what the node has and was not passed on before: of the start of the container before the last one, and of the last one.
func (l *Logs) read(ctx context.Context, log *unread, of container, restarts int32, flags ...string) error {
	isFirst := log.Time.IsZero()
	if restarts > 0 {
		err := l.stream(ctx, log, of, false, "--previous")
		if isFirst && (restarts > 1 || kubectl.IsNotFound(err) || errors.Is(err, ErrNoLog)) {
			log.lacks(fmt.Sprintf("lines before the last of %d starts of the container may be missing: the node keeps the logs of two starts at most", restarts+1))
		}
	}
	err := l.stream(ctx, log, of, restarts > 0, flags...)
	if err == nil && !log.located && log.seen == 0 {
		return fmt.Errorf("lines after %s may be missing: the node no longer has the last line that was read", log.Time.Format(time.RFC3339Nano))
	}
	return err
}

// stream passes on what the node has of the log of one start of a container. goesOn says that the start before was passed on just now.
func (l *Logs) stream(ctx context.Context, log *unread, of container, goesOn bool, flags ...string) error {
	args := []string{of.pod, "--container=" + of.name, "--timestamps"}
	if since := log.begin(goesOn); since != "" {
		args = append(args, "--since-time="+since)
	}
	err := l.Client.Logs(ctx, log, append(args, flags...)...)
	return errors.Join(log.end(), err)
}

var errGone = errors.New("the pod is gone, and its logs with it")

// mostLag is the number of pauses for which the status of a pod may lag behind its containers: a stream that ends mostly says that the
// container has ended.
const mostLag = 8

// untilChanged waits for some pauses, or until the status of a container is another one. It tells whether the program goes on.
func (l *Logs) untilChanged(ctx context.Context, of container, before corev1.ContainerStatus) bool {
	for range mostLag {
		if !l.sleep(ctx, l.pause()) {
			return false
		}
		now, isThere := l.last().statusOf(of)
		if !isThere || now.State.Running == nil || now.RestartCount != before.RestartCount {
			break
		}
	}
	return true
}

// statusOf returns the status of a container, if its pod is there.
func (s *Set) statusOf(of container) (status corev1.ContainerStatus, isThere bool) {
	for _, pod := range s.pods {
		if pod.Name == of.pod {
			return statusOf(pod, of.name), true
		}
	}
	return status, false
}

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
