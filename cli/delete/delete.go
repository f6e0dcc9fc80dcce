// Package delete is the command that removes all objects of a set, or of a study, from a cluster.
package delete

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/cli/internal/cluster"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// resources are what Latchkey makes, in the order in which they are deleted: what runs pods first. Volumes are not among them, because
// deleting a claim deletes its data.
var resources = []string{
	"jobsets.jobset.x-k8s.io", "jobs.batch", "podgroups.scheduling.k8s.io", "services", "configmaps", "secrets",
	"rolebindings.rbac.authorization.k8s.io", "roles.rbac.authorization.k8s.io", "serviceaccounts", "networkpolicies.networking.k8s.io",
	"deployments.apps", "cronjobs.batch",
}

// claims are the volume claims of a set, which stay.
const claims = "persistentvolumeclaims"

type options struct {
	cluster.Cluster
	client kubectl.Client
	study  string
	yes    bool
}

// New returns the command.
func New(p *program.Program) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "delete SET | delete --study NAME",
		Short: "Delete all objects of a set, or of a study",
		Long: `Delete shows the objects of a set in the cluster, and with --yes deletes them: the
JobSet with its pods, ConfigMaps, Services, the Secret with the key, the account
and its roles. "kubectl delete jobset" leaves all but the first. With --study it
takes all sets of a study, and what they share.

The objects are those with the label latchkey.dev/set=SET or latchkey.dev/study=
NAME. Each is deleted only if it is still the object that was shown. Volume claims
stay, because their data would go with them. Save the logs first: "logs SET -o DIR".

It runs the kubectl on PATH.`,
		Example: `  latchkey delete lammps
  latchkey delete lammps --yes
  latchkey delete --study scaling --yes`,
		RunE: func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	o.Cluster = cluster.New(p, cmd)
	cmd.Flags().StringVar(&o.study, "study", "", "`name` of a study: all its sets are deleted")
	cmd.Flags().BoolVar(&o.yes, "yes", false, "delete what is shown")
	return cmd
}

func (o *options) run(args []string) error {
	if (len(args) == 1) == (o.study != "") || len(args) > 1 {
		return exit.Usagef("name one set, or a study with --study")
	}
	ctx, stop := cluster.Interrupted()
	defer stop()
	o.client = o.Client()
	var found []unstructured.Unstructured
	var err error
	what := "the study " + o.study
	if o.study != "" {
		found, err = o.ofStudy(ctx)
	} else {
		what = "the set " + args[0]
		found, err = o.ofSet(ctx, args[0])
	}
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return exit.Usagef("there is no object of %s in the namespace %q", what, o.Namespace(ctx))
	}
	return o.remove(ctx, what, found)
}

// remove shows the objects, and deletes them if the user says so.
func (o *options) remove(ctx context.Context, what string, found []unstructured.Unstructured) error {
	var shown strings.Builder
	var workloads []string
	var doomed []unstructured.Unstructured
	for _, object := range found {
		words := "  stays, with its data"
		if object.GetKind() != "PersistentVolumeClaim" {
			words, doomed = "", append(doomed, object)
		}
		if hasPods(object) {
			workloads = append(workloads, strings.ToLower(object.GetKind())+"/"+object.GetName())
		}
		fmt.Fprintf(&shown, "%s/%s%s\n", text.Printable(object.GetKind()), text.Printable(object.GetName()), words)
	}
	if _, err := io.WriteString(o.Stdout, shown.String()); err != nil {
		return fmt.Errorf("write the objects: %w", err)
	}
	of := fmt.Sprintf("of %s in the namespace %q", what, found[0].GetNamespace())
	if !o.yes {
		o.Say(fmt.Sprintf("nothing is deleted: add --yes to delete %s %s", text.Count(len(doomed), "object"), of))
		return exit.Silently(exit.Usage)
	}
	deleted := 0
	for _, object := range doomed {
		switch err := o.deleteOne(ctx, object); {
		case kubectl.IsConflict(err):
			o.Say(fmt.Sprintf("%s/%s was made again by somebody since, and stays", object.GetKind(), object.GetName()))
		case err == nil:
			deleted++
		case !kubectl.IsNotFound(err):
			return err
		}
	}
	if len(workloads) > 0 { // until their pods are gone
		args := append([]string{"wait", "--for=delete", "--timeout=5m", "--namespace=" + found[0].GetNamespace()}, workloads...)
		if err := o.client.Run(ctx, nil, nil, args...); err != nil && !kubectl.IsNotFound(err) {
			return err
		}
	}
	o.Say(text.Count(deleted, "object") + " " + of + " deleted")
	return nil
}

func hasPods(object unstructured.Unstructured) bool {
	return slices.Contains([]string{"JobSet", "Job"}, object.GetKind())
}

// deleteOne deletes an object if it is still the one that was shown.
func (o *options) deleteOne(ctx context.Context, object unstructured.Unstructured) error {
	body, err := json.Marshal(metav1.DeleteOptions{
		TypeMeta:          metav1.TypeMeta{APIVersion: "v1", Kind: "DeleteOptions"},
		Preconditions:     &metav1.Preconditions{UID: new(object.GetUID())},
		PropagationPolicy: new(metav1.DeletePropagationForeground),
	})
	if err != nil {
		return err
	}
	return o.client.Run(ctx, bytes.NewReader(body), nil, "delete", "--raw="+pathOf(object), "--filename=-")
}

// pathOf returns the path of an object in the API.
func pathOf(object unstructured.Unstructured) string {
	of := object.GroupVersionKind()
	resource := strings.ToLower(of.Kind) + "s"
	if rest, found := strings.CutSuffix(resource, "ys"); found {
		resource = rest + "ies"
	}
	root := "/api/"
	if of.Group != "" {
		root = "/apis/"
	}
	return root + object.GetAPIVersion() + "/namespaces/" + object.GetNamespace() + "/" + resource + "/" + object.GetName()
}

// ofStudy returns the objects of the study, without those of sets whose JobSet is of another one: applying a second study with a source of
// the same name takes Services and ConfigMaps of the first, and is then refused.
func (o *options) ofStudy(ctx context.Context) ([]unstructured.Unstructured, error) {
	all, err := o.labelled(ctx, names.StudyLabel)
	if err != nil {
		return nil, err
	}
	isOfStudy := func(object unstructured.Unstructured) bool { return object.GetLabels()[names.StudyLabel] == o.study }
	owners := map[string]string{}
	for _, object := range all {
		if hasPods(object) && !isOfStudy(object) {
			owners[object.GetLabels()[names.SetLabel]] = object.GetKind() + "/" + object.GetName()
		}
	}
	return slices.DeleteFunc(all, func(object unstructured.Unstructured) bool {
		owner := owners[object.GetLabels()[names.SetLabel]]
		if isOfStudy(object) && owner != "" {
			o.Say(fmt.Sprintf("warning: %s/%s stays, because the set of %s uses it, which is not of the study", object.GetKind(), object.GetName(), owner))
		}
		return !isOfStudy(object) || owner != ""
	}), nil
}

// labelled returns the objects of the namespace that a selector matches, in the order in which they are deleted.
func (o *options) labelled(ctx context.Context, selector string) ([]unstructured.Unstructured, error) {
	var known strings.Builder
	if err := o.client.Run(ctx, nil, &known, "api-resources", "--namespaced", "--verbs=delete", "--output=name"); err != nil {
		return nil, err
	}
	there := strings.Fields(known.String())
	asked := slices.DeleteFunc(append(slices.Clone(resources), claims), func(name string) bool { return !slices.Contains(there, name) })
	found, err := o.client.Objects(ctx, nil, strings.Join(asked, ","), "--selector="+selector)
	if err == nil {
		return found, nil
	}
	var allowed, forbidden []string
	for _, name := range asked {
		if strings.Contains(err.Error(), ": "+name+" is forbidden: ") {
			forbidden = append(forbidden, name)
		} else {
			allowed = append(allowed, name)
		}
	}
	if len(allowed) == 0 || len(forbidden) == 0 {
		return nil, err
	}
	o.Say("warning: you may not see these kinds, and their objects stay if there are any: " + strings.Join(forbidden, ", "))
	return o.client.Objects(ctx, nil, strings.Join(allowed, ","), "--selector="+selector)
}

// ofSet returns the objects of a set. The name is the name of its source, or the name of its JobSet: an overlay or a hash at the end may
// make them differ.
func (o *options) ofSet(ctx context.Context, name string) ([]unstructured.Unstructured, error) {
	found, err := o.labelled(ctx, names.SetLabel+"="+names.SetValue(name))
	if err == nil && len(found) == 0 {
		var jobSet unstructured.Unstructured
		err = o.client.Get(ctx, &jobSet.Object, "jobsets.jobset.x-k8s.io", name)
		switch value := jobSet.GetLabels()[names.SetLabel]; {
		case kubectl.IsNotFound(err), kubectl.IsUnknownKind(err):
			return nil, nil
		case value != "":
			found, err = o.labelled(ctx, names.SetLabel+"="+value)
		}
	}
	if err != nil {
		return nil, err
	}
	return found, isOne(name, found)
}

// isOne returns an error if objects with one label are of several sets. Two sources of one name have the same label, and so have
// overlays that change the names and not the label.
func isOne(name string, found []unstructured.Unstructured) error {
	var sources, jobSets []string
	for _, object := range found {
		annotations := object.GetAnnotations()
		source := cmp.Or(annotations[latchkey.AnnotationSet], annotations[latchkey.AnnotationSource])
		if !slices.Contains(sources, source) {
			sources = append(sources, source)
		}
		if object.GetKind() == "JobSet" {
			if stem, hashed := latchkey.Stem(object.GetName()); stem != name || !hashed {
				jobSets = append(jobSets, object.GetName())
			}
		}
	}
	const remedy = "delete one with its manifests, kubectl delete -f FILE"
	switch {
	case len(sources) > 1:
		return exit.Usagef("%q is the name of %d sources, %s: %s", name, len(sources), strings.Join(sources, " and "), remedy)
	case len(jobSets) > 1:
		return exit.Usagef("%q means %d JobSets, %s: %s", name, len(jobSets), strings.Join(jobSets, " and "), remedy)
	}
	return nil
}
