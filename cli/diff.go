package cli

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/changes"
	"github.com/latchkey-dev/latchkey/fn"
)

// A differ is one call of diff, with its flags.
type differ struct {
	renderer
	live    bool
	context string
}

func (c Command) newDiff() *cobra.Command {
	d := &differ{renderer: renderer{command: c, revisions: true}}
	cmd := &cobra.Command{
		Use:   "diff OLD NEW | diff --live NEW...",
		Short: "Show what applying changed sources or manifests would do",
		Long: `Diff renders OLD and NEW and shows, object by object, what changes: the changed
lines, whether a server refuses the change because a field cannot be changed,
and what the option onChange does about it.

OLD and NEW are files, directories, - for standard input, or REVISION:PATH of
the git repository of the working directory, such as main:sets or HEAD~1:a.yaml.
They may hold sources, or manifests that are rendered already.

With --live OLD is the cluster, through the kubectl on PATH: its objects are
compared in the fields that NEW sets. Values of Secrets are not shown.

The exit code is that of the program diff: 0 for no difference, 1 for some, and
2 or more when the two could not be compared.`,
		Example: `  latchkey diff main:sets sets
  latchkey diff old.yaml new.yaml --on-change Rename
  latchkey diff --live sets`,
		RunE: d.diff,
	}
	d.addSourceFlags(cmd)
	cmd.Flags().BoolVar(&d.live, "live", false, "compare with the cluster, through kubectl")
	cmd.Flags().StringVar(&d.context, "context", "", "`name` of the kubeconfig's context, with --live")
	return cmd
}

func (d *differ) diff(cmd *cobra.Command, args []string) error {
	if !d.live && len(args) != 2 {
		return usageError{fmt.Errorf("give two arguments, OLD and NEW, or --live and NEW: there are %d", len(args))}
	}
	if d.live && len(args) == 0 {
		return usageError{errors.New("name a file, a directory, or - for standard input")}
	}
	before, after, err := d.sides(cmd, args)
	if err != nil {
		return d.trouble(err)
	}
	found := changes.Compare(before, after)
	for _, change := range found {
		d.print(change)
	}
	if len(found) > 0 {
		return statusError(exitDiffers)
	}
	return nil
}

// The exit codes of the program diff.
const (
	exitDiffers = 1
	exitTrouble = 2
)

// trouble returns an error that ends diff with 2 for input that cannot be compared. An exit code of 1 means differences.
func (d *differ) trouble(err error) error {
	if exitCode(err) != ExitProblems {
		return err
	}
	if reported := new(reportedError); !errors.As(err, reported) {
		d.command.say(err.Error())
	}
	return statusError(exitTrouble)
}

// sides returns the objects before and after.
func (d *differ) sides(cmd *cobra.Command, args []string) (before, after []changes.Object, err error) {
	if d.live {
		items, err := d.rendered(args...)
		if err != nil {
			return nil, nil, err
		}
		return d.fromCluster(cmd.Context(), items)
	}
	// Findings about what there was before matter only if they stop the comparison.
	old, said := *d, &bytes.Buffer{}
	old.command.Stderr = said
	if before, err = objectsOf(old.rendered(args[0])); err != nil {
		_, _ = said.WriteTo(d.command.Stderr)
		return nil, nil, err
	}
	after, err = objectsOf(d.rendered(args[1]))
	return before, after, err
}

// rendered returns the objects to apply of some files.
func (d *differ) rendered(args ...string) ([]*fn.Item, error) {
	settings, err := d.settings()
	if err != nil {
		return nil, err
	}
	m, err := d.process(args, settings, "")
	return m.items, err
}

func objectsOf(items []*fn.Item, err error) ([]changes.Object, error) {
	var objects []changes.Object
	for _, item := range items {
		content, failed := item.Content()
		if failed != nil {
			return nil, failed
		}
		objects = append(objects, changes.New(content))
	}
	return objects, err
}

func (d *differ) print(change changes.Change) {
	fmt.Fprintln(d.command.Stdout, fn.Printable(change.String()))
	if change.Advice != "" {
		fmt.Fprintln(d.command.Stdout, "  "+fn.Printable(change.Advice))
	}
	for line := range bytes.Lines(change.Diff) {
		fmt.Fprintln(d.command.Stdout, "  "+fn.Printable(string(bytes.TrimSuffix(line, []byte("\n")))))
	}
}
