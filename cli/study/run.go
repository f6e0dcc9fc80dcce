package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/cluster"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/internal/rendering"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/live"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

type runOptions struct {
	rendering.Options
	cluster       cluster.Cluster
	directory     string
	where         []string
	retry, remove bool
	pinned        bool
	source        string // the folder of results whose Study runs anew, or ""
}

func newRun(p *program.Program) *cobra.Command {
	o := &runOptions{Options: rendering.Options{Program: p}}
	cmd := &cobra.Command{
		Use:   "run [PATH|DIR|-|RESULTS]... -o DIR",
		Short: "Apply the runs of a study that are missing, follow them, and save their logs",
		Long: `Run renders the files of one Study, applies what is missing in the cluster, and
waits until all runs have ended. It saves the logs of each run as "logs -o" does,
below DIR. A run that has completed and is saved in DIR is not applied again.
The Study is saved in DIR too, where "latchkey report DIR" finds it.

Stop it and start it again at any time, with the same DIR: it goes on with what
is there. The sets in the cluster do not stop with it. The field spec.order
says which sets run first, and how many at a time.

With repeat.inside each set has all runs of a cell, and --retry makes all of them
again.

The JobSet of each run has a hash of what was rendered. If a run in DIR or in the
cluster was made from another template, nothing is applied, and the folder stays
as it is.

If the only argument is a folder that "study run" has written, its Study runs
anew, with the sources, options and namespace that are kept there. Warnings about
them are not repeated. Sets in the cluster of which RESULTS has the logs are an
error. --pinned takes each image by the digest with which it ran. Secrets are not
kept: those that are missing are named. "latchkey report RESULTS DIR" compares both.

It runs the kubectl on PATH. The exit code is 0 if all runs have completed, and 1
if one has failed, or if one of its logs could not be got.`,
		Example: `  latchkey study run study.yaml cluster.yaml -o results
  latchkey study run . -o results --where nodes=8 --retry
  latchkey study run results -o again --pinned`,
		RunE: func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	o.AddFlags(cmd)
	o.cluster = cluster.Flags(p, cmd)
	cmd.Flags().StringVarP(&o.directory, "output", "o", "", "`directory` to save the logs to")
	cmd.Flags().StringArrayVar(&o.where, "where", nil, "take only the runs with this `parameter=value`; repeatable")
	cmd.Flags().BoolVar(&o.retry, "retry", false, "delete runs that have failed or lack the application's output, and make them again")
	cmd.Flags().BoolVar(&o.remove, "delete", false, "delete each set in the cluster once its logs are saved")
	cmd.Flags().BoolVar(&o.pinned, "pinned", false, "run the images of a folder of results by their digests")
	o.cluster.AddInsecure(cmd)
	return cmd
}

func (o *runOptions) run(args []string) error {
	if o.directory == "" {
		return exit.Usagef("name the directory for the logs: -o results")
	}
	paths, err := o.again(args)
	switch {
	case err != nil:
		return err
	case o.pinned && o.source == "":
		return exit.Usagef("--pinned takes digests from a folder of results: name this folder in place of the files")
	}
	result, err := o.Render(rendering.Input{Paths: paths, JudgesNames: true, Warn: unknownFigures})
	if err != nil || o.source == "" { // the Study of a folder got its warnings when it ran first, with the names of its files
		o.PrintFindingsOf(result)
	}
	if err == nil && o.pinned {
		err = o.pin(result.Items)
	}
	if err != nil {
		return err
	}
	all, shared, err := runsOf(result.Items)
	if err == nil {
		all, err = chosen(all, o.where)
	}
	if err != nil {
		return err
	}
	o.cluster = o.cluster.In(all[0].namespace)
	ctx, stop := cluster.Interrupted()
	defer stop()
	c := newCampaign(o, all)
	err = c.carryOut(ctx, shared, result)
	if ctx.Err() != nil {
		o.Say(fmt.Sprintf("stopped; %d of %s have ended, and the others go on in the cluster: the same command takes up from here", c.ended(), text.Count(len(all), "set")))
		return exit.Silently(exit.Interrupted)
	}
	if err != nil {
		return err
	}
	return c.judge()
}

// carryOut compares the runs with the folder and the cluster. If they fit, it locks the folder, and applies and follows the runs.
func (c *campaign) carryOut(ctx context.Context, shared []*fn.Item, result *rendering.Result) error {
	if err := c.look(ctx); err != nil {
		return err
	}
	if err := c.recall(); err != nil {
		return err
	}
	root, err := files.Open(c.directory)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // a folder loses nothing
	unlock, err := lock(root)
	if err != nil {
		return err
	}
	defer unlock.Close() //nolint:errcheck // the lock ends with the command in any case
	if err := c.claim(ctx, shared); err != nil {
		return err
	}
	if c.kept, err = keep(root, result, c.Namespace); err != nil {
		return err
	}
	c.kubernetes = live.ServerVersion(ctx, c.client)
	if err := c.begin(ctx, shared); err != nil {
		return err
	}
	if err := keepStudy(root, result.Input); err != nil {
		return err
	}
	return c.follow(ctx)
}

// claim returns an error if the cluster has objects of the study's names that belong to somebody else. The names of runs are made
// of their sources and cells, which another study may have too.
func (c *campaign) claim(ctx context.Context, shared []*fn.Item) error {
	items := slices.DeleteFunc(slices.Clone(shared), func(item *fn.Item) bool { return item.Mark() == "" }) // the user's own
	for _, r := range c.runs {
		items = append(items, r.objects...)
	}
	input, err := rendering.Manifests(items)
	if err != nil {
		return err
	}
	found, err := c.client.Objects(ctx, input, "--ignore-not-found", "--filename=-")
	if err != nil {
		return err
	}
	var taken []string
	for _, object := range found {
		source := object.GetAnnotations()[latchkey.AnnotationSource]
		if source == items[0].Mark() {
			continue
		}
		owner := "somebody else"
		if mark, isMark := latchkey.ParseMark(source); isMark {
			owner = mark.Kind + "/" + mark.Name
		}
		taken = append(taken, fmt.Sprintf("%s/%s of %s", object.GetKind(), object.GetName(), owner))
	}
	if len(taken) == 0 {
		return nil
	}
	return exit.Inputf("nothing is applied: %s of these names in the cluster, first %s: use another namespace, or give the sets other names with --suffix",
		text.Count(len(taken), "object"), text.Printable(taken[0]))
}

// begin applies the runs that are missing, with what they share.
func (c *campaign) begin(ctx context.Context, shared []*fn.Item) error {
	if err := c.retryFailed(ctx); err != nil {
		return err
	}
	items, missing, saved := shared, 0, 0
	for _, r := range c.runs {
		switch {
		case r.isSaved():
			r.was = r.saved.State
			saved++
		case r.live == nil:
			items, missing = append(items, r.objects...), missing+1
		}
	}
	if saved > 0 {
		c.tell("%s saved already", text.Count(saved, "set"))
	}
	if missing == 0 {
		return nil
	}
	input, err := rendering.Manifests(items)
	if err != nil {
		return err
	}
	// Server-side, because Kueue writes into sets, and because kubectl would keep a copy of each object in an annotation.
	if err := c.client.Run(ctx, input, nil, "apply", "--server-side", "--filename=-"); err != nil {
		return err
	}
	c.tell("%s applied", text.Count(missing, "set"))
	return nil
}

// lock keeps a second "study run" out of the folder of its results: both would save the logs of each run.
func lock(root *os.Root) (io.Closer, error) {
	unlock, err := files.Lock(root, runs.LockFile)
	if locked := new(files.LockedError); errors.As(err, &locked) {
		return nil, exit.Inputf("another study run saves to %s, %s: wait until it has ended or stop it, or give another folder with -o", root.Name(), text.Printable(locked.By))
	}
	return unlock, err
}

// keepStudy writes the Study into the folder of its results, where "report" finds it.
func keepStudy(root *os.Root, items []*fn.Item) error {
	for _, item := range items {
		if studyOf(item) == nil {
			continue
		}
		var out bytes.Buffer
		if err := item.Encode(&out); err != nil {
			return fmt.Errorf("write the study: %w", err)
		}
		if err := files.CheckName("study", item.Name); err != nil {
			return err
		}
		if err := files.Replace(root, files.File{Name: item.Name + runs.StudyEnd, Data: out.Bytes()}); err != nil {
			return err
		}
	}
	return nil
}
