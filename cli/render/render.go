// Package render is the command that prints or writes manifests.
package render

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
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
		return exit.Usagef("--prune removes files from the directory of -o: add -o DIR")
	}
	paths := slices.Concat(o.paths, args)
	result, err := o.Render(rendering.Input{Paths: paths, Directory: directory, JudgesNames: true})
	if result == nil {
		return err
	}
	o.PrintFindingsOf(result)
	defer o.SayCounts(result)
	if err != nil || ptr.Deref(result.Settings.Options.ValidateOnly, false) {
		return err
	}
	switch {
	case len(result.Items) == 0:
		o.Say("warning: there is nothing to apply")
	case result.Sources() == 0 && !slices.ContainsFunc(result.Input, func(item *fn.Item) bool { return item.Mark() != "" }):
		o.Say("warning: nothing is expanded: there is no MiniCluster or other object to expand among " + fn.CountByKind(result.Input))
	}
	if directory != "" {
		return o.writeFiles(directory, paths, result)
	}
	return o.printObjects(format, result.Items)
}

// The formats of -o. Every other value names a directory: one that is there, or one that is written with a slash.
const (
	formatYAML = "yaml"
	formatJSON = program.JSON
)

// parseOutput reads the value of -o: a format on standard output, or a directory of YAML files. A word that is neither is
// probably a mistake, because it would become the name of a directory.
func parseOutput(text string) (format, directory string, err error) {
	switch text {
	case formatYAML, formatJSON:
		return text, "", nil
	case "", input.Stdin:
		return "", "", fmt.Errorf("-o %q: choose yaml, json or the name of a directory", text)
	}
	info, err := os.Stat(text)
	isNamed := os.IsPathSeparator(text[len(text)-1])
	switch {
	case err == nil && !info.IsDir(): // it may be the input, which the shell would empty before it is read
		return "", "", fmt.Errorf("-o %s: this is a file, and -o takes a directory: name a directory, or write \"> other.yaml\" instead of \"-o %s\"", text, text)
	case err != nil && !isNamed && input.IsManifest(strings.ToLower(text)):
		return "", "", fmt.Errorf("-o %s: this is not a directory: to write one file, write \"> %s\" instead of \"-o %s\"", text, text, text)
	case err != nil && filepath.Base(text) == text:
		return "", "", fmt.Errorf("-o %s: there is no such format or directory: %s (write -o %s%c for a new directory)",
			text, suggest.Remedy(text, []string{formatYAML, formatJSON}), text, filepath.Separator)
	}
	return "", filepath.Clean(text), nil
}

// printObjects writes the objects to standard output: documents of YAML one at a time, so that the memory needed does not grow with them.
func (o *options) printObjects(format string, items []*fn.Item) error {
	if format == formatJSON {
		return o.printList(items)
	}
	out := bufio.NewWriterSize(o.Stdout, 1<<16)
	for at, item := range items {
		if at > 0 {
			out.WriteString("---\n")
		}
		if err := item.Encode(out); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write manifests: %w", err)
	}
	return nil
}

// printList writes one List, because kubectl reads one JSON value at a time.
func (o *options) printList(items []*fn.Item) error {
	objects := make([]json.RawMessage, 0, len(items))
	for _, item := range items {
		object, err := item.JSON()
		if err != nil {
			return err
		}
		objects = append(objects, object)
	}
	return o.EncodeJSON(struct {
		APIVersion string            `json:"apiVersion"`
		Kind       string            `json:"kind"`
		Items      []json.RawMessage `json:"items"`
	}{"v1", "List", objects})
}

// completeOutput offers the formats and the folders.
func completeOutput(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var offered []cobra.Completion
	for _, format := range []string{formatYAML, formatJSON} {
		if strings.HasPrefix(format, typed) {
			offered = append(offered, format)
		}
	}
	if len(offered) == 0 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	entries, _ := os.ReadDir(".") // an unreadable folder offers nothing
	for _, entry := range entries {
		if entry.IsDir() && strings.HasPrefix(entry.Name(), typed) && !input.IsHidden(entry.Name()) {
			offered = append(offered, entry.Name()+string(filepath.Separator))
		}
	}
	return offered, cobra.ShellCompDirectiveNoFileComp
}
