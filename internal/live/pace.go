package live

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"
)

// A pace says when to look at a set again. The pauses between two looks are [Logs.Pause], and grow to five times of it
// while nothing changes. Meanwhile kubectl watches the JobSet or Job, which takes almost no processor. A change of the
// object, such as its end, ends a long pause. Without the right to watch the pauses do not grow.
type pace struct {
	logs *Logs
	// changed has something after a change. It is closed when nobody watches any more, and nil from then on.
	changed chan struct{}
	// quiet counts the pauses since the last change.
	quiet   int
	stop    context.CancelFunc
	running sync.WaitGroup
}

// mostQuiet is the number of pauses after which they do not grow any more.
const mostQuiet = 4

// newPace begins to watch a set. The caller ends the pace.
func (l *Logs) newPace(ctx context.Context, set *Set) *pace {
	p := &pace{logs: l, changed: make(chan struct{}, 1)}
	kind := "jobs.batch"
	if set.jobset != nil {
		kind = jobSets
	}
	ctx, p.stop = context.WithCancel(ctx)
	p.running.Go(func() { p.watch(ctx, kind, set.Name) })
	return p
}

// end ends kubectl, which would otherwise stay until the object changes.
func (p *pace) end() {
	p.stop()
	p.running.Wait()
}

// watch notes the changes of an object. A server ends each watch after an hour or so, and then a new watch begins.
func (p *pace) watch(ctx context.Context, kind, name string) {
	defer close(p.changed)
	for began := time.Now(); ; began = time.Now() {
		_ = p.logs.Client.Run(ctx, nil, noting{p.changed}, "get", kind, name, "--watch-only", "--output=name")
		if ctx.Err() != nil || time.Since(began) < (mostQuiet+1)*p.logs.patience().pause() {
			return
		}
	}
}

// noting is a writer that notes that something was written.
type noting struct{ changed chan<- struct{} }

func (n noting) Write(data []byte) (int, error) {
	select {
	case n.changed <- struct{}{}:
	default: // a change is noted already
	}
	return len(data), nil
}

// next waits until it is time for a look. It tells whether there shall be one.
func (p *pace) next(ctx context.Context) bool {
	if !p.logs.patience().Sleep(ctx) {
		return false
	}
	if p.changed == nil {
		return true
	}
	select {
	case _, watched := <-p.changed:
		p.quiet = 0
		if !watched {
			p.changed = nil
		}
	case <-ctx.Done():
		return false
	case <-time.After(time.Duration(p.quiet) * p.logs.patience().pause()):
		p.quiet = min(p.quiet+1, mostQuiet)
	}
	return true
}

// A Patience waits for a server that is away, for example because it starts again.
type Patience struct {
	// Pause is the time between two tries. Default: 2 seconds. The patience ends after 300 pauses without an answer.
	Pause time.Duration
	// Say tells the user about something, in a line without a newline.
	Say func(string)
}

// Try tries something until it succeeds. It returns an error at once if the error is final.
func (p Patience) Try(ctx context.Context, try func() error, final func(error) bool) error {
	told := false
	for began := time.Now(); ; {
		err := try()
		switch {
		case err == nil && told:
			p.Say("the cluster answers again")
			return nil
		case err == nil, final(err), time.Since(began) > p.limit():
			return err
		case !told && ctx.Err() == nil && !errors.Is(err, ErrNoSet):
			p.Say("the cluster does not answer, and is asked again until it does: " + err.Error())
			told = true
		}
		if !p.Sleep(ctx) {
			return ctx.Err()
		}
	}
}

func (p Patience) pause() time.Duration { return cmp.Or(p.Pause, 2*time.Second) }

func (p Patience) limit() time.Duration { return 300 * p.pause() }

// Sleep waits for one pause, and tells whether the program goes on.
func (p Patience) Sleep(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(p.pause()):
		return true
	}
}
