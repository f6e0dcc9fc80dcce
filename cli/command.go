package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

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
	// Kinds are expanded beside those of Latchkey, in all commands and as a function.
	Kinds []generators.Kind

	// known are all kinds; Main sets it.
	known generators.Registry
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
	if len(args) == 0 && !c.Plugin && !isTerminal(c.Stdin) {
		return fn.Run(c.Stdin, c.Stdout, c.Stderr, c.Kinds...)
	}
	var err error
	if c.known, err = generators.NewRegistry(c.Kinds...); err != nil {
		c.printError(nil, err)
		return ExitInternal
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

// Tree returns all commands, for programs that describe them.
func (c Command) Tree() (*cobra.Command, error) {
	var err error
	c.known, err = generators.NewRegistry(c.Kinds...)
	return c.newRoot(new(bool)), err
}

func (c Command) name() string {
	if c.Plugin {
		return "kubectl " + cmp.Or(c.Name, "latchkey")
	}
	return cmp.Or(c.Name, "latchkey")
}

// IsPlugin tells whether a program is a plugin of kubectl, by the name of its file: kubectl runs kubectl-latchkey for
// "kubectl latchkey".
func IsPlugin(program string) bool {
	return strings.HasPrefix(filepath.Base(program), "kubectl-")
}

// kinds lists the kinds that the program expands, one a line.
func (c Command) kinds() string {
	var lines strings.Builder
	for _, kind := range c.known.Kinds() {
		fmt.Fprintf(&lines, "\n  %s (%s)", kind.Name, kind.Group)
	}
	return lines.String()
}

// nameExamples writes the name of the program into the examples of a command and of its subcommands.
func (c Command) nameExamples(cmd *cobra.Command) {
	cmd.Example = strings.ReplaceAll(cmd.Example, "latchkey ", c.name()+" ")
	for _, below := range cmd.Commands() {
		c.nameExamples(below)
	}
}

// newRoot returns the command tree. It sets started once a command's own code runs. Every error before that comes from
// the command line.
func (c Command) newRoot(started *bool) *cobra.Command {
	render, asked := &renderer{command: c, output: formatYAML}, false
	root := &cobra.Command{
		Use:         strings.ReplaceAll(c.name(), " ", "-"),
		Annotations: map[string]string{cobra.CommandDisplayNameAnnotation: c.name()},
		Short:       "Turn MiniCluster and MetricSet objects into plain manifests",
		Long: `Latchkey turns MiniCluster and MetricSet objects into the plain ConfigMaps,
Services and JobSets that their operators would create.

Without arguments it is a KRM function for kustomize and kpt, and reads a
ResourceList from standard input.

It expands objects of these kinds:` + c.kinds(),
		Example: `  latchkey render cluster.yaml | kubectl apply -f -
  latchkey validate .
  latchkey -f cluster.yaml -i csjv`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              explainArgs,
		PersistentPreRunE: func(*cobra.Command, []string) error { *started = true; return nil },
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case asked:
				return c.printVersion(cmd)
			case cmd.Flags().NFlag() == 0:
				return cmd.Help()
			}
			return render.render(cmd, nil)
		},
	}
	render.addFlags(root)
	hideFlags(root, "file", "include")
	root.InitDefaultHelpFlag()
	// Cobra's own flag --version uses a template. With templates the linker keeps every method: 6 MB more.
	root.Flags().BoolVarP(&asked, "version", "v", false, "version for "+c.name())
	root.SetIn(c.Stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	root.SetFlagErrorFunc(explainFlagError)
	root.AddCommand(c.newRender(), c.newValidate(), c.newDiff(), c.newGraph(), c.newExplain(), newKeygen(), c.newReport(), c.newVersion(),
		c.newStatus(), c.newLogs(), c.newConnect())
	explainOwnArgs(root)
	c.nameExamples(root)
	return root
}

// printError prints an error unless standard error already has it.
func (c Command) printError(cmd *cobra.Command, err error) {
	reported, ended := new(reportedError), new(statusError)
	switch code := exitCode(err); {
	case code == ExitOK || errors.As(err, reported) || errors.As(err, ended):
	case code == ExitUsage:
		c.say(err.Error())
		fmt.Fprintf(c.Stderr, "Run '%s --help' for usage.\n", cmd.CommandPath())
	default:
		c.say(err.Error())
	}
}

// say prints a message that is not about an object of the input. Each line begins with the name of the program, as
// readers see the lines of many programs.
func (c Command) say(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintln(c.Stderr, c.name()+": "+fn.Printable(line))
	}
}

// isTerminal tells whether a person is at the other end of a stream. The null device is a character device too.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
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
