// Package status is the command that says how sets in a cluster are.
package status

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/cluster"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/internal/live"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

type options struct {
	cluster.Cluster
	watch bool
	form  string
	// printed are the statuses that were printed last, as JSON.
	printed []byte
}

// New returns the command.
func New(p *program.Program) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "status [SET]...",
		Short: "Say how sets in a cluster are, and what they wait for",
		Long: `Status says of each set how many brokers are up, what became of the application
and of the sidecars, and what the set waits for.
Without names it tells of all sets of the namespace. A name is the name of
the JobSet or Job, or of the MiniCluster or MetricSet. The name of a Study stands
for all its sets.

It runs the kubectl on PATH. The exit code is 0 if the sets wait, run or have
completed, and 1 if one of them has failed.`,
		Example: `  latchkey status
  latchkey status lammps --watch`,
		RunE: func(_ *cobra.Command, names []string) error { return o.run(names) },
	}
	o.Cluster = cluster.New(p, cmd)
	cmd.Flags().BoolVarP(&o.watch, "watch", "w", false, "print again after every change, until all sets have ended")
	o.AddInsecure(cmd)
	program.AddForms(cmd, &o.form, program.Text, "`format`: text or json", []string{program.Text, program.JSON})
	return cmd
}

func (o *options) run(names []string) error {
	ctx, stop := cluster.Interrupted()
	defer stop()
	if o.watch {
		if err := o.follow(ctx, names); err != nil || ctx.Err() != nil {
			return err
		}
	}
	all, err := o.look(ctx, names) // it knows more about sets that have failed
	switch {
	case ctx.Err() != nil:
		return nil
	case err == nil && slices.ContainsFunc(all, func(s live.Status) bool { return s.Record.State == runs.Failed }):
		return exit.Silently(exit.Problems)
	}
	return err
}

// look asks for the statuses, and prints them.
func (o *options) look(ctx context.Context, names []string) ([]live.Status, error) {
	sets, err := o.Sets(ctx, names...)
	if err != nil {
		return nil, err
	}
	if o.form == program.JSON {
		live.ReadTexts(ctx, o.Client(), sets...)
	}
	if err := o.Missing(ctx, sets, names); err != nil {
		return nil, err
	}
	if len(sets) == 0 {
		o.Say(o.None(ctx, "set"))
	}
	for _, set := range sets {
		set.ReadSaid(ctx, o.Client())
	}
	return o.printChanged(sets)
}

// follow prints the statuses whenever they change, until all sets have ended.
func (o *options) follow(ctx context.Context, names []string) error {
	watch, err := o.Watch(ctx, names...)
	if err != nil {
		return err
	}
	defer watch.Close()
	if err := o.Missing(ctx, watch.Sets(), names); err != nil {
		return err
	}
	var problem error
	err = watch.Each(ctx, func(sets []*live.Set) bool {
		if problem = o.Missing(ctx, sets, names); problem != nil {
			problem = exit.Inputf("deleted while latchkey waited: %w", problem)
			return false
		}
		if !slices.ContainsFunc(sets, func(s *live.Set) bool { return !s.HasEnded() }) {
			return false
		}
		_, problem = o.printChanged(sets)
		return problem == nil
	})
	if ctx.Err() != nil {
		err = nil
	}
	return cmp.Or(problem, err)
}

// printChanged returns the statuses, and prints them if they differ from those before, the times that pass aside.
func (o *options) printChanged(sets []*live.Set) ([]live.Status, error) {
	all := make([]live.Status, 0, len(sets))
	for _, set := range sets {
		all = append(all, set.Status())
	}
	state, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode the status: %w", err)
	}
	if bytes.Equal(state, o.printed) {
		return all, nil
	}
	out := ""
	if o.form == program.JSON {
		out = string(text.JSON(state)) + "\n"
	} else {
		if o.printed != nil {
			out = "\n"
		}
		for _, status := range all {
			out += status.Text(time.Now())
		}
	}
	o.printed = state
	_, err = o.Stdout.Write([]byte(out))
	return all, err
}
