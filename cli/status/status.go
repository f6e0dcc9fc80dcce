// Package status is the command that says how sets in a cluster are.
package status

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
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
		Long: `Status says of each set whether its key is made, how many brokers are up, what
became of the application and of the sidecars, and what the set waits for.
Without names it tells of all sets of the namespace. A name is that of the
JobSet or Job, or of the MiniCluster or MetricSet. That of a Study stands for
all its sets.

It runs the kubectl on PATH. The exit code is 0 if the sets wait, run or have
completed, and 1 if one of them has failed.`,
		Example: `  latchkey status
  latchkey status lammps --watch`,
		RunE: func(_ *cobra.Command, names []string) error { return o.run(names) },
	}
	o.Cluster = cluster.New(p, cmd)
	cmd.Flags().BoolVarP(&o.watch, "watch", "w", false, "print again after every change, until all sets have ended")
	program.AddForms(cmd, &o.form, program.Text, "`format`: text or json", []string{program.Text, program.JSON})
	return cmd
}

func (o *options) run(names []string) error {
	ctx, stop := cluster.Interrupted()
	defer stop()
	all, err := o.look(ctx, names)
	patience := live.Patience{Say: o.Say}
	goesOn := func(s live.Status) bool { return !s.Record.HasEnded() }
	for o.watch && err == nil && slices.ContainsFunc(all, goesOn) {
		if !patience.Sleep(ctx) {
			return nil
		}
		err = patience.Try(ctx, func() error {
			all, err = o.look(ctx, names)
			return err
		}, func(err error) bool { return errors.Is(err, live.ErrNoSet) })
		if errors.Is(err, live.ErrNoSet) {
			return exit.Inputf("%w any more", err)
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil
	case err == nil && slices.ContainsFunc(all, func(s live.Status) bool { return s.Record.State == runs.Failed }):
		return exit.Silently(exit.Problems)
	}
	return err
}

// look asks for the statuses, and prints them if they differ from those before.
func (o *options) look(ctx context.Context, names []string) ([]live.Status, error) {
	sets, err := o.Sets(ctx, o.form == program.JSON, names...)
	if err != nil {
		return nil, err
	}
	if err := o.Missing(ctx, sets, names); err != nil {
		return nil, err
	}
	if len(sets) == 0 {
		o.Say(o.None(ctx))
	}
	all := make([]live.Status, 0, len(sets))
	for _, set := range sets {
		all = append(all, set.Status())
	}
	return all, o.printChanged(all)
}

// printChanged prints the statuses if they differ from those before, the times that pass aside.
func (o *options) printChanged(all []live.Status) error {
	state, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the status: %w", err)
	}
	if bytes.Equal(state, o.printed) {
		return nil
	}
	var out bytes.Buffer
	switch {
	case o.form == program.JSON:
		out.Write(append(text.JSON(state), '\n'))
	case o.printed != nil:
		out.WriteString("\n" + inText(all))
	default:
		out.WriteString(inText(all))
	}
	o.printed = state
	_, err = o.Stdout.Write(out.Bytes())
	return err
}

// inText returns the statuses for people. Messages of a cluster may hold anything, so each line is made printable.
func inText(all []live.Status) string {
	var out, raw strings.Builder
	for _, status := range all {
		status.Print(&raw, time.Now()) //nolint:errcheck // a builder takes everything
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(raw.String(), "\n"), "\n") {
		if line != "" {
			out.WriteString(text.Printable(line) + "\n")
		}
	}
	return out.String()
}
