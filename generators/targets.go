package generators

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
)

// The paths of the annotations beside [AttachPath] that say what an object is attached to.
var (
	selectorPath = annotationsPath.Key(latchkey.AnnotationAttachSelector)
	templatePath = annotationsPath.Key(latchkey.AnnotationAttachPath)
)

// A Target names one workload of the package. Part is the name of one of its parts, for example of a replicated job of a
// JobSet, or "" for all.
type Target struct{ Kind, Name, Part string }

// String returns the target as users write it.
func (t Target) String() string {
	return strings.TrimSuffix(t.Kind+"/"+t.Name+"/"+t.Part, "/")
}

// Targets are the workloads that an object is attached to, as its annotations say it.
type Targets struct {
	// Named are those of attach-to, in its order.
	Named []Target
	// Selector is that of attach-selector, or nil.
	Selector labels.Selector
	// Path is that of attach-path, or "".
	Path string
}

// carrierKind is the kind before the name of a MiniCluster, which may stand there.
const carrierKind = "MiniCluster/"

// targetsOf returns the workloads that an object is attached to. said is false if its annotations name none: the object
// is attached to a MiniCluster, or to nothing.
func targetsOf(object Object) (targets Targets, errs field.ErrorList, said bool) {
	annotations := object.GetAnnotations()
	names, isNamed := annotations[latchkey.AnnotationAttachTo]
	selector, isSelected := annotations[latchkey.AnnotationAttachSelector]
	path, hasPath := annotations[latchkey.AnnotationAttachPath]
	isNamed = isNamed && strings.ContainsAny(names, "/,") && !isCarrier(names)
	if !isNamed && !isSelected && !hasPath {
		return Targets{}, nil, false
	}
	if isNamed || !isSelected {
		targets.Named, errs = parseTargets(names)
	}
	if isSelected {
		parsed, err := labels.Parse(selector)
		if err != nil || parsed.Empty() {
			errs = append(errs, field.Invalid(selectorPath, selector, `it selects nothing: write labels of workloads, as in "app=x,tier!=web"`))
		}
		targets.Selector = parsed
	}
	targets.Path = path
	if hasPath && !isPath(path) {
		errs = append(errs, field.Invalid(templatePath, path, fmt.Sprintf(`%q is no path to a pod template: write the keys that lead to it with dots, and [] behind a list, as in "spec.workers[].template"`, path)))
	}
	return targets, errs, true
}

func isCarrier(name string) bool {
	rest, isKind := strings.CutPrefix(name, carrierKind)
	return isKind && !strings.ContainsAny(rest, "/,")
}

func isPath(path string) bool {
	return path != "" && !slices.ContainsFunc(strings.Split(path, "."), func(step string) bool {
		return strings.TrimSuffix(step, "[]") == "" || strings.ContainsAny(strings.TrimSuffix(step, "[]"), "[] /")
	})
}

// parseTargets reads the value of attach-to.
func parseTargets(names string) (targets []Target, errs field.ErrorList) {
	for name := range strings.SplitSeq(names, ",") {
		name = strings.TrimSpace(name)
		parts := strings.Split(name, "/")
		switch {
		case len(parts) > 3 || slices.Contains(parts, "") || len(parts) == 1:
			errs = append(errs, field.Invalid(AttachPath, names, fmt.Sprintf(
				`%q names no workload: write its kind and name, as in "Job/bench" or "JobSet/train/workers"; a MiniCluster stands alone`, name)))
		case strings.HasPrefix(name, carrierKind):
			errs = append(errs, field.Invalid(AttachPath, names, "a set that is attached to a MiniCluster cannot be attached to something else as well: make a second set"))
		default:
			target := Target{Kind: parts[0], Name: parts[1]}
			if len(parts) == 3 {
				target.Part = parts[2]
			}
			targets = append(targets, target)
		}
	}
	return targets, errs
}

// words returns the targets as messages call them.
func (t Targets) words() string {
	var all []string
	for _, target := range t.Named {
		all = append(all, target.String())
	}
	if t.Selector != nil {
		all = append(all, "what "+latchkey.AnnotationAttachSelector+" selects")
	}
	return strings.Join(all, " and ")
}

// resolveWatching resolves an object that is attached to workloads. It reports what is wrong whatever these are.
func resolveWatching(kind Kind, version Version, object Object, said latchkey.Options) (r Resolved, errs, warnings field.ErrorList) {
	targets, wrong, _ := targetsOf(object)
	if !kind.Attaches() {
		at := slices.Sorted(maps.Keys(object.GetAnnotations()))
		at = slices.DeleteFunc(at, func(key string) bool { return !strings.HasPrefix(key, latchkey.Prefix+"attach-") })
		return resolveUnattachable(kind, version, object, said, annotationsPath.Key(at[0]), object.GetAnnotations()[at[0]])
	}
	carrier := attach.Carrier{Name: targets.words(), Title: targets.words(), PodField: "spec", Workload: true}
	r, errs, warnings = attachTo(carrier, "", kind, version, object, said)
	r.isPart, r.watches, r.targets, r.written = false, true, targets, object
	r.known = slices.Concat(errs, warnings)
	return r, append(wrong, errs...), warnings
}
