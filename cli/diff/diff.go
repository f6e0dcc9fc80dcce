// Package diff is the command that shows what applying changed sources or manifests would do.
package diff

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/cli/internal/cluster"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/internal/rendering"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/changes"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/text"
)

type options struct {
	rendering.Options
	cluster cluster.Cluster
	live    bool
}

// New returns the command.
func New(p *program.Program) *cobra.Command {
	o := &options{Options: rendering.Options{Program: p}}
	cmd := &cobra.Command{
		Use:   "diff OLD NEW | diff --live NEW...",
		Short: "Show what applying changed sources or manifests would do",
		Long: `Diff renders OLD and NEW and shows, object by object, what changes, the changed
lines, and what the option onChange does about it.

OLD and NEW are files, directories, or - for standard input. They may hold
sources, or manifests that are rendered already.

With --live OLD is the cluster, through the kubectl on PATH. The server is asked
what "kubectl apply" of NEW would make of its objects, and which changes it
refuses. Nothing is changed. Values of Secrets are not shown.

The exit codes are as in the program diff: 0 for no difference, 1 for some, and
2 or more when the two could not be compared.`,
		Example: `  git show main:set.yaml | latchkey diff - set.yaml
  latchkey diff old.yaml new.yaml --on-change Rename
  latchkey diff --live sets`,
		RunE: o.run,
	}
	o.AddFlags(cmd)
	cmd.Flags().BoolVar(&o.live, "live", false, "compare with the cluster, through kubectl")
	o.cluster = cluster.Flags(p, cmd)
	return cmd
}

func (o *options) run(cmd *cobra.Command, args []string) error {
	switch {
	case !o.live && len(args) != 2:
		return exit.Usagef("give two arguments, OLD and NEW, or --live and NEW: there are %d", len(args))
	case len(args) == 0:
		return exit.Usagef("name a file, a directory, or - for standard input")
	}
	before, after, err := o.sides(cmd.Context(), args)
	if err != nil {
		return o.trouble(err)
	}
	var out bytes.Buffer
	for _, change := range changes.Compare(before, after, o.live) {
		write(&out, change)
	}
	if _, err := o.Stdout.Write(out.Bytes()); err != nil {
		return fmt.Errorf("write the differences: %w", err)
	}
	if out.Len() > 0 {
		return exit.Silently(differs)
	}
	return nil
}

// The exit codes of the program diff.
const (
	differs = 1
	trouble = 2
)

// trouble returns an error that ends diff with 2 for input that cannot be compared. An exit code of 1 means differences.
func (o *options) trouble(err error) error {
	if exit.Code(err) != exit.Problems {
		return err
	}
	if !exit.IsSilent(err) {
		o.Say(err.Error())
	}
	return exit.Silently(trouble)
}

// sides returns the objects before and after.
func (o *options) sides(ctx context.Context, args []string) (before, after []changes.Object, err error) {
	var old *rendering.Result
	if !o.live {
		// Findings about what there was before matter only if they stop the comparison.
		if old, err = o.Render(rendering.Input{Paths: args[:1]}); err != nil {
			o.PrintFindingsOf(old)
			return nil, nil, err
		}
		args = args[1:]
	}
	result, err := o.Render(rendering.Input{Paths: args})
	o.PrintFindingsOf(result)
	if err != nil {
		return nil, nil, err
	}
	if o.live {
		return o.fromCluster(ctx, result.Items)
	}
	if before, err = objectsOf(old.Items); err != nil {
		return nil, nil, err
	}
	after, err = objectsOf(result.Items)
	return before, after, err
}

func objectsOf(items []*fn.Item) ([]changes.Object, error) {
	var objects []changes.Object
	for _, item := range items {
		content, err := item.Content()
		if err != nil {
			return nil, err
		}
		objects = append(objects, changes.New(content))
	}
	return objects, nil
}

func write(out *bytes.Buffer, change changes.Change) {
	fmt.Fprintln(out, text.Printable(change.String()))
	if change.Advice != "" {
		fmt.Fprintln(out, "  "+text.Printable(change.Advice))
	}
	for line := range bytes.Lines(change.Diff) {
		fmt.Fprintln(out, "  "+text.Printable(string(bytes.TrimSuffix(line, []byte("\n")))))
	}
}

// fromCluster returns the objects of the cluster that some manifests would change, and what the server would make of them.
func (o *options) fromCluster(ctx context.Context, items []*fn.Item) (before, after []changes.Object, err error) {
	client := o.cluster.Client()
	namespace, err := client.Namespace(ctx)
	if err != nil {
		return nil, nil, err
	}
	stream, err := rendering.Manifests(items)
	if err != nil {
		return nil, nil, err
	}
	found, err := client.Objects(ctx, stream, "--ignore-not-found", "--filename=-")
	if err != nil {
		return nil, nil, err
	}
	left, err := madeBefore(ctx, client, items, namespace)
	if err != nil {
		return nil, nil, err
	}
	known := map[types.UID]bool{}
	for _, object := range append(found, left...) {
		if !known[object.GetUID()] {
			known[object.GetUID()] = true
			before = append(before, changes.New(object.Object))
		}
	}
	after, err = applied(ctx, client, items)
	for _, refused := range after { // it has the namespace of its manifest, which may say none
		if refused.GetNamespace() == "" && slices.ContainsFunc(before, func(old changes.Object) bool {
			return old.GroupVersionKind() == refused.GroupVersionKind() && old.GetName() == refused.GetName() && old.GetNamespace() == namespace
		}) {
			refused.SetNamespace(namespace)
		}
	}
	return before, after, err
}

// applied asks the server what applying some objects would make of them.
func applied(ctx context.Context, client kubectl.Client, items []*fn.Item) (objects []changes.Object, err error) {
	texts, err := rendering.Documents(items)
	if err != nil {
		return nil, err
	}
	answers, err := client.DryRun(ctx, texts, "apply", "--output=json")
	if err != nil {
		return nil, err
	}
	for _, answer := range answers {
		if answer.Refusal != nil {
			refused, err := objectsOf(items[answer.At : answer.At+1])
			if err != nil {
				return nil, err
			}
			if !cluster.BindsNew(items[answer.At], items, answer.Refusal) {
				refused[0].Refusal = answer.Refusal.Message
			}
			objects = append(objects, refused...)
			continue
		}
		accepted, err := kubectl.ObjectsIn(answer.Output)
		if err != nil {
			return nil, fmt.Errorf("read the answer of the server: %w", err)
		}
		for _, object := range accepted {
			objects = append(objects, changes.New(object.Object))
		}
	}
	return objects, nil
}

// madeBefore returns the objects of a cluster that Latchkey has made of the sources of some manifests, of the kinds and in the
// namespaces of these manifests.
func madeBefore(ctx context.Context, client kubectl.Client, items []*fn.Item, namespace string) (all []unstructured.Unstructured, err error) {
	kinds, sources := map[string][]string{}, map[string]bool{}
	for _, item := range items {
		if item.Mark() != "" {
			in := cmp.Or(item.Namespace, namespace)
			kinds[in] = append(kinds[in], strings.TrimSuffix(strings.ToLower(item.Kind)+"."+item.Group(), "."))
			sources[item.Mark()] = true
		}
	}
	for _, in := range slices.Sorted(maps.Keys(kinds)) {
		slices.Sort(kinds[in])
		found, err := client.Objects(ctx, nil, strings.Join(slices.Compact(kinds[in]), ","), "--namespace="+in, "--selector="+names.ManagedBySelector)
		if err != nil {
			return nil, err
		}
		for _, object := range found {
			if sources[object.GetAnnotations()[latchkey.AnnotationSource]] {
				all = append(all, object)
			}
		}
	}
	return all, nil
}
