package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/cli/connect"
	"github.com/latchkey-dev/latchkey/cli/delete"
	"github.com/latchkey-dev/latchkey/cli/diff"
	"github.com/latchkey-dev/latchkey/cli/explain"
	"github.com/latchkey-dev/latchkey/cli/graph"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/keygen"
	"github.com/latchkey-dev/latchkey/cli/logs"
	"github.com/latchkey-dev/latchkey/cli/render"
	"github.com/latchkey-dev/latchkey/cli/report"
	"github.com/latchkey-dev/latchkey/cli/schema"
	"github.com/latchkey-dev/latchkey/cli/status"
	"github.com/latchkey-dev/latchkey/cli/study"
	"github.com/latchkey-dev/latchkey/cli/validate"
	"github.com/latchkey-dev/latchkey/cli/version"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// kindsOf lists the kinds that the program expands, one a line.
func kindsOf(p *program.Program) string {
	var lines strings.Builder
	for _, kind := range p.Kinds.Kinds() {
		fmt.Fprintf(&lines, "\n  %s (%s)", kind.Name, kind.Group)
	}
	return lines.String()
}

// nameExamples writes the name of the program into the examples of a command and of its subcommands.
func nameExamples(cmd *cobra.Command, name string) {
	cmd.Example = strings.ReplaceAll(cmd.Example, "latchkey ", name+" ")
	for _, below := range cmd.Commands() {
		nameExamples(below, name)
	}
}

// newRoot returns the command tree. It sets started once a command's own code runs. Every error before that comes from
// the command line.
func newRoot(p *program.Program, started *bool) *cobra.Command {
	var renders func(*cobra.Command, []string) error
	asked := false
	root := &cobra.Command{
		Use:         strings.ReplaceAll(p.Name, " ", "-"),
		Annotations: map[string]string{cobra.CommandDisplayNameAnnotation: p.Name},
		Short:       "Turn " + p.Objects + " into plain manifests",
		Long: p.Name + ` turns ` + p.Objects + ` into the plain manifests
that an operator would create.

Without arguments it is a KRM function for kustomize and kpt, and reads a
ResourceList from standard input.

It expands objects of these kinds:` + kindsOf(p),
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
				return version.Print(p)
			case cmd.Flags().NFlag() == 0:
				return cmd.Help()
			}
			return renders(cmd, nil)
		},
	}
	renders = render.AddTo(root, p)
	root.Flags().VisitAll(func(flag *pflag.Flag) { flag.Hidden = flag.Name != "file" && flag.Name != "include" }) // in the help text
	root.InitDefaultHelpFlag()
	// Cobra's own flag --version uses a template. With templates the linker keeps every method: 6 MB more.
	root.Flags().BoolVarP(&asked, "version", "v", false, "version for "+p.Name)
	root.SetIn(p.Stdin)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	root.SetFlagErrorFunc(explainFlagError)
	root.AddCommand(render.New(p), validate.New(p), diff.New(p), graph.New(p), study.New(p), explain.New(p), schema.New(p), keygen.New(p), report.New(p), version.New(p),
		status.New(p), logs.New(p), connect.New(p), delete.New(p))
	explainOwnArgs(root)
	nameExamples(root, p.Name)
	return root
}

// elsewhere are commands of other programs, with what does the same here.
var elsewhere = map[string]string{
	"apply": "render PATH | kubectl apply -f -", "create": "render PATH | kubectl apply -f -",
	"template": "render PATH", "build": "render PATH", "generate": "render PATH", "convert": "render PATH",
	"lint": "validate PATH", "check": "validate PATH", "vet": "validate PATH", "test": "validate PATH",
	"describe": "explain TOPIC", "docs": "explain TOPIC",
	"run": "render PATH | kubectl apply -f -", "install": "render PATH | kubectl apply -f -",
	"get": "status", "list": "status", "ps": "status", "exec": "connect SET", "rm": "delete SET", "remove": "delete SET", "uninstall": "delete SET", "cancel": "delete SET", "scancel": "delete SET", "squeue": "status", "attach": "connect SET", "ssh": "connect SET",
}

// explainArgs refuses arguments that are not commands, and proposes a command.
func explainArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	err := fmt.Errorf("unknown command %q", args[0])
	if _, statErr := os.Stat(args[0]); statErr == nil && !cmd.HasParent() {
		return fmt.Errorf("%w: did you mean \"%s render%s\"?", err, cmd.CommandPath(), text.Arguments(args[0]))
	}
	if instead, found := elsewhere[args[0]]; found && !cmd.HasParent() {
		return fmt.Errorf("%w: use \"%s %s\"", err, cmd.CommandPath(), instead)
	}
	var known []string
	for _, command := range cmd.Commands() {
		if !command.Hidden {
			known = append(known, command.Name())
		}
	}
	return fmt.Errorf("%w: %s", err, suggest.Remedy(args[0], known))
}

// explainOwnArgs makes the commands that have commands, and those that cobra adds, refuse unknown arguments.
func explainOwnArgs(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Args = func(_ *cobra.Command, args []string) error {
				found, rest, err := root.Find(args)
				if err != nil || found.HasAvailableSubCommands() {
					return errors.Join(err, explainArgs(found, rest))
				}
				return nil
			}
		case "completion", "study":
			cmd.Args = explainArgs
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// explainFlagError adds the nearest flag to the error about an unknown flag. cobra does so for commands only.
func explainFlagError(cmd *cobra.Command, err error) error {
	unknown := new(pflag.NotExistError)
	if !errors.As(err, &unknown) || unknown.GetSpecifiedName() == "" {
		return err
	}
	var known []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { known = append(known, flag.Name) })
	near := suggest.Nearest(unknown.GetSpecifiedName(), known)
	if near == "" {
		return err
	}
	return fmt.Errorf("%w: did you mean --%s?", err, near)
}
