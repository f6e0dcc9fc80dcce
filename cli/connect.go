package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// A statusError ends the program with the exit status of a program that it ran, and without a message.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

func (c Command) newConnect() *cobra.Command {
	var in *cluster
	cmd := &cobra.Command{
		Use:   "connect SET [-- COMMAND...]",
		Short: "Run a shell or a command in the Flux instance of a running set",
		Long: `Connect runs a shell, or the command, in the pod of the lead broker, where flux
knows the instance. The exit code is that of the command.

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
				return usageError{errors.New("name the set to connect to")}
			case dash > 1:
				return usageError{fmt.Errorf("one set is enough, and a command follows --: did you mean \"%s %s -- %s ...\"?", cmd.CommandPath(), args[0], args[1])}
			}
			return in.connect(args[0], args[1:])
		},
	}
	in = c.newCluster(cmd)
	cmd.ValidArgsFunction = in.completeSets
	return cmd
}

// connect runs a command, or a shell, in the instance of a set. The arguments reach the command as they are.
func (c *cluster) connect(name string, command []string) error {
	ctx, stop := interrupted()
	defer stop()
	set, err := c.one(ctx, false, name)
	if err != nil {
		return err
	}
	entry, err := set.Entry()
	if err != nil {
		return inputError{err}
	}
	args := []string{"exec", "--stdin"}
	if isTerminal(c.command.Stdin) && isTerminal(c.command.Stdout) {
		args = append(args, "--tty")
	}
	args = append(args, entry.Pod, "--container="+entry.Container, "--", "bash", entry.Script)
	code, err := c.client().Attach(ctx, c.command.Stdin, c.command.Stdout, c.command.Stderr, append(args, command...)...)
	if err == nil && code != 0 {
		return statusError(code)
	}
	return err
}
