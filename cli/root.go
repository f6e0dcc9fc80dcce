package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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
