// Package turn is the hidden command in which a set of a study waits for its turn.
package turn

import (
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/cli/internal/cluster"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/internal/turn"
)

// A turn looks every two seconds when it is next, and waits for a minute for sets that are not there.
const (
	pause    = 2 * time.Second
	patience = time.Minute
)

// New returns the command.
func New(p *program.Program) *cobra.Command {
	var list string
	var parallel int
	cmd := &cobra.Command{
		Use:    "turn SET",
		Short:  "Wait for the turn of a set of a study, in a pod of the set",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE:   func(_ *cobra.Command, args []string) error { return run(p, args[0], list, parallel) },
	}
	cmd.Flags().StringVar(&list, "list", "", "`file` with the sets of the study, one a line")
	cmd.Flags().IntVar(&parallel, "parallel", 1, "number of sets that run at a time")
	return cmd
}

func run(p *program.Program, rendered, list string, parallel int) error {
	set := os.Getenv(names.TurnOf)
	if set == "" {
		return exit.Usagef("%s is not set: this command runs in pods of a study only", names.TurnOf)
	}
	if _, err := turn.Renamed(nil, rendered, set); err != nil {
		return exit.BadInput(err)
	}
	server, err := turn.InCluster()
	if err != nil {
		return err
	}
	ctx, stop := cluster.Interrupted()
	defer stop()
	t := &turn.Turn{
		Set: set, Parallel: parallel, Ask: server.Ask, Say: p.Say, Pause: pause, Patience: patience,
		List: func() ([]string, error) {
			text, err := os.ReadFile(list)
			if err != nil {
				return nil, err
			}
			return turn.Renamed(strings.Fields(string(text)), rendered, set)
		},
	}
	return t.Wait(ctx)
}
