package study

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/rendering"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/live"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

const (
	// mostFollowed is how many sets' logs are followed at a time while the sets run. The logs of the others are read at their end.
	mostFollowed = 4
	// mostRead is how many sets' logs are read at a time after the end of the sets.
	mostRead = 2
)

// A campaign is one call of "study run".
type campaign struct {
	*runOptions
	client kubectl.Client
	runs   []*run
	// kept names the files with what the runs are made of, and kubernetes is the version of the API server.
	kept       runs.Kept
	kubernetes string
	// watch has the sets in the cluster.
	watch *live.Watch

	// following and reading count the collections that go on. At its end each one sends a function that notes the result. follow alone
	// calls these functions, so that one goroutine changes the runs. There is room for one of each run.
	following, reading int
	collected          chan func()
	// told are the reasons to wait that the user was told.
	told map[string]bool
	// now is how the sets are, in a line.
	now atomic.Value
}

func newCampaign(o *runOptions, all []*run) *campaign {
	return &campaign{runOptions: o, client: o.cluster.Client(), runs: all, told: map[string]bool{}, collected: make(chan func(), len(all))}
}

// look asks the cluster for the sets of the study.
func (c *campaign) look(ctx context.Context) error {
	watch, err := c.cluster.Watch(ctx, c.runs[0].study)
	if err != nil {
		return err
	}
	defer watch.Close() // one look is enough, also for the logs of sets that have ended
	c.watch = watch
	c.find(watch.Sets())
	return nil
}

// find finds the runs among sets in the cluster.
func (c *campaign) find(sets []*live.Set) {
	named := map[string]*live.Set{}
	for _, set := range sets {
		named[set.Name] = set
	}
	for _, r := range c.runs {
		r.live = named[r.name]
	}
}

// recall reads what the folder has of the runs. Runs of another template, there or in the cluster, are an error, and so are sets in the
// cluster that are the runs of the folder whose Study is to run anew.
func (c *campaign) recall() error {
	var saved, applied, same []string
	for _, r := range c.runs {
		before, err := runs.History(c.directory, r.name)
		if err != nil {
			return err
		}
		isOther := func(record *runs.Set) bool { return record.Annotations[latchkey.AnnotationRendered] != r.rendered }
		switch {
		case slices.ContainsFunc(before, isOther):
			saved = append(saved, runs.Folder(c.directory, r.name, 0))
		case r.live != nil && isOther(r.live.Record()):
			applied = append(applied, r.name)
		case c.isOfSource(r):
			same = append(same, r.name)
		case len(before) > 0:
			r.saved = before[len(before)-1]
		}
	}
	var problems []error
	if len(saved) > 0 {
		problems = append(problems, fmt.Errorf("%s in %s have another template, first %s: give another folder with -o, or move this one away", text.Count(len(saved), "set"), c.directory, saved[0]))
	}
	command := c.cluster.Hints().Command("delete", "--study", c.runs[0].study, "--yes")
	remedy := "once their logs are saved, " + command + " deletes them; or give the sets other names with --suffix"
	if len(applied) > 0 {
		problems = append(problems, fmt.Errorf("%s in the cluster have another template, first %s: %s", text.Count(len(applied), "set"), applied[0], remedy))
	}
	if len(same) > 0 {
		problems = append(problems, fmt.Errorf("%s in the cluster ran for %s, first %s, and would not run anew: %s", text.Count(len(same), "set"), c.source, same[0], remedy))
	}
	return exit.BadInput(errors.Join(problems...))
}

// isOfSource tells whether the set of a run in the cluster is a run of the folder whose Study is to run anew.
func (c *campaign) isOfSource(r *run) bool {
	if r.live == nil || c.source == "" || filepath.Clean(c.source) == filepath.Clean(c.directory) {
		return false
	}
	before, _ := runs.History(c.source, r.name) // a record that cannot be read names no set
	return slices.ContainsFunc(before, func(record *runs.Set) bool { return record.UID == r.live.UID() })
}

// isToRepeat tells whether a run has failed, or lacks the output of its application.
func isToRepeat(record *runs.Set) bool { return record.State == runs.Failed || record.Lacks() != nil }

// retryFailed deletes the runs that have failed or are not complete, if the user wants it. Their logs are saved first.
func (c *campaign) retryFailed(ctx context.Context) error {
	if !c.retry {
		return nil
	}
	for _, r := range c.runs {
		switch {
		case r.live == nil && r.saved != nil && isToRepeat(r.saved):
			r.saved = nil
		case r.live != nil && r.live.HasEnded():
			if !r.isSaved() || r.saved.Lacks() != nil { // the node may have the log now
				c.collect(ctx, r, c.logs(r), false)()
			}
			if r.problem != nil {
				return r.problem
			}
			if r.saved == nil || !isToRepeat(r.saved) {
				continue
			}
			if err := c.deleteSet(ctx, r); err != nil {
				return err
			}
			c.tell("%s failed or is not complete, and is made again", r)
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

// logs gets the logs of a set that is in the cluster.
func (c *campaign) logs(r *run) *live.Logs {
	logs, uid := c.cluster.Logs(r.name), r.live.UID()
	logs.Kept, logs.Kubernetes = c.kept, c.kubernetes
	logs.Watch = func(ctx context.Context, see func(*live.Set) bool) error { return c.watch.Set(ctx, uid, see) }
	logs.Say = func(line string) { c.tell("%s: %s", r.name, line) }
	logs.Show = func(string) {} // attend tells how the sets are
	return logs
}

// collect saves the logs of a set, and returns what notes the result. With follow it goes on until the set has ended.
func (c *campaign) collect(ctx context.Context, r *run, logs *live.Logs, follow bool) func() {
	record, folder, err := logs.Collect(ctx, c.directory, follow)
	return func() {
		r.busy = false
		switch {
		case ctx.Err() != nil:
		case record == nil, err != nil:
			r.problem = fmt.Errorf("%s: the logs could not be saved: %w", r.name, err)
		case !record.IsSaved() && (record.HasEnded() || !follow):
			r.problem = fmt.Errorf("%s: not all logs could be saved: see missing in %s", r.name, folder)
		default:
			r.saved = record
		}
	}
}

// tell prints a line.
func (c *campaign) tell(format string, args ...any) { c.Tell(fmt.Sprintf(format, args...)) }

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
		if r.saved != nil && r.saved.Lacks() != nil {
			problems = append(problems, fmt.Errorf("%s is not complete: %s: --retry makes it again", r.name, r.saved.Lacks()))
		} else if r.saved != nil && len(r.saved.Missing) > 0 {
			c.tell("%s: %s could not be saved, first %s", r.name, text.Count(len(r.saved.Missing), "other log"), r.saved.Missing[0])
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
