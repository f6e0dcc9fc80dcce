// Package render is the command that prints or writes manifests.
package render

import (
	"slices"

	"github.com/spf13/cobra"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/internal/rendering"
	"github.com/latchkey-dev/latchkey/fn"
)

type options struct {
	rendering.Options
	// paths are the values of -f and the arguments.
	paths  []string
	output string
	// prune says that stale files of the output directory are removed.
	prune bool
}

// New returns the command.
func New(p *program.Program) *cobra.Command {
	o := &options{Options: rendering.Options{Program: p}}
	cmd := &cobra.Command{
		Use:   "render [PATH|DIR|-]...",
		Short: "Print the manifests of " + p.Objects,
		Long: `Render prints the objects to apply: the generated objects and all other objects
of the files. It leaves out the sources, and objects with the annotation
config.kubernetes.io/local-config.

A directory stands for the .yaml, .yml and .json files below it. Left out are
files with names that begin with a dot, files that .latchkeyignore or --ignore
names, and files of other programs, which have neither apiVersion nor kind.
Findings go to standard error. After an error nothing is printed and no file is
written.

With -o DIR/ the objects of each source go into one file of DIR,
<kind>[-<namespace>]-<name>.latchkey.yaml. Every other object that is not in
DIR already gets a file of its own. No file written by hand is overwritten.

An earlier render may have left files in DIR that this one does not write. They
give a warning, and --prune removes them: then name all sources of DIR. If your
input makes nothing, or if you name earlier output as input, --prune is an
error. Objects that --include leaves out stay. Earlier output is skipped if its
source is also read, for example if DIR is below a directory that you name.

A set that has ended cannot run again. With --suffix run-2 you get the set under
another name, and so can measure it again. The sources are renamed before they
are rendered, as with nameSuffix of kustomize.

With -n NAMESPACE all sources without a namespace get this one, and so do the
other objects of Kubernetes in the files. An object of another namespace is an
error.`,
		Example: `  latchkey render cluster.yaml | kubectl apply -f -
  latchkey render cluster.yaml -n team --suffix run-2 | kubectl apply -f -
  latchkey render . -o manifests/ --prune
  kubectl get miniclusters -o yaml | latchkey render - --workload Job`,
		RunE: o.run,
	}
	o.addFlags(cmd)
	cmd.Flags().StringVarP(&o.output, "output", "o", formatYAML, "`format` yaml or json, or a directory to write files to, with a slash if it is new")
	cmd.Flags().BoolVar(&o.prune, "prune", false, "remove from the directory what an earlier render wrote and this one does not")
	program.Complete(cmd, "output", completeOutput)
	return cmd
}

// AddTo gives a command the flags of render, and returns what runs render.
func AddTo(cmd *cobra.Command, p *program.Program) func(*cobra.Command, []string) error {
	o := &options{Options: rendering.Options{Program: p}, output: formatYAML}
	o.addFlags(cmd)
	return o.run
}

func (o *options) addFlags(cmd *cobra.Command) {
	o.AddJudgingFlags(cmd, &o.paths)
	o.AddFlags(cmd)
}

func (o *options) run(_ *cobra.Command, args []string) error {
	format, directory, err := parseOutput(o.output)
	if err != nil {
		return exit.BadUsage(err)
	}
	if o.prune && directory == "" {
		return exit.Usagef("--prune: there is nothing to remove files from: add -o with a directory")
	}
	paths := slices.Concat(o.paths, args)
	result, err := o.Render(rendering.Input{Paths: paths, Directory: directory, JudgesNames: true})
	if result == nil {
		return err
	}
	o.Print(result)
	defer o.SayCounts(result)
	if err != nil || ptr.Deref(result.Settings.Options.ValidateOnly, false) {
		return err
	}
	switch {
	case len(result.Items) == 0:
		o.Say("warning: there is nothing to apply")
	case result.Sources() == 0 && !slices.ContainsFunc(result.Input, func(item *fn.Item) bool { return item.Source() != "" }):
		o.Say("warning: nothing is expanded, because there is no source among " + fn.Seen(result.Input))
	}
	if directory != "" {
		return o.writeFiles(directory, paths, result)
	}
	return o.print(format, result.Items)
}
