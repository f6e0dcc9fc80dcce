package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// A renderer is one call of render or validate, with its flags.
type renderer struct {
	command Command
	// paths are the values of -f. The arguments follow them.
	paths  []string
	config string
	// ignore are patterns for files of directories that are not read.
	ignore []string
	output string
	// revisions says that an argument may be REVISION:PATH of a git repository.
	revisions bool
	// prune says that stale files of the output directory are removed.
	prune bool
	// reportFormat is the form of the findings.
	reportFormat string
	// strict makes warnings errors.
	strict bool
	// judgesNames says that warnings about namespaces and about names with --suffix are among the findings.
	judgesNames bool
	// summary asks for a line with the numbers of objects and findings.
	summary bool
	// counts is this line, once the input is processed.
	counts string
	// options are the values of the option flags that were set.
	options map[string]string
	// namespace and suffix change the names of what was read, before it is rendered.
	namespace, suffix string
}

func (c Command) newRender() *cobra.Command {
	r := &renderer{command: c}
	cmd := &cobra.Command{
		Use:   "render [PATH|DIR|-]...",
		Short: "Print the manifests of MiniCluster and MetricSet objects",
		Long: `Render prints what one would apply: the generated objects and all other objects
of the files, but neither the sources they were made from nor objects with the
annotation config.kubernetes.io/local-config.

A directory stands for the .yaml, .yml and .json files below it, but for those
whose names begin with a dot, those that its file .latchkeyignore or --ignore
names, and those of other programs, which have neither apiVersion nor kind.
Findings go to standard error. On any error nothing is printed and no file is
written.

With -o DIR all that is made from one source goes into one file of DIR,
<kind>[-<namespace>]-<name>.latchkey.yaml, and every other object that is not
in DIR already into a file of its own. No file written by hand is overwritten.

Files of DIR that an earlier render wrote and this one does not write give a
warning, or with --prune are removed: then name all that DIR is made from. What
--include leaves out stays. What an earlier render wrote is passed over where
that which it was made from is read too, as with DIR below the directory given.

A set that has ended cannot run again. With --suffix run-2 it is made anew under
another name, and so it can be measured again: the sources are renamed before
they are rendered, as with nameSuffix of kustomize.

With -n NAMESPACE all sources that say no namespace get this one, and so do the
other objects of Kubernetes in the files.`,
		Example: `  latchkey render cluster.yaml | kubectl apply -f -
  latchkey render cluster.yaml -n team --suffix run-2 | kubectl apply -f -
  latchkey render . -o manifests --prune
  kubectl get miniclusters -o yaml | latchkey render - --workload Job`,
		RunE: func(_ *cobra.Command, args []string) error { return r.render(args) },
	}
	r.addFlags(cmd)
	r.addOutputFlag(cmd)
	return cmd
}

func (c Command) newValidate() *cobra.Command {
	r := &renderer{command: c}
	cmd := &cobra.Command{
		Use:   "validate [PATH|DIR|-]...",
		Short: "Print the problems of MiniCluster and MetricSet objects",
		Long: `Validate does all that render does, but prints problems only. The exit code is 1
when there is an error, and 0 when there are warnings at most.

With -o json, sarif or github the findings go to standard output, for programs:
as KRM results, as a SARIF log, or as the workflow commands that GitHub Actions
shows beside the lines of a pull request.`,
		Example: `  latchkey validate cluster.yaml
  kustomize build . | latchkey validate -`,
		RunE: func(_ *cobra.Command, args []string) error { return r.validate(args) },
	}
	r.addFlags(cmd)
	r.addReportFlag(cmd)
	return cmd
}

// addFlags adds the flags that render and validate share.
func (r *renderer) addFlags(cmd *cobra.Command) {
	cmd.Flags().SortFlags = false
	cmd.Flags().StringArrayVarP(&r.paths, "file", "f", nil, "`file`, directory or - to read, like an argument; repeatable")
	r.addSourceFlags(cmd)
}

// addSourceFlags adds the flags that say how sources become manifests.
func (r *renderer) addSourceFlags(cmd *cobra.Command) {
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&r.config, "fn-config", "", "`file` with options, a Latchkey or a ConfigMap, as functions take it")
	cmd.Flags().StringVarP(&r.namespace, "namespace", "n", "", "`namespace` of objects that say none")
	cmd.Flags().StringVar(&r.suffix, "suffix", "", "end of the names of the sources, which makes a set anew: `text` run-2 makes lammps-run-2")
	cmd.Flags().StringArrayVar(&r.ignore, "ignore", nil, "`pattern`, as in .gitignore, for files of directories that are not read; repeatable")
	cmd.Flags().BoolVar(&r.strict, "strict", false, "treat warnings as errors")
	cmd.Flags().BoolVar(&r.summary, "summary", false, "end with a line on standard error that counts objects and findings")
	r.options = map[string]string{}
	addOptionFlags(cmd, r.options)
}

func (r *renderer) addOutputFlag(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&r.output, "output", "o", formatYAML, "`format` yaml or json, or a directory to write files to")
	cmd.Flags().BoolVar(&r.prune, "prune", false, "remove from the directory what an earlier render wrote and this one does not")
	// This fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc("output", completeOutput)
}

func (r *renderer) addReportFlag(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&r.reportFormat, "output", "o", formatText, "`format` of the findings: "+strings.Join(reportFormats(), ", "))
	// This fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(reportFormats(), cobra.ShellCompDirectiveNoFileComp))
}

// render prints or writes the output of the function.
func (r *renderer) render(args []string) error {
	out, err := parseOutput(r.output)
	if err != nil {
		return usageError{err}
	}
	if r.prune && out.directory == "" {
		return usageError{errors.New("--prune: there is nothing to remove files from: add -o with a directory")}
	}
	r.judgesNames = true
	settings, err := r.settings()
	if err != nil {
		return err
	}
	defer r.sayCounts()
	m, err := r.process(args, settings, out.directory)
	if err != nil || isOn(settings.Options.ValidateOnly) {
		return err
	}
	if len(m.items) == 0 {
		fmt.Fprintln(r.command.Stderr, r.command.name()+": warning: there is nothing to apply")
	}
	if out.directory != "" {
		return r.writeFiles(out.directory, m)
	}
	return out.print(m.items, r.command.Stdout)
}

// validate is render without an output, so that both always return the same findings.
func (r *renderer) validate(args []string) error {
	if err := checkReportFormat(r.reportFormat); err != nil {
		return err
	}
	r.judgesNames = true
	settings, err := r.settings()
	if err != nil {
		return err
	}
	defer r.sayCounts()
	_, err = r.process(args, settings, "")
	return err
}
