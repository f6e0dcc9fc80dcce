// Package study is the command with what there is to do about studies.
package study

import (
	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/program"
)

// New returns the command.
func New(p *program.Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "study",
		Short: "Plan and run a Study, say how its runs are, and check its results",
	}
	cmd.AddCommand(newPlan(p), newRun(p), newStatus(p), newCheck(p), newCrate(p))
	return cmd
}
