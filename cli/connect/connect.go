// Package connect is the command that runs a shell or a command in the Flux instance of a set.
package connect

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/cluster"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
)

type options struct{ cluster.Cluster }

// New returns the command.
func New(p *program.Program) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "connect SET [-- COMMAND...]",
		Short: "Run a shell or a command in the Flux instance of a running set",
		Long: `Connect runs a shell, or the command, in the pod of the lead broker, where flux
knows the instance. It ends with the exit code of the command.

It runs the kubectl on PATH. With a terminal the command has one too.`,
		Example: `  latchkey connect lammps
  latchkey connect lammps -- flux resource list`,
		RunE: func(cmd *cobra.Command, args []string) error {
			dash := cmd.ArgsLenAtDash()
			if dash < 0 {
				dash = len(args)
			}
			switch {
			case dash == 0:
				return exit.Usagef("name the set to connect to")
			case dash > 1:
				return exit.Usagef("connect takes one set, and the command after --: did you mean \"%s -- %s ...\"?", o.Hints().Command("connect", args[0]), args[1])
			}
			return o.run(args[0], args[1:])
		},
	}
	o.Cluster = cluster.New(p, cmd)
	return cmd
}

// run runs a command, or a shell without one, in the instance of a set. The arguments reach the command as they are.
func (o *options) run(name string, command []string) error {
	ctx, stop := cluster.Interrupted()
	defer stop()
	set, err := o.One(ctx, name)
	if err != nil {
		return err
	}
	entry, err := set.Entry()
	if err != nil {
		return exit.BadInput(err)
	}
	args := []string{"exec", "--stdin"}
	if program.IsTerminal(o.Stdin) && program.IsTerminal(o.Stdout) {
		args = append(args, "--tty")
	}
	code, err := o.Client().Attach(ctx, o.Stdin, o.Stdout, o.Stderr, slices.Concat(args, entry, command)...)
	if err == nil && code != 0 {
		return exit.Silently(code)
	}
	return err
}
