package study

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/latchkey-dev/latchkey/internal/live"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// follow looks at the sets until all runs have ended and are saved.
func (c *campaign) follow(ctx context.Context) error {
	var collecting sync.WaitGroup
	defer collecting.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	patience := live.Patience{Say: c.Say}
	for {
		began := time.Now()
		err := patience.Try(ctx, func() error { return c.look(ctx) }, func(error) bool { return false })
		if err != nil {
			return err
		}
		for len(c.collected) > 0 { // nobody else takes them
			c.take(<-c.collected)
		}
		done := true
		for _, r := range c.runs {
			if err := c.attend(ctx, &collecting, r); err != nil {
				return err
			}
			done = done && r.isDone()
		}
		if done {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case result := <-c.collected:
			c.take(result)
		case <-time.After(max(2*time.Second, 5*time.Since(began))): // large studies are large answers
		}
	}
}

// attend tells of a change of a run, and begins to collect its logs.
func (c *campaign) attend(ctx context.Context, collecting *sync.WaitGroup, r *run) error {
	switch {
	case r.isSaved():
		c.note(r, r.saved)
		return c.finish(ctx, r)
	case r.busy || r.isDone():
		return nil
	case r.live == nil:
		r.gone = r.was != ""
		return nil
	}
	places, follow := c.reads, false
	if !r.live.HasEnded() {
		record := r.live.Record()
		c.note(r, record)
		if record.State == runs.Waiting {
			c.noteWaits(r)
			return nil
		}
		places, follow = c.followed, true
	}
	select {
	case places <- struct{}{}:
		r.busy = true
		collecting.Go(func() {
			c.collected <- c.collect(ctx, r, follow)
			<-places
		})
	default: // at the next look there may be a free place
	}
	return nil
}

// long is how long a set waits for the same before the user is told.
const long = 30 * time.Second

// noteWaits tells what a set waits for, other than its turn. Sets mostly wait for the same, so each reason is told once.
func (c *campaign) noteWaits(r *run) {
	waits := map[string]time.Time{}
	for _, reason := range r.live.Status().WaitsFor {
		reason, _, _ = strings.Cut(reason, " (pod ") // each set has other pods
		since, known := r.waits[reason]
		if !known {
			since = time.Now()
		}
		if waits[reason] = since; time.Since(since) > long && reason != live.ItsTurn && !c.told[reason] {
			c.told[reason] = true
			c.tell("[%d of %d] %s waits for %s", c.ended(), len(c.runs), r, reason)
		}
	}
	r.waits = waits
}

// note tells of the state of a run if it is new.
func (c *campaign) note(r *run, record *runs.Set) {
	before := r.was
	r.was = record.State
	switch r.was {
	case before, runs.Waiting:
	case runs.Completed:
		c.tell("[%d of %d] %s completed%s", c.ended(), len(c.runs), r, live.Took(record))
	case runs.Failed:
		why := ""
		if record.Cause != nil {
			why = ": " + record.Cause.What
		}
		c.tell("[%d of %d] %s failed%s%s", c.ended(), len(c.runs), r, live.Took(record), why)
	default:
		c.tell("[%d of %d] %s runs", c.ended(), len(c.runs), r)
	}
}

// finish deletes a set that is saved, if the user wants it.
func (c *campaign) finish(ctx context.Context, r *run) error {
	if !c.remove || r.live == nil {
		return nil
	}
	err := c.deleteSet(ctx, r)
	if err == nil {
		r.live = nil
		c.tell("%s deleted", r.name)
	}
	if errors.Is(err, context.Canceled) {
		return ctx.Err()
	}
	return err
}
