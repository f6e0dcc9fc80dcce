package study

import (
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// A Source is a source of the package.
type Source struct {
	Item   *transform.Item
	Object Object
	// Schema describes the object.
	Schema *schema.Schema
	// Study names the study that varies the source already, or is "".
	Study string
}

// findSources finds the sources that the study names, and the MetricSets that are attached to them.
func (v *variation) findSources() {
	var paths []*field.Path
	for i, wanted := range v.study.Spec.Sources {
		at := sourcesPath.Index(i).Child("name")
		called := v.called(wanted.Kind, wanted.Name, v.by.Item)
		if len(called) == 0 {
			v.missing(at, wanted.Kind, wanted.Name)
			continue
		}
		source := v.sources[called[0]]
		if source.Study != "" {
			v.f.Invalid(at, wanted.Name, "%s is varied by the Study %q too: leave it out of one of the two studies, or copy it under another name", source.Item, source.Study)
		}
		if name := source.Item.Name; source.Item.Suffixes != nil && name != wanted.Name {
			path := []string{"spec", "sources", strconv.Itoa(i), "name"}
			v.edits = append(v.edits, transform.Edit{Item: v.by.Item, Path: path, Value: name})
		}
		if !slices.Contains(v.listed, called[0]) {
			v.listed, paths = append(v.listed, called[0]), append(paths, at)
		}
	}
	for of, source := range v.sources {
		to := v.target(source)
		if to < 0 {
			continue
		}
		if !slices.Contains(v.listed, of) {
			v.followers = append(v.followers, of)
		}
		if item := v.sources[to].Item; item.Suffixes != nil {
			path := []string{"metadata", "annotations", latchkey.AnnotationAttachTo}
			v.edits = append(v.edits, transform.Edit{Item: source.Item, Path: path, Value: item.Name})
		}
	}
	for i, of := range v.listed {
		source := v.sources[of]
		if v.study.Spec.Repeat.Inside && source.Item.Kind != attach.MiniCluster && v.target(source) < 0 {
			v.f.Invalid(repeatPath.Child("inside"), true, "%s does not run in a MiniCluster, and only Flux can repeat it inside one set: leave inside out, or name only MiniClusters", source.Item)
		}
		if attach.IsRequested(source.Object.GetAnnotations()) && v.target(source) < 0 {
			v.f.Invalid(paths[i], source.Item.Name, "%s is attached to something that is not among the sources: add the MiniCluster that it is attached to, or leave it out", source.Item)
		}
	}
}

// called returns the indexes of the sources that an item may mean by a name, the likeliest first.
func (v *variation) called(kind, name string, by *transform.Item) []int {
	var called []int
	for of, source := range v.sources {
		if source.Item.Kind == kind && source.Item.Namespace == v.by.Item.Namespace && source.Item.IsCalled(name) {
			called = append(called, of)
		}
	}
	return transform.Likeliest(by, name, called, func(of int) *transform.Item { return v.sources[of].Item })
}

// missing reports a source that is not there.
func (v *variation) missing(at *field.Path, kind, name string) {
	problem, known := field.NotFound(at, name), []string{}
	problem.Detail = "there is no " + kind + " " + name + " among the sources"
	if namespace := v.by.Item.Namespace; namespace != "" {
		problem.Detail += " in the namespace " + namespace
	}
	var elsewhere string
	for _, source := range v.sources {
		switch item := source.Item; {
		case item.Kind == kind && item.Namespace == v.by.Item.Namespace:
			known = append(known, item.Name)
		case item.Kind == kind && item.Name == name:
			elsewhere = item.String()
		}
	}
	switch {
	case elsewhere != "":
		problem.Detail += ", and " + elsewhere + " is in another namespace: write the same metadata.namespace into both"
	case len(known) == 0:
		problem.Detail += ": add its file, or name another source"
	default:
		problem.Detail += ": "
		problem = findings.Unknown(problem, name, known)
	}
	v.f.Errors = findings.Add(v.f.Errors, problem)
}

// target returns the index of the MiniCluster of the study that a source is attached to, or -1.
func (v *variation) target(source Source) int {
	targets := attach.RequestOf(source.Object.GetAnnotations()).Targets
	if len(targets) != 1 || targets[0].Kind != attach.MiniCluster || source.Item.Namespace != v.by.Item.Namespace {
		return -1
	}
	called := v.called(attach.MiniCluster, targets[0].Name, source.Item)
	if len(called) == 0 || !slices.Contains(v.listed, called[0]) {
		return -1
	}
	return called[0]
}
