package cli

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
)

// Command is the program latchkey, or a program with further kinds, with its streams.
type Command struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	// Name is the name of the program in help and completion. Default: latchkey.
	Name string
	// Plugin says that the program was started as a plugin of kubectl. It is then called "kubectl latchkey" in help, and is
	// never a KRM function.
	Plugin bool
	// Kinds are expanded beside the kinds of Latchkey, in all commands and as a function.
	Kinds []generators.Kind
	// Pause is the time between two looks at a cluster. Default: 2 seconds.
	Pause time.Duration
}

// Main runs the program and returns the exit code. args do not contain the program's name.
//
// Without arguments the program is a KRM function: kustomize and kpt start it so, with a ResourceList on standard
// input. A person at a terminal gets help instead.
func (c Command) Main(args []string) (code int) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprint(c.Stderr, fn.FaultReport(fault))
			code = ExitInternal
		}
	}()
	if len(args) == 0 && !c.Plugin && !program.IsTerminal(c.Stdin) {
		return fn.Run(c.Stdin, c.Stdout, c.Stderr, c.Kinds...)
	}
	p, err := c.program()
	if err != nil {
		p.Say(err.Error())
		return ExitInternal
	}
	p.Args = args
	started := false
	root := newRoot(p, &started)
	root.SetArgs(append([]string{}, args...))
	cmd, err := root.ExecuteC()
	if err != nil && !started {
		err = exit.BadUsage(err)
	}
	code = exit.Code(err)
	if err != nil && !exit.IsSilent(err) {
		p.Say(err.Error())
		if code == exit.Usage {
			fmt.Fprintf(c.Stderr, "Run '%s --help' for usage.\n", cmd.CommandPath())
		}
	}
	return code
}

// Tree returns all commands, for programs that describe them.
func (c Command) Tree() (*cobra.Command, error) {
	p, err := c.program()
	return newRoot(p, new(bool)), err
}

func (c Command) program() (*program.Program, error) {
	known, err := generators.NewRegistry(c.Kinds...)
	p := &program.Program{Stdin: c.Stdin, Stdout: c.Stdout, Stderr: c.Stderr, Name: cmp.Or(c.Name, "latchkey"), Kinds: known, Pause: c.Pause}
	p.Objects = "MiniCluster and MetricSet objects"
	if len(c.Kinds) > 0 {
		names := make([]string, 0, len(c.Kinds))
		for _, kind := range c.Kinds {
			names = append(names, kind.Name)
		}
		p.Objects = strings.Join(names, " and ") + " objects"
	}
	if c.Plugin {
		p.Name = "kubectl " + p.Name
	}
	return p, err
}

// IsPlugin tells whether a program is a plugin of kubectl, by the name of its file: kubectl runs kubectl-latchkey for
// "kubectl latchkey".
func IsPlugin(program string) bool {
	return strings.HasPrefix(filepath.Base(program), "kubectl-")
}

// Exit codes of the program: no error, errors in the input, a wrong command line, a fault of the machine or of Latchkey,
// missing runs of a study, and an interruption.
const (
	ExitOK          = exit.OK
	ExitProblems    = exit.Problems
	ExitUsage       = exit.Usage
	ExitInternal    = exit.Internal
	ExitMissing     = exit.Missing
	ExitInterrupted = exit.Interrupted
)
