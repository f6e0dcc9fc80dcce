package fn

import (
	"fmt"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// selectorPath is the path of the annotation that selects workloads.
var selectorPath = field.NewPath("metadata", "annotations").Key(latchkey.AnnotationAttachSelector)

// joinTargets adds the pod templates of a source's targets.
func (r *run) joinTargets(junctions []*junction, s *source, targets generators.Targets) []*junction {
	add := func(item *transform.Item, target generators.Target) {
		templates := r.templatesOf(s, item, target, targets.Path)
		for _, template := range templates {
			var j *junction
			j, junctions = junctionOf(junctions, item, template)
			joins := joining{source: s, target: target}
			if !slices.ContainsFunc(j.joins, func(other joining) bool { return other.source == s }) {
				j.joins = append(j.joins, joins)
			}
		}
	}
	for _, target := range targets.Named {
		if item := r.workload(s, target, targets.Path); item != nil {
			add(item, target)
		}
	}
	for _, item := range r.selected(s, targets) {
		add(item, generators.Target{Kind: item.Kind, Name: item.Name})
	}
	return junctions
}

// templatesOf returns the templates of the part that a target names, or of all.
func (r *run) templatesOf(s *source, item *transform.Item, target generators.Target, path string) []transform.Template {
	if has, _ := transform.HasPods(item.Type()); has {
		path = ""
	}
	templates := slices.DeleteFunc(item.Templates(path), func(t transform.Template) bool { return !t.IsWhole() })
	if len(templates) == 0 {
		r.refuse(s, target, "%s has no pod template where %s: complete it", target, placeOfPods(path))
		return nil
	}
	var parts []string
	fitting := slices.DeleteFunc(slices.Clone(templates), func(t transform.Template) bool {
		if t.Part != "" {
			parts = append(parts, t.Part)
		}
		return target.Part != "" && target.Part != t.Part
	})
	if len(fitting) > 0 {
		return fitting
	}
	whole := generators.Target{Kind: target.Kind, Name: target.Name}
	if len(parts) == 0 {
		r.refuse(s, target, "%s has no parts: write %q", whole, whole)
		return nil
	}
	problem := field.NotFound(generators.AttachPath, target.String())
	problem.Detail = fmt.Sprintf("%s has no part %q: ", whole, target.Part)
	r.addProblems(s.item, krm.Error, field.ErrorList{findings.Unknown(problem, target.Part, parts)})
	return nil
}

func placeOfPods(path string) string {
	if path == "" {
		return "its kind has them"
	}
	return latchkey.AnnotationAttachPath + " says (" + path + ")"
}

// refuse reports a target that nothing can be attached to.
func (r *run) refuse(s *source, target generators.Target, format string, args ...any) {
	r.addProblems(s.item, krm.Error, field.ErrorList{field.Invalid(generators.AttachPath, target.String(), fmt.Sprintf(format, args...))})
}

// workload finds the workload that a target names, by its present or a former name. It reports why there is none.
func (r *run) workload(s *source, target generators.Target, path string) *transform.Item {
	var called []*transform.Item
	for _, item := range r.applied() {
		if item.Kind == target.Kind && item.Namespace == s.item.Namespace && item.IsCalled(target.Name) {
			called = append(called, item)
		}
	}
	called = r.meant(s, target, called)
	switch {
	case len(called) == 0:
		r.missing(s, target)
		return nil
	case len(called) > 1:
		var names []string
		for _, item := range called {
			names = append(names, item.Group+" "+item.String())
		}
		r.refuse(s, target, "%q may be each of %s: write the present name of one, or select it by its labels with %s", target, strings.Join(names, ", "), latchkey.AnnotationAttachSelector)
		return nil
	}
	item := called[0]
	if has, why := transform.HasPods(item.Type()); !has && path == "" {
		if why == "" {
			why = fmt.Sprintf("Latchkey knows no pods of a %s: attach the set to one of the kinds %s, or say in the annotation %s where the pod template is, as in \"spec.template\"",
				item.Kind, strings.Join(transform.KindsWithPods(), ", "), latchkey.AnnotationAttachPath)
		}
		r.refuse(s, target, "%s", why)
		return nil
	}
	if why := r.isMade(item); why != "" {
		r.refuse(s, target, "%s", why)
		return nil
	}
	return item
}

// meant returns the items that a source means by a target, out of those of this name.
func (r *run) meant(s *source, target generators.Target, called []*transform.Item) []*transform.Item {
	if len(called) < 2 {
		return called
	}
	var items []*Item
	for _, view := range called {
		if item := r.origins[view]; item != nil {
			items = append(items, item)
		}
	}
	items = likeliest(s.item, target.Name, items)
	return slices.DeleteFunc(called, func(view *transform.Item) bool { return !slices.Contains(items, r.origins[view]) })
}

// isMade says why nothing can be attached to an item that Latchkey makes, or "" for other items.
func (r *run) isMade(item *transform.Item) string {
	mark, _ := item.At("metadata", "annotations", latchkey.AnnotationSource).(string)
	for _, s := range r.sources {
		for _, made := range s.made {
			if made.Kind == item.Kind && made.Name == item.Name && made.Namespace == item.Namespace && r.origins[item] == nil {
				mark = s.item.id()
			}
		}
	}
	parts := strings.Split(mark, "/") // group, kind, namespace, name
	if len(parts) != 4 {
		return ""
	}
	switch parts[1] {
	case "MetricSet":
		return fmt.Sprintf("%s has the pods of another MetricSet, %s, which bring an application of their own: attach this set to the workload that is to be watched, or add its metrics to that set", item, parts[3])
	case "MiniCluster":
		return fmt.Sprintf("%s is made from the MiniCluster %s: attach the set to that, and write %q alone", item, parts[3], parts[3])
	default:
		return fmt.Sprintf("%s is made from %s/%s, and made again each time: attach the set to a workload that you wrote", item, parts[1], parts[3])
	}
}

// missing reports that there is no workload of a target's name, and what there is.
func (r *run) missing(s *source, target generators.Target) {
	problem := field.NotFound(generators.AttachPath, target.String())
	var names, elsewhere, kinds []string
	for _, item := range r.applied() {
		switch generated, _ := item.At("metadata", "generateName").(string); {
		case item.Kind != target.Kind:
			kinds = append(kinds, item.Kind)
		case item.Name == "" && generated != "":
			r.refuse(s, target, "the %s with generateName %q gets its name when it is created, so no annotation can name it: give it metadata.name, or select it by its labels with %s",
				item.Kind, generated, latchkey.AnnotationAttachSelector)
			return
		case item.Namespace == s.item.Namespace:
			names = append(names, item.Name)
		case item.IsCalled(target.Name):
			elsewhere = append(elsewhere, item.Namespace)
		}
	}
	nowhere := fmt.Sprintf("there is no %s %q %s: ", target.Kind, target.Name, amongItems(s.item.Namespace))
	known := slices.Contains(transform.KindsWithPods(), target.Kind) || slices.Contains(kinds, target.Kind)
	switch {
	case len(elsewhere) > 0:
		problem.Detail = apart(target.String(), elsewhere[0], s.item.Namespace)
	case len(names) > 0:
		problem.Detail = nowhere
		problem = findings.Unknown(problem, target.Name, names)
	case !known && suggest.Nearest(target.Kind, transform.KindsWithPods()) != "":
		problem.Detail = fmt.Sprintf("there is no kind %q: ", target.Kind)
		problem = findings.Unknown(problem, target.Kind, transform.KindsWithPods())
	default:
		problem.Detail = nowhere + "hand it in together with this set"
	}
	r.addProblems(s.item, krm.Error, field.ErrorList{problem})
}

// selected returns the workloads that a source selects by their labels. It reports a selector that selects none.
func (r *run) selected(s *source, targets generators.Targets) []*transform.Item {
	if targets.Selector == nil {
		return nil
	}
	var found []*transform.Item
	for _, item := range r.applied() {
		has, _ := transform.HasPods(item.Type())
		if !has && (targets.Path == "" || len(item.Templates(targets.Path)) == 0) || item.Namespace != s.item.Namespace {
			continue
		}
		if targets.Selector.Matches(labelsOf(item)) && r.isMade(item) == "" {
			found = append(found, item)
		}
	}
	if len(found) == 0 {
		problem := field.NotFound(selectorPath, targets.Selector.String())
		problem.Detail = fmt.Sprintf("no workload %s has labels in its own metadata that match %s: add such labels to one, or name it with %s",
			amongItems(s.item.Namespace), targets.Selector, latchkey.AnnotationAttachTo)
		r.addProblems(s.item, krm.Error, field.ErrorList{problem})
	}
	return found
}

// labelsOf returns the labels of an item.
func labelsOf(item *transform.Item) labels.Set {
	set := labels.Set{}
	fields, _ := item.At("metadata", "labels").(map[string]any)
	for key, value := range fields {
		set[key], _ = value.(string)
	}
	return set
}
