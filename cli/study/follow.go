package study

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/latchkey-dev/latchkey/internal/live"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// follow looks at the sets until all runs have ended and are saved.
func (c *campaign) follow(ctx context.Context) error {
	defer c.collecting.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	patience := live.Patience{Say: c.Say}
	for {
		began := time.Now()
		err := patience.Try(ctx, func() error { return c.look(ctx) }, func(error) bool { return false })
		if err != nil {
			return err
		}
		done := true
		for _, r := range c.runs {
			if err := c.attend(ctx, r); err != nil {
				return err
			}
			done = done && c.isDone(r)
		}
		if done {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.collected:
		case <-time.After(max(2*time.Second, 5*time.Since(began))): // large studies are large answers
		}
	}
}

func (c *campaign) isDone(r *run) bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	return r.state.isDone()
}

// attend tells of a change of a run, and begins to collect its logs.
func (c *campaign) attend(ctx context.Context, r *run) error {
	c.lock.Lock()
	state := &r.state
	busy, isSaved, isDone := state.busy, state.isSaved(), state.isDone()
	c.lock.Unlock()
	switch {
	case isSaved:
		c.note(r, state, state.saved)
		return c.finish(ctx, r, state)
	case busy || isDone:
		return nil
	case state.live == nil:
		state.gone = state.was != ""
		return nil
	}
	record := state.live.Record()
	if state.live.HasEnded() {
		c.collectAside(ctx, c.reads, r, state, false)
		return nil
	}
	c.note(r, state, record)
	switch record.State {
	case runs.Running:
		c.collectAside(ctx, c.followed, r, state, true)
	case runs.Waiting:
		c.noteWaits(r, state)
	}
	return nil
}

// long is how long a set waits for the same before the user is told.
const long = 30 * time.Second

// noteWaits tells what a set waits for, other than its turn. Sets mostly wait for the same, so each reason is told once.
func (c *campaign) noteWaits(r *run, state *state) {
	waits := map[string]time.Time{}
	for _, reason := range state.live.Status().WaitsFor {
		reason, _, _ = strings.Cut(reason, " (pod ") // each set has other pods
		since, known := state.waits[reason]
		if !known {
			since = time.Now()
		}
		if waits[reason] = since; time.Since(since) > long && reason != live.ItsTurn && !c.told[reason] {
			c.told[reason] = true
			c.tell("[%d of %d] %s waits for %s", c.ended(), len(c.runs), r, reason)
		}
	}
	state.waits = waits
}

// collectAside begins to collect the logs of a set, if there is a free place.
func (c *campaign) collectAside(ctx context.Context, places chan struct{}, r *run, state *state, follow bool) {
	select {
	case places <- struct{}{}:
	default:
		return
	}
	c.lock.Lock()
	state.busy = true
	c.lock.Unlock()
	c.collecting.Go(func() {
		c.collect(ctx, r, state, follow)
		<-places
		select {
		case c.collected <- struct{}{}:
		default: // that a collection has ended is noted already
		}
	})
}

// note tells of the state of a run if it is new.
func (c *campaign) note(r *run, state *state, record *runs.Set) {
	if state.was == record.State || record.State == runs.Waiting {
		state.was = record.State
		return
	}
	state.was = record.State
	switch record.State {
	case runs.Completed:
		c.tell("[%d of %d] %s completed%s", c.ended(), len(c.runs), r, took(record))
	case runs.Failed:
		why := ""
		if record.Cause != nil {
			why = ": " + record.Cause.What
		}
		c.tell("[%d of %d] %s failed%s%s", c.ended(), len(c.runs), r, took(record), why)
	default:
		c.tell("[%d of %d] %s runs", c.ended(), len(c.runs), r)
	}
}

// took says how long the application ran.
func took(record *runs.Set) string {
	if record.Started == nil || record.Ended == nil {
		return ""
	}
	return " after " + record.Ended.Sub(*record.Started).Round(time.Second).String()
}

// finish deletes a set that is saved, if the user wants it.
func (c *campaign) finish(ctx context.Context, r *run, state *state) error {
	if !c.remove || state.live == nil {
		return nil
	}
	err := c.deleteSet(ctx, r)
	if err == nil {
		state.live = nil
		c.tell("%s deleted", r.name)
	}
	if errors.Is(err, context.Canceled) {
		return ctx.Err()
	}
	return err
}
