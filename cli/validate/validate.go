// Package validate is the command that prints only the findings of render.
package validate

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/cluster"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/internal/rendering"
	"github.com/latchkey-dev/latchkey/fn"
)

type options struct {
	rendering.Options
	// paths are the values of -f and the arguments.
	paths []string
	// form is the output form of the findings, such as "json".
	form string
	// allowEmpty says that there may be no source.
	allowEmpty bool
	// server says that the server of a cluster is asked too.
	server  bool
	cluster cluster.Cluster
}

// New returns the command.
func New(p *program.Program) *cobra.Command {
	o := &options{Options: rendering.Options{Program: p}}
	cmd := &cobra.Command{
		Use:   "validate [PATH|DIR|-]...",
		Short: "Print the problems of " + p.Objects,
		Long: `Validate does all that render does, but prints problems only. The exit code is 1
when there is an error or no source, and 0 when there are warnings at most.

With --server it also asks the API server about each object that would be
applied, with "kubectl create --dry-run=server", and about each pod template: as a
Job, and as a Pod, which the Pod Security of the namespace may refuse. Nothing is
created. It finds what only a server knows, and names the field of your file. It
warns of an object in the cluster that has the name of ours and is not Latchkey's.
The rights to create these objects, Jobs and Pods are needed.

With -o json or github the findings go to standard output, for programs: as KRM
results, or as the workflow commands that GitHub Actions shows beside the lines
of a pull request.`,
		Example: `  latchkey validate cluster.yaml
  latchkey validate --server -n team cluster.yaml
  kustomize build . | latchkey validate -`,
		RunE: o.run,
	}
	o.AddJudgingFlags(cmd, &o.paths)
	o.AddFlags(cmd)
	cmd.Flags().BoolVar(&o.allowEmpty, "allow-empty", false, "there may be no source to validate")
	cmd.Flags().BoolVar(&o.server, "server", false, "ask the API server about the objects, through kubectl")
	o.cluster = cluster.Flags(p, cmd)
	program.AddForms(cmd, &o.form, program.Text, "`format` of the findings: "+strings.Join(forms, ", "), forms)
	return cmd
}

func (o *options) run(cmd *cobra.Command, args []string) error {
	result, err := o.Render(rendering.Input{Paths: slices.Concat(o.paths, args), JudgesNames: true})
	if result == nil {
		return err
	}
	if err == nil && o.server {
		said, failed := askServer(cmd.Context(), o.cluster.Client(), result)
		if failed != nil {
			return failed
		}
		if result.Findings = append(result.Findings, said...); fn.HasErrors(said) || o.Strict && len(said) > 0 {
			err = exit.Silently(exit.Problems)
		}
	}
	if err := o.print(result.Findings); err != nil {
		return err
	}
	o.SayCounts(result)
	if err == nil && result.Sources() == 0 && !o.allowEmpty {
		return exit.Inputf("there is no MiniCluster or other object to validate among %s: name files that have one, render a kustomization first "+
			"(kustomize build DIR | %s validate -), or allow this with --allow-empty", fn.CountByKind(result.Input), o.Name)
	}
	return err
}
