package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/live"
	"github.com/latchkey-dev/latchkey/runs"
)

// A logsCommand is one call of logs, with its flags.
type logsCommand struct {
	*cluster
	directory              string
	follow, wait, insecure bool
}

func (c Command) newLogs() *cobra.Command {
	l := &logsCommand{}
	cmd := &cobra.Command{
		Use:   "logs SET",
		Short: "Print the output of a set's application, or save all its logs",
		Long: `Logs prints the output of the application: that of the lead of a MiniCluster, or
of the containers of a MetricSet, each line with its source if there are
several.

With -o DIR it writes the log of every container of every pod to a file,
DIR/SET/POD/CONTAINER.log, and to POD/CONTAINER.previous.log what the container
wrote before it was restarted. DIR/SET/set.json says what ran: images, nodes,
times, states, and what could not be got.

With --follow it goes on until the set has ended, also when the whole set starts
again. With --wait it waits for the end. With -o DIR both write while the set
runs, so that logs of pods that are deleted meanwhile are saved too.

It runs the kubectl on PATH. The exit code is 1 if a log could not be got.`,
		Example: `  latchkey logs lammps --follow
  latchkey logs lammps --wait -o results`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("name one set")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return l.run(args[0]) },
	}
	l.cluster = c.newCluster(cmd)
	cmd.Flags().StringVarP(&l.directory, "output", "o", "", "`directory` to save all logs to")
	cmd.Flags().BoolVarP(&l.follow, "follow", "f", false, "go on until the set has ended")
	cmd.Flags().BoolVar(&l.wait, "wait", false, "wait until the set has ended")
	cmd.Flags().BoolVar(&l.insecure, "insecure-skip-tls-verify-backend", false,
		"do not check the certificate of the kubelet that has the logs, as of kubectl logs")
	cmd.ValidArgsFunction = l.completeSets
	return cmd
}

func (l *logsCommand) run(name string) error {
	ctx, stop := interrupted()
	defer stop()
	logs := &live.Logs{
		Client: l.client(),
		Find:   func(ctx context.Context) (*live.Set, error) { return l.one(ctx, l.directory != "", name) },
		Say:    l.command.say,
	}
	if l.insecure {
		logs.Flags = []string{"--insecure-skip-tls-verify-backend"}
	}
	var err error
	switch {
	case l.directory != "":
		err = l.collect(ctx, logs)
	case l.follow:
		err = logs.Follow(ctx, l.command.Stdout)
	default:
		if l.wait {
			err = logs.Wait(ctx)
		}
		if err == nil {
			err = logs.Print(ctx, l.command.Stdout)
		}
	}
	switch {
	case errors.Is(err, context.Canceled):
		return statusError(130) // as a shell says it of a program that was interrupted
	case live.IsDeleted(err):
		return inputError{err}
	case live.IsNoOutput(err):
		return inputError{fmt.Errorf("%w: \"%s status %s\" says more", err, l.command.name(), name)}
	}
	return err
}

// collect saves the logs and tells what could not be got.
func (l *logsCommand) collect(ctx context.Context, logs *live.Logs) error {
	progress := &live.Progress{}
	finish := l.command.show(func() string {
		text := fmt.Sprintf("%d logs, %s", progress.Logs.Load(), inBytes(progress.Bytes.Load()))
		if all := progress.All.Load(); all > 0 {
			text = fmt.Sprintf("%d of %d logs, %s", progress.Logs.Load(), all, inBytes(progress.Bytes.Load()))
		}
		return text
	})
	record, err := logs.Collect(ctx, l.directory, l.follow || l.wait, progress)
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
	l.command.say(fmt.Sprintf("%d logs and %s are in %s", files, runs.SetFile, runs.Folder(l.directory, record.Name)))
	for _, missing := range record.Missing {
		l.command.say("not got: " + missingInWords(missing))
	}
	if err == nil && len(record.Missing) > 0 {
		return reportedError{inputError{errors.New("logs are missing")}}
	}
	return err
}

func missingInWords(missing runs.Missing) string {
	if missing.Pod == "" {
		return missing.Reason
	}
	return fmt.Sprintf("%s of %s: %s", missing.Container, missing.Pod, missing.Reason)
}

// inBytes is a size as people read it.
func inBytes(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1000_000:
		return fmt.Sprintf("%.0f kB", float64(n)/1e3)
	default:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
}

// show writes a text that changes to a terminal, once the work takes longer than a second. It returns what ends it.
func (c Command) show(text func() string) (finish func()) {
	if !isTerminal(c.Stderr) {
		return func() {}
	}
	ended, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		shown := false
		for {
			select {
			case <-ended:
				if shown {
					fmt.Fprint(c.Stderr, "\r\x1b[K")
				}
				return
			case <-tick.C:
				fmt.Fprintf(c.Stderr, "\r\x1b[K%s: %s", c.name(), text())
				shown = true
			}
		}
	}()
	return func() { close(ended); <-gone }
}
