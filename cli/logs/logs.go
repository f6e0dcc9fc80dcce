// Package logs is the command that prints the output of a set, or saves all its logs.
package logs

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/cluster"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/internal/live"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

type options struct {
	cluster.Cluster
	directory    string
	follow, wait bool
}

// New returns the command.
func New(p *program.Program) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "logs SET",
		Short: "Print the output of a set's application, or save all its logs",
		Long: `Logs prints the output of the application: of the lead of a MiniCluster, or of
the containers of a MetricSet, each line with its source if there are several.

With -o DIR it writes the log of every container of every pod to a file,
DIR/SET/POD/CONTAINER.log. DIR/SET/set.json says what ran: images, nodes,
times, states, and what could not be got. A further run goes on where an earlier
run has ended, also if that was killed. Another set of the same name gets a
folder of its own, DIR/SET.2.

With --follow it goes on until the set has ended, also when the whole set starts
again. With --wait it waits for the end. Both say what the set waits for, --wait on
a terminal in one line that changes. With -o DIR both write while the set runs, so
that logs of pods that are deleted meanwhile are saved too.

It runs the kubectl on PATH. With --follow or --wait it ends with the exit
code of the application if the set has failed, or with 1 if the code is unknown.
It also ends with 1 if a log, or a part of it, could not be got.`,
		Example: `  latchkey logs lammps --follow
  latchkey logs lammps --wait -o results`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("name one set")
			}
			return nil
		},
		PreRunE: func(*cobra.Command, []string) error { return o.checkDirectory() },
		RunE:    func(_ *cobra.Command, args []string) error { return o.run(args[0]) },
	}
	o.Cluster = cluster.New(p, cmd)
	cmd.Flags().StringVarP(&o.directory, "output", "o", "", "`directory` to save all logs to")
	cmd.Flags().BoolVarP(&o.follow, "follow", "f", false, "go on until the set has ended")
	cmd.Flags().BoolVar(&o.wait, "wait", false, "wait until the set has ended")
	o.AddInsecure(cmd)
	return cmd
}

// checkDirectory refuses names of forms, which -o has in other commands. They would become the name of a directory.
func (o *options) checkDirectory() error {
	forms := []string{program.JSON, "yaml", "csv", "html", "table", program.Text}
	if !slices.Contains(forms, o.directory) {
		return nil
	}
	return exit.Usagef("-o %s: logs are saved to a directory: write -o .%c%s if you mean one of this name", o.directory, filepath.Separator, o.directory)
}

func (o *options) run(name string) error {
	ctx, stop := cluster.Interrupted()
	defer stop()
	logs := o.Logs(name)
	err := o.print(ctx, logs)
	switch {
	case errors.Is(err, context.Canceled):
		return exit.Silently(exit.Interrupted)
	case errors.Is(err, live.ErrDeleted), errors.Is(err, live.ErrNoLog):
		return exit.BadInput(err)
	case errors.Is(err, live.ErrNoOutput):
		err = exit.Inputf("%w: \"%s\" says more", err, o.Hints().Command("status", name))
	}
	code, why := logs.Failed()
	if code == exit.OK || !o.follow && !o.wait {
		return err
	}
	if err != nil && !exit.IsSilent(err) {
		o.Say(err.Error())
	}
	o.Say(why)
	return exit.Silently(code)
}

// print prints the output of the application, or saves all logs.
func (o *options) print(ctx context.Context, logs *live.Logs) error {
	switch {
	case o.directory != "":
		return o.collect(ctx, logs)
	case o.follow:
		return logs.Follow(ctx, o.Stdout)
	default:
		finish := o.progress(logs)
		err := logs.Await(ctx, o.wait)
		finish()
		if err != nil {
			return err
		}
		return logs.Print(ctx, o.Stdout)
	}
}

// progress shows on a terminal how the set is, and how many logs are saved. It returns the function that ends this.
func (o *options) progress(logs *live.Logs) (finish func()) {
	var state atomic.Value
	state.Store("")
	if o.wait && o.IsWatched() {
		logs.Show = func(line string) { state.Store(line) }
	}
	return o.Progress(func() string {
		all := []string{state.Load().(string)}
		if o.directory != "" {
			all = append(all, fmt.Sprintf("%d of %d logs, %.1f MB", logs.Done.Load(), logs.All.Load(), float64(logs.Bytes.Load())/1e6))
		}
		return strings.TrimPrefix(strings.Join(all, "; "), "; ")
	})
}

// collect saves the logs and tells what could not be got.
func (o *options) collect(ctx context.Context, logs *live.Logs) error {
	finish := o.progress(logs)
	logs.Kubernetes = live.ServerVersion(ctx, logs.Client)
	record, folder, err := logs.Collect(ctx, o.directory, o.follow || o.wait)
	finish()
	if record == nil {
		return err
	}
	files := 0
	for _, pod := range record.Pods {
		for _, container := range pod.Containers {
			if container.Log != "" {
				files++
			}
		}
	}
	o.Say(fmt.Sprintf("%d logs and %s are in %s", files, runs.SetFile, folder))
	for _, missing := range record.Missing {
		o.Say("missing: " + missing.String())
	}
	if err == nil && len(record.Missing) > 0 {
		return exit.Silently(exit.Problems)
	}
	return err
}
