// Package delete is the command that removes all objects of sets, or of a study, from a cluster.
package delete

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/latchkey-dev/latchkey/cli/internal/cluster"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/text"
)

type options struct {
	cluster.Cluster
	client     kubectl.Client
	study      string
	ended, yes bool
	timeout    time.Duration
}

// New returns the command.
func New(p *program.Program) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "delete SET... | delete --ended | delete --study NAME",
		Short: "Delete all objects of sets, or of a study",
		Long: `Delete shows the objects of sets in the cluster, and with --yes deletes them: the
JobSet with its pods, ConfigMaps, Services, the Secret with the key, the account
and its roles. "kubectl delete jobset" leaves all but the first. It waits until
all of them are gone, so that the same set can be applied again.

With --ended it takes all sets of the namespace that have completed or failed,
and with --study all sets of a study, and what they share.

The objects are those with the label latchkey.dev/set=SET or latchkey.dev/study=
NAME. Each is deleted only if it is still the object that was shown. Volume claims
stay, because their data would go with them. Save the logs first: "logs SET -o DIR".

It runs the kubectl on PATH. The exit code is 1 if an object is still there after
the time of --timeout.`,
		Example: `  latchkey delete lammps
  latchkey delete lammps fio --yes
  latchkey delete --ended
  latchkey delete --study scaling --yes`,
		RunE: func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	o.Cluster = cluster.New(p, cmd)
	cmd.Flags().StringVar(&o.study, "study", "", "`name` of a study: all its sets are deleted")
	cmd.Flags().BoolVar(&o.ended, "ended", false, "delete all sets that have completed or failed")
	cmd.Flags().BoolVar(&o.yes, "yes", false, "delete what is shown")
	cmd.Flags().DurationVar(&o.timeout, "timeout", 5*time.Minute, "`time` to wait until what was deleted is gone; 0 does not wait")
	return cmd
}

func (o *options) run(args []string) error {
	if isOne := (len(args) > 0) != o.ended; isOne == (o.study != "") || len(args) > 0 && o.ended {
		return exit.Usagef("name sets, or a study with --study, or give --ended for all sets that have ended")
	}
	ctx, stop := cluster.Interrupted()
	defer stop()
	o.client = o.Client()
	what, found, err := o.find(ctx, args)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		if o.ended { // a script may delete whatever has ended
			o.Say(fmt.Sprintf("no set has ended in the namespace %q", o.Namespace(ctx)))
			return nil
		}
		return exit.Usagef("there is no object of %s in the namespace %q", what, o.Namespace(ctx))
	}
	if err := o.show(found); err != nil {
		return err
	}
	doomed := slices.DeleteFunc(found, stays)
	of := fmt.Sprintf("%s of %s in the namespace %q", text.Count(len(doomed), "object"), what, o.Namespace(ctx))
	if !o.yes {
		o.Say("nothing is deleted: add --yes to delete " + of)
		return exit.Silently(exit.Usage)
	}
	deleted, err := o.remove(ctx, doomed)
	if err == nil {
		err = o.await(ctx, deleted)
	}
	if err != nil {
		return err
	}
	o.Say(strings.Replace(of, text.Count(len(doomed), "object"), text.Count(len(deleted), "object"), 1) + " deleted")
	return nil
}

// show prints the objects.
func (o *options) show(found []unstructured.Unstructured) error {
	var out strings.Builder
	for _, object := range found {
		words := ""
		if stays(object) {
			words = "  stays, with its data"
		}
		out.WriteString(text.Printable(nameOf(object)) + words + "\n")
	}
	if _, err := o.Stdout.Write([]byte(out.String())); err != nil {
		return fmt.Errorf("write the objects: %w", err)
	}
	return nil
}

// find returns the objects of what the user has named, and what that is, in words.
func (o *options) find(ctx context.Context, args []string) (what string, found []unstructured.Unstructured, err error) {
	var sets []set
	switch {
	case o.study != "":
		what = "the study " + o.study
		found, err = o.ofStudy(ctx)
	case o.ended:
		sets, found, err = o.ofEnded(ctx)
	default:
		sets, found, err = o.ofNames(ctx, args)
	}
	if len(sets) > 0 {
		what = inWords(sets)
	}
	return what, found, err
}

// inWords names sets: "fio, lammps".
func inWords(sets []set) string {
	var all []string
	for _, one := range sets {
		all = append(all, one.name)
	}
	return strings.Join(all, ", ")
}

// stays tells whether an object is not deleted: a volume claim, whose data would go with it.
func stays(object unstructured.Unstructured) bool { return object.GetKind() == "PersistentVolumeClaim" }

// nameOf names an object: "JobSet/lammps".
func nameOf(object unstructured.Unstructured) string {
	return object.GetKind() + "/" + object.GetName()
}
