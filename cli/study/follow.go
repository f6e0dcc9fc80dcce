package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/latchkey-dev/latchkey/internal/live"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// follow watches the sets until all runs have ended and are saved.
func (c *campaign) follow(ctx context.Context) error {
	var collecting sync.WaitGroup
	defer collecting.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	watch, err := c.cluster.Watch(ctx, c.runs[0].study)
	if err != nil {
		return err
	}
	c.watch = watch
	defer watch.Close()
	c.now.Store(text.Count(len(c.runs), "set"))
	defer c.Progress(func() string { return c.now.Load().(string) })()
	var problem error
	err = watch.Each(ctx, func(sets []*live.Set) bool {
		c.find(sets)
		for len(c.collected) > 0 { // nobody else takes them
			(<-c.collected)()
		}
		done := true
		for _, r := range c.runs {
			if problem = c.attend(ctx, &collecting, r); problem != nil {
				return false
			}
			done = done && r.isDone()
		}
		c.now.Store(c.inShort(time.Now()))
		return !done
	})
	return cmp.Or(problem, err)
}

// inShort says how the sets are: how many have ended, run and wait, and how the first is that has not ended.
func (c *campaign) inShort(now time.Time) string {
	running, waiting, first := 0, 0, ""
	for _, r := range c.runs {
		switch {
		case r.live == nil || r.live.HasEnded():
		case r.isRunning():
			if running++; running == 1 {
				first = ": " + r.live.Status().Line(now)
			}
		default:
			if waiting++; first == "" {
				first = ": " + r.live.Status().Line(now)
			}
		}
	}
	return fmt.Sprintf("%d of %s ended, %d running, %d waiting%s", c.ended(), text.Count(len(c.runs), "set"), running, waiting, first)
}

// attend tells of a change of a run, and begins to collect its logs.
func (c *campaign) attend(ctx context.Context, collecting *sync.WaitGroup, r *run) error {
	if r.live != nil && !r.isDone() {
		c.noteWaits(r)
	}
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
	going, most, follow := &c.reading, mostRead, false
	if !r.live.HasEnded() {
		record := r.live.Record()
		c.note(r, record)
		if record.State == runs.Waiting {
			return nil
		}
		going, most, follow = &c.following, mostFollowed, true
	}
	if *going == most { // at the next look there may be a free place
		return nil
	}
	*going++
	r.busy = true
	logs := c.logs(r)
	collecting.Go(func() {
		note := c.collect(ctx, r, logs, follow)
		c.collected <- func() {
			*going--
			note()
		}
		c.watch.Wake() // the user is told at once, and the next set gets the place
	})
	return nil
}

// long is how long a set waits for the same before the user is told.
const long = 5 * time.Second

// noteWaits tells what a set waits for: for its turn only if no set runs. Sets mostly wait for the same, so each reason is told once.
func (c *campaign) noteWaits(r *run) {
	for _, reason := range r.waits.Fresh(r.live, long) {
		if (reason != live.ItsTurn || !slices.ContainsFunc(c.runs, (*run).isRunning)) && !c.told[reason] {
			c.told[reason] = true
			c.tell("[%d of %d] %s waits for %s", c.ended(), len(c.runs), r, reason)
		}
	}
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
	if !c.remove || r.live == nil || r.removed {
		return nil
	}
	err := c.deleteSet(ctx, r)
	if err == nil {
		r.live, r.removed = nil, true
		c.tell("%s deleted", r.name)
	}
	if errors.Is(err, context.Canceled) {
		return ctx.Err()
	}
	return err
}
