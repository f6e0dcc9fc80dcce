package study

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/rendering"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/live"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

const (
	// mostFollowed bounds the sets whose logs are followed while they run. The logs of the others are read at their end.
	mostFollowed = 4
	// mostRead bounds the sets whose logs are read at the same time after their end.
	mostRead = 2
)

// A campaign is one call of "study run".
type campaign struct {
	*runOptions
	client kubectl.Client
	runs   []*run

	// followed and reads have an element for each collection that goes on. collected gets their results, and has room for one of
	// each run.
	followed, reads chan struct{}
	collected       chan collection
	// told are the reasons to wait that the user was told.
	told map[string]bool
	// lock guards the output.
	lock sync.Mutex
}

// A collection is what became of the logs of a run: the record in the folder, or what could not be saved. Neither is there after an
// interruption.
type collection struct {
	of      *run
	record  *runs.Set
	problem error
}

// A state is what is known of a run.
type state struct {
	// live is the set in the cluster when it was seen last, or nil.
	live *live.Set
	// was is the state that the user was told last.
	was runs.State
	// waits says since when it waits for what.
	waits map[string]time.Time
	// busy says that its logs are being collected. saved is the last record in the folder, or nil. problem says what could not
	// be saved.
	busy    bool
	saved   *runs.Set
	problem error
	// gone says that the set was deleted before its end.
	gone bool
}

// isDone tells whether nothing more is to be done about a run.
func (s *state) isDone() bool { return s.gone || s.problem != nil || s.isSaved() }

// isSaved tells whether the folder has the end of the run.
func (s *state) isSaved() bool {
	return s.saved != nil && s.saved.IsSaved() && (s.live == nil || s.live.UID() == s.saved.UID)
}

func newCampaign(o *runOptions, all []*run) *campaign {
	return &campaign{
		runOptions: o, client: o.cluster.Client(), runs: all, told: map[string]bool{},
		followed: make(chan struct{}, mostFollowed), reads: make(chan struct{}, mostRead), collected: make(chan collection, len(all)),
	}
}

// look asks the cluster for the sets of the study.
func (c *campaign) look(ctx context.Context) error {
	sets, err := c.cluster.Sets(ctx, false, c.runs[0].study)
	if err != nil {
		return err
	}
	named := map[string]*live.Set{}
	for _, set := range sets {
		named[set.Name] = set
	}
	for _, r := range c.runs {
		r.live = named[r.name]
	}
	return nil
}

// recall reads what the folder has of the runs. Runs of another template, there or in the cluster, are an error.
func (c *campaign) recall() error {
	var saved, applied []string
	for _, r := range c.runs {
		before, err := runs.History(c.directory, r.name)
		if err != nil {
			return err
		}
		isOther := func(record *runs.Set) bool { return record.Annotations[latchkey.AnnotationRendered] != r.rendered }
		switch {
		case slices.ContainsFunc(before, isOther):
			saved = append(saved, runs.Folder(c.directory, r.name))
		case r.live != nil && isOther(r.live.Record()):
			applied = append(applied, r.name)
		case len(before) > 0:
			r.saved = before[len(before)-1]
		}
	}
	var problems []error
	if len(saved) > 0 {
		problems = append(problems, fmt.Errorf("%s in %s from another template, first %s: give another folder with -o, or move this one away", text.Count(len(saved), "set"), c.directory, saved[0]))
	}
	if len(applied) > 0 {
		problems = append(problems, fmt.Errorf("%s in the cluster from another template, first %s: delete them once their logs are saved, or give the study another name", text.Count(len(applied), "set"), applied[0]))
	}
	return exit.BadInput(errors.Join(problems...))
}

// retryFailed deletes the runs that have failed, if the user wants it. Their logs are saved first.
func (c *campaign) retryFailed(ctx context.Context) error {
	if !c.retry {
		return nil
	}
	for _, r := range c.runs {
		switch {
		case r.live == nil && r.saved != nil && r.saved.State == runs.Failed:
			r.saved = nil
		case r.live != nil && r.live.HasEnded() && r.live.Record().State == runs.Failed:
			if !r.isSaved() {
				c.take(c.collect(ctx, r, false))
			}
			if r.problem != nil {
				return r.problem
			}
			if err := c.deleteSet(ctx, r); err != nil {
				return err
			}
			c.tell("%s failed and is made again", r)
			r.live, r.saved = nil, nil
		}
	}
	return nil
}

// deleteSet deletes the objects of a run, and waits until they and their pods are gone.
func (c *campaign) deleteSet(ctx context.Context, r *run) error {
	input, err := rendering.Manifests(r.objects)
	if err != nil {
		return err
	}
	return c.client.Run(ctx, input, nil, "delete", "--ignore-not-found", "--cascade=foreground", "--filename=-")
}

// collect saves the logs of a set. With follow it goes on until the set has ended.
func (c *campaign) collect(ctx context.Context, r *run, follow bool) collection {
	logs := c.cluster.Logs(r.name, true, c.insecure)
	logs.Say = func(line string) { c.tell("%s: %s", r.name, line) }
	record, folder, err := logs.Collect(ctx, c.directory, follow, &live.Progress{})
	out := collection{of: r}
	switch {
	case ctx.Err() != nil:
	case record == nil, err != nil:
		out.problem = fmt.Errorf("%s: the logs could not be saved: %w", r.name, err)
	case !record.IsSaved() && (record.HasEnded() || !follow):
		out.problem = fmt.Errorf("%s: not all logs could be saved: see missing in %s", r.name, folder)
	default:
		out.record = record
	}
	return out
}

// take notes the result of a collection.
func (c *campaign) take(done collection) {
	done.of.busy, done.of.problem = false, done.problem
	if done.record != nil {
		done.of.saved = done.record
	}
}

// tell prints a line.
func (c *campaign) tell(format string, args ...any) {
	c.lock.Lock()
	defer c.lock.Unlock()
	fmt.Fprintln(c.Stdout, text.Printable(fmt.Sprintf(format, args...)))
}

// ended counts the runs that have ended.
func (c *campaign) ended() (count int) {
	for _, r := range c.runs {
		if r.was == runs.Completed || r.was == runs.Failed {
			count++
		}
	}
	return count
}

// judge prints what became of the runs, and returns the error for the exit code.
func (c *campaign) judge() error {
	var completed, failed int
	var problems []error
	for _, r := range c.runs {
		problems = append(problems, r.problem)
		if saved := r.saved; saved != nil && len(saved.Missing) > 0 {
			problems = append(problems, fmt.Errorf("%s: %s not got, first %s", r.name, text.Count(len(saved.Missing), "log"), saved.Missing[0]))
		}
		switch {
		case r.gone:
			problems = append(problems, fmt.Errorf("%s was deleted before it had ended: run the study again", r.name))
		case r.was == runs.Failed:
			failed++
		case r.was == runs.Completed: // and not one that still ran when its logs could not be saved
			completed++
		}
	}
	c.tell("%s: %d completed, %d failed; the logs are in %s", text.Count(len(c.runs), "set"), completed, failed, c.directory)
	switch err := errors.Join(problems...); {
	case err != nil:
		return exit.BadInput(err)
	case failed > 0:
		return exit.Silently(exit.Problems)
	}
	return nil
}
