package delete

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
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

func hasPods(object unstructured.Unstructured) bool {
	return slices.Contains([]string{"JobSet", "Job"}, object.GetKind())
}

// A set is a set by the name of its source or JobSet, and the value of its label.
type set struct{ name, label string }

// has tells whether an object belongs to the set.
func (s set) has(object unstructured.Unstructured) bool {
	return object.GetLabels()[names.SetLabel] == s.label
}

// endedSets returns the sets that have completed or failed, and says which did which.
func (o *options) endedSets(ctx context.Context) (ended []set, err error) {
	all, err := o.Sets(ctx)
	for _, one := range all {
		if one.HasEnded() && one.Label() != "" {
			ended = append(ended, set{one.Name, one.Label()})
			o.Say(fmt.Sprintf("%s has %s", one.Name, strings.ToLower(string(one.Record().State))))
		}
	}
	return ended, err
}

// ofEnded returns the sets that have ended with their objects. A set whose name is not clear stays.
func (o *options) ofEnded(ctx context.Context) (sets []set, found []unstructured.Unstructured, err error) {
	ended, err := o.endedSets(ctx)
	if err != nil || len(ended) == 0 {
		return nil, nil, err
	}
	all, err := o.ofSets(ctx, ended)
	for _, one := range ended {
		those := ofSet(all, one)
		if problem := isOne(one.name, those); problem != nil {
			o.Say("warning: " + one.name + " stays: " + problem.Error())
			continue
		}
		sets, found = append(sets, one), append(found, those...)
	}
	return sets, found, err
}

// ofNames returns the objects of sets that the user names. A name is the name of the source, or the name of the JobSet: an overlay or a
// hash at the end may make them differ.
func (o *options) ofNames(ctx context.Context, wanted []string) (sets []set, found []unstructured.Unstructured, err error) {
	for _, name := range wanted {
		sets = append(sets, set{name, names.SetValue(name)})
	}
	all, err := o.ofSets(ctx, sets)
	isChanged := false
	for at, one := range sets {
		if err != nil || slices.ContainsFunc(all, one.has) {
			continue
		}
		var label string
		if label, err = o.labelOf(ctx, one.name); label != "" {
			sets[at].label, isChanged = label, true
		}
	}
	if err == nil && isChanged {
		all, err = o.ofSets(ctx, sets)
	}
	if err != nil {
		return nil, nil, err
	}
	var problems []error
	for _, one := range sets {
		those := ofSet(all, one)
		if len(those) == 0 {
			problems = append(problems, fmt.Errorf("there is no object of the set %s in the namespace %q", one.name, o.Namespace(ctx)))
		}
		problems = append(problems, isOne(one.name, those))
		if !slices.ContainsFunc(found, one.has) { // the user may have named it twice
			found = append(found, those...)
		}
	}
	return sets, found, exit.BadUsage(errors.Join(problems...))
}

// ofSet returns those of some objects that belong to a set.
func ofSet(all []unstructured.Unstructured, one set) []unstructured.Unstructured {
	return slices.DeleteFunc(slices.Clone(all), func(object unstructured.Unstructured) bool { return !one.has(object) })
}

// ofSets returns the objects of several sets.
func (o *options) ofSets(ctx context.Context, sets []set) ([]unstructured.Unstructured, error) {
	var labels []string
	for _, one := range sets {
		labels = append(labels, one.label)
	}
	return o.labelled(ctx, names.SetLabel+" in ("+strings.Join(labels, ",")+")")
}

// labelOf returns the label of the set of a JobSet, or "" if there is no such JobSet.
func (o *options) labelOf(ctx context.Context, name string) (string, error) {
	var jobSet unstructured.Unstructured
	err := o.client.Get(ctx, &jobSet.Object, "jobsets.jobset.x-k8s.io", name)
	if kubectl.IsNotFound(err) || kubectl.IsUnknownKind(err) {
		return "", nil
	}
	return jobSet.GetLabels()[names.SetLabel], err
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
			o.Say(fmt.Sprintf("warning: %s/%s stays, because %s, which is not part of the study, uses it", object.GetKind(), object.GetName(), owner))
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
	const remedy = "delete one of them with kubectl delete -f FILE, where FILE is its rendered output"
	switch {
	case len(sources) > 1:
		for i, source := range sources {
			if key, ok := latchkey.ParseMark(source); ok {
				sources[i] = "a " + key.Kind
			}
		}
		return exit.Usagef("%q is the name of %d objects, %s: %s", name, len(sources), strings.Join(sources, " and "), remedy)
	case len(jobSets) > 1:
		return exit.Usagef("%q means %d JobSets, %s: %s", name, len(jobSets), strings.Join(jobSets, " and "), remedy)
	}
	return nil
}
