package attach

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// The paths of the annotations that say what a set is attached to.
var (
	ToPath       = annotationPath(latchkey.AnnotationAttachTo)
	selectorPath = annotationPath(latchkey.AnnotationAttachSelector)
)

func annotationPath(key string) *field.Path { return field.NewPath("metadata", "annotations").Key(key) }

// MiniCluster is the kind of a target that is written without a kind.
const MiniCluster = "MiniCluster"

// A Target names one workload of the package. Part is the name of one of its parts, for example of a replicated job of a
// JobSet, or "" for all.
type Target struct{ Kind, Name, Part string }

// String returns the target as users write it: "Job/bench", "JobSet/train/workers", and "lammps" for a MiniCluster.
func (t Target) String() string {
	if t.Kind == MiniCluster {
		return t.Name
	}
	return strings.TrimSuffix(t.Kind+"/"+t.Name+"/"+t.Part, "/")
}

// Title is what messages call the target.
func (t Target) Title() string {
	if t.Kind == MiniCluster {
		return "the MiniCluster " + t.Name
	}
	return t.String()
}

// A Request says what a set is attached to.
type Request struct {
	// Targets are the targets of the annotation attach-to, in its order.
	Targets []Target
	// Selector is the selector of the annotation attach-selector, or nil.
	Selector labels.Selector
	// TemplatePath is where the annotation attach-path says that the pod template is, or "".
	TemplatePath string
	// Errors are the mistakes in these annotations.
	Errors field.ErrorList
}

// IsRequested tells whether an object with these annotations is attached to something. It then makes no jobs of its own.
func IsRequested(annotations map[string]string) bool {
	for _, key := range []string{latchkey.AnnotationAttachTo, latchkey.AnnotationAttachSelector, latchkey.AnnotationAttachPath} {
		if _, isSet := annotations[key]; isSet {
			return true
		}
	}
	return false
}

// RequestOf reads what an object with these annotations is attached to, if it is attached.
func RequestOf(annotations map[string]string) Request {
	names := annotations[latchkey.AnnotationAttachTo]
	selector, isSelected := annotations[latchkey.AnnotationAttachSelector]
	path, hasPath := annotations[latchkey.AnnotationAttachPath]
	var r Request
	if strings.TrimSpace(names) != "" || !isSelected {
		r.readTargets(names)
	}
	if isSelected {
		parsed, err := labels.Parse(selector)
		if err != nil || parsed.Empty() {
			r.Errors = append(r.Errors, field.Invalid(selectorPath, selector, `it selects nothing: write labels of workloads, as in "app=x,tier!=web"`))
		}
		r.Selector = parsed
	}
	if isSelected && r.isForMiniCluster() {
		r.Errors = append(r.Errors, field.Invalid(ToPath, names, exclusive))
	}
	r.TemplatePath = path
	if hasPath && !isPath(path) {
		r.Errors = append(r.Errors, field.Invalid(annotationPath(latchkey.AnnotationAttachPath), path, fmt.Sprintf(`%q is not a path to a pod template: write the keys that lead to it with dots, and [] behind a list, as in "spec.workers[].template"`, path)))
	}
	return r
}

func isPath(path string) bool {
	return path != "" && !slices.ContainsFunc(strings.Split(path, "."), func(step string) bool {
		return strings.TrimSuffix(step, "[]") == "" || strings.ContainsAny(strings.TrimSuffix(step, "[]"), "[] /")
	})
}

// exclusive is the error of a set that is attached to a MiniCluster and to something else.
const exclusive = "a MetricSet that is attached to a MiniCluster cannot be attached to something else as well: make a second MetricSet"

// readTargets reads the value of attach-to.
func (r *Request) readTargets(names string) {
	if strings.TrimSpace(names) == "" {
		r.Errors = append(r.Errors, field.Required(ToPath, "it is empty: name a MiniCluster of the same namespace, or a workload as in \"Job/bench\", or leave the annotation out"))
		return
	}
	all := strings.Split(names, ",")
	for _, name := range all {
		name = strings.TrimSpace(name)
		parts := strings.Split(name, "/")
		if len(parts) == 1 && len(all) == 1 {
			parts = []string{MiniCluster, name}
		}
		switch {
		case len(parts) > 3 || slices.Contains(parts, "") || len(parts) == 1:
			r.Errors = append(r.Errors, field.Invalid(ToPath, names, fmt.Sprintf(
				`%q names no workload: write its kind and name, as in "Job/bench" or "JobSet/train/workers"; a MiniCluster can only be the single target`, name)))
		case parts[0] == MiniCluster && (len(all) > 1 || len(parts) == 3):
			r.Errors = append(r.Errors, field.Invalid(ToPath, names, exclusive))
		default:
			target := Target{Kind: parts[0], Name: parts[1]}
			if len(parts) == 3 {
				target.Part = parts[2]
			}
			r.Targets = append(r.Targets, target)
		}
	}
}

// isForMiniCluster tells whether the set is attached to a MiniCluster.
func (r Request) isForMiniCluster() bool {
	return len(r.Targets) == 1 && r.Targets[0].Kind == MiniCluster
}

// words returns the targets as messages call them.
func (r Request) words() string {
	var all []string
	for _, target := range r.Targets {
		all = append(all, target.String())
	}
	if r.Selector != nil {
		all = append(all, "what "+latchkey.AnnotationAttachSelector+" selects")
	}
	return strings.Join(all, " and ")
}
