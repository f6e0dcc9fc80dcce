// Package turn waits for the turn of a set of a study. It runs in a small pod of the set, and asks the API server for the JobSets
// of the study one by one, which is all that it may do.
package turn

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Turn is that of one set. The fields up to Patience must be set.
type Turn struct {
	// Set is the name of the set, and Parallel the number of sets that run at a time.
	Set      string
	Parallel int
	// List returns the names of all sets of the study in their order.
	List func() ([]string, error)
	// Ask returns the state of a JobSet.
	Ask func(ctx context.Context, name string) (State, error)
	// Say tells about a change.
	Say func(string)
	// Pause is the time between two looks of the set that is next.
	Pause time.Duration
	// Patience is how long a set that is not there is waited for, since Wait was called. It grows with the list: see patience.
	Patience time.Duration

	began time.Time
	// known are the states of the sets when they were asked for last. A set that was there and is deleted has completed.
	known map[string]State
}

// A State is the state of a JobSet.
type State int

// States of a JobSet.
const (
	// Absent says that there is no such JobSet.
	Absent State = iota
	// Waiting says that its turn has not come.
	Waiting
	// Running says that its turn has come, and that it has not ended.
	Running
	Completed
	Failed
)

const (
	// longest is the longest pause.
	longest = 5 * time.Minute
	// applying is how long one set takes to be applied, with some reserve.
	applying = 200 * time.Millisecond
)

// Wait returns when the turn of the set has come: when fewer than Parallel of the sets before it have not ended.
//
// A set that has failed, or that was there and is deleted, has ended. A set that was never seen is waited for, because all sets are
// applied one after the other. When it is still not there after the patience, it was deleted before this set was there, and has
// ended too. A set that is made again, or added later, is before sets that run already: so they count too.
func (t *Turn) Wait(ctx context.Context) error {
	t.began = time.Now()
	t.known = map[string]State{}
	said := ""
	for {
		before, err := t.look(ctx)
		words := fmt.Sprintf("sets that are to end first: at least %d", before)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			words = "asking again: " + err.Error()
		case before == 0:
			t.Say("it is the turn of " + t.Set)
			return nil
		}
		if words != said {
			t.Say(words)
			said = words
		}
		select {
		case <-ctx.Done():
		case <-time.After(min(longest, t.Pause*time.Duration(max(before, 1)))):
		}
	}
}

// look returns how many sets have to end before the turn comes, as far as it is known. It asks for no more than Parallel sets,
// and for those that have ended since the last look.
func (t *Turn) look(ctx context.Context) (before int, err error) {
	all, err := t.List()
	if err != nil {
		return 0, err
	}
	earlier, later := all, []string(nil) // a set that is not in the list any more is the last one
	if at := slices.Index(all, t.Set); at >= 0 {
		earlier, later = all[:at], all[at+1:]
	}
	patient := time.Since(t.began) < t.Patience+time.Duration(len(all))*applying
	count := 0
	isFull := func(names []string, least State) bool { // it asks until a state is less
		for _, name := range names {
			if t.hasEnded(name) {
				continue
			}
			var state State
			if state, err = t.ask(ctx, name, patient); err != nil || state < least {
				break
			}
			if state < Completed {
				count++
			}
			if count >= t.Parallel {
				break
			}
		}
		return err != nil || count >= t.Parallel
	}
	switch {
	case isFull(earlier, Absent), isFull(t.again(earlier), Absent):
	case isFull(later, Running): // they start one after the other, so behind one that waits none runs
	default:
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	open := slices.DeleteFunc(slices.Clone(earlier), t.hasEnded)
	return max(1, len(open)-t.Parallel+1), nil
}

// ask returns the state of a set, and notes what is needed later. A set that is not there counts as completed or as waiting.
func (t *Turn) ask(ctx context.Context, name string, patient bool) (State, error) {
	state, err := t.Ask(ctx, name)
	if err != nil {
		return state, err
	}
	if state == Absent && (t.known[name] != Absent || !patient) {
		state = Completed
	}
	t.known[name] = state
	return state, nil
}

// hasEnded tells whether a set has ended for good, or had failed when it was asked for last.
func (t *Turn) hasEnded(name string) bool { return t.known[name] >= Completed }

// again returns the sets that had failed, which somebody may have made again, to be asked for.
func (t *Turn) again(names []string) []string {
	failed := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return t.known[name] != Failed })
	for _, name := range failed {
		t.known[name] = Waiting
	}
	return failed
}

// Renamed returns the names as an overlay has renamed them. The overlay has renamed was to is: it puts a prefix and a suffix
// around all names.
func Renamed(names []string, was, is string) ([]string, error) {
	before, after, found := strings.Cut(is, was)
	if !found {
		return nil, fmt.Errorf("the set is called %s, and was rendered as %s: overlays may only add a prefix and a suffix to the names of sets of a study", is, was)
	}
	renamed := make([]string, 0, len(names))
	for _, name := range names {
		renamed = append(renamed, before+name+after)
	}
	return renamed, nil
}
