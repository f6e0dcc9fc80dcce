package cli

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

	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/live"
	"github.com/latchkey-dev/latchkey/runs"
)

// errFailed says that a set has failed. The status is printed already.
var errFailed = reportedError{inputError{errors.New("a set has failed")}}

// A statusCommand is one call of status, with its flags.
type statusCommand struct {
	*cluster
	watch  bool
	output string
}

func (c Command) newStatus() *cobra.Command {
	s := &statusCommand{}
	cmd := &cobra.Command{
		Use:   "status [SET]...",
		Short: "Say how sets in a cluster are, and what they wait for",
		Long: `Status says of each set whether its key is made, how many brokers are up, what
became of the application and of the sidecars, and what the set waits for.
Without names it tells of all sets of the namespace. A name is that of the
JobSet or Job, or of the MiniCluster or MetricSet.

It runs the kubectl on PATH. The exit code is 0 if the sets wait, run or have
completed, and 1 if one of them has failed.`,
		Example: `  latchkey status
  latchkey status lammps --watch`,
		RunE: s.run,
	}
	s.cluster = c.newCluster(cmd)
	cmd.Flags().BoolVarP(&s.watch, "watch", "w", false, "print again after every change, until all sets have ended")
	addForms(cmd, &s.output, formatText, "`format`: text or json", []string{formatText, formatJSON})
	cmd.ValidArgsFunction = s.completeSets
	return cmd
}

// pause is the time between two looks at a cluster.
const pause = 2 * time.Second

func (s *statusCommand) run(_ *cobra.Command, names []string) error {
	if s.output != formatText && s.output != formatJSON {
		return usageError{fmt.Errorf("-o %s: choose text or json", s.output)}
	}
	ctx, stop := interrupted()
	defer stop()
	var before []byte
	for {
		all, err := s.statuses(ctx, names)
		if before != nil && errors.Is(err, live.ErrNoSet) {
			return inputError{fmt.Errorf("%w any more", err)}
		}
		if err != nil {
			return err
		}
		if before, err = s.printChanged(all, before); err != nil {
			return err
		}
		if !s.watch || allEnded(all) {
			if live.AnyFailed(all) {
				return errFailed
			}
			return nil
		}
		if !sleep(ctx, pause) {
			return nil
		}
	}
}

// sleep waits, and tells whether the program goes on.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

func (s *statusCommand) statuses(ctx context.Context, names []string) ([]live.Status, error) {
	sets, err := s.sets(ctx, s.output == formatJSON, names...)
	if err != nil {
		return nil, err
	}
	if err := s.missing(ctx, sets, names); err != nil {
		return nil, err
	}
	if len(sets) == 0 {
		s.command.say(fmt.Sprintf("there is no set in the namespace %q", s.namespace(ctx)))
	}
	all := make([]live.Status, 0, len(sets))
	for _, set := range sets {
		all = append(all, set.Status())
	}
	return all, nil
}

// printChanged prints the statuses if they differ from those before, the times that pass aside.
func (s *statusCommand) printChanged(all []live.Status, before []byte) ([]byte, error) {
	state, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode the status: %w", err)
	}
	if bytes.Equal(state, before) {
		return before, nil
	}
	var out bytes.Buffer
	switch {
	case s.output == formatJSON:
		out.Write(append(state, '\n'))
	case before != nil:
		out.WriteString("\n" + inText(all))
	default:
		out.WriteString(inText(all))
	}
	_, err = s.command.Stdout.Write(out.Bytes())
	return state, err
}

// inText returns the statuses for people. Messages of a cluster may hold anything, so each line is made printable.
func inText(all []live.Status) string {
	var out, text strings.Builder
	for _, status := range all {
		status.Print(&text, time.Now()) //nolint:errcheck // a builder takes everything
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text.String(), "\n"), "\n") {
		if line != "" {
			out.WriteString(fn.Printable(line) + "\n")
		}
	}
	return out.String()
}

func allEnded(all []live.Status) bool {
	return !slices.ContainsFunc(all, func(s live.Status) bool {
		return s.Record.State != runs.Completed && s.Record.State != runs.Failed
	})
}
