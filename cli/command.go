package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/fn"
)

// Command is the program latchkey with the streams it works on.
type Command struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Main runs the program with its arguments, the program's name not among them,
// and returns the exit code.
//
// Without arguments it is a KRM function: kustomize and kpt start it so, with a
// ResourceList on standard input. A person at a terminal gets help instead.
func (c Command) Main(args []string) (code int) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(c.Stderr, "latchkey: internal fault, please report it: %s\n", fn.Printable(fmt.Sprint(fault)))
			code = ExitInternal
		}
	}()
	if len(args) == 0 && !isTerminal(c.Stdin) {
		return fn.Run(c.Stdin, c.Stdout, c.Stderr)
	}
	started := false
	root := c.newRoot(&started)
	root.SetArgs(append([]string{}, args...))
	cmd, err := root.ExecuteC()
	if err != nil && !started {
		err = usageError{err}
	}
	c.printError(cmd, err)
	return exitCode(err)
}

// newRoot returns the command tree. It sets started once a command's own code
// runs: every error before that comes from the command line.
func (c Command) newRoot(started *bool) *cobra.Command {
	render := &renderer{command: c, output: formatYAML}
	root := &cobra.Command{
		Use:   "latchkey",
		Short: "Turn MiniCluster and MetricSet objects into plain manifests",
		Long: `Latchkey turns MiniCluster and MetricSet objects into the plain ConfigMaps,
Services and JobSets that their operators would create.

Without arguments it is a KRM function for kustomize and kpt, and reads a
ResourceList from standard input.`,
		Example: `  latchkey render cluster.yaml | kubectl apply -f -
  latchkey validate .
  latchkey -f cluster.yaml -i csjv`,
		Version:           version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              explainArgs,
		PersistentPreRunE: func(*cobra.Command, []string) error { *started = true; return nil },
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().NFlag() == 0 {
				return cmd.Help()
			}
			return render.render(nil)
		},
	}
	root.SetVersionTemplate("latchkey {{.Version}}\n")
	render.addFlags(root)
	hideFlags(root, "file", "include")
	root.SetIn(c.Stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	root.SetFlagErrorFunc(explainFlagError)
	root.AddCommand(c.newRender(), c.newValidate(), newExplain(), newKeygen(), newVersion())
	explainOwnArgs(root)
	return root
}

// printError prints what standard error does not hold yet.
func (c Command) printError(cmd *cobra.Command, err error) {
	reported := new(reportedError)
	switch code := exitCode(err); {
	case code == ExitOK || errors.As(err, reported):
	case code == ExitUsage:
		c.say(err.Error())
		fmt.Fprintf(c.Stderr, "Run '%s --help' for usage.\n", cmd.CommandPath())
	default:
		c.say(err.Error())
	}
}

// say prints what belongs to no object of the input. Each line begins with the name of the program, which a reader of
// many programs' lines needs.
func (c Command) say(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintln(c.Stderr, "latchkey: "+fn.Printable(line))
	}
}

// isTerminal tells whether a person would have to type the input. The null
// device is a character device as well, but has an end.
func isTerminal(stdin io.Reader) bool {
	file, ok := stdin.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
