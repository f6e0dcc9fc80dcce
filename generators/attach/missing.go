package attach

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// whyMade says why nothing can be attached to an item that Latchkey makes.
func whyMade(w *Workload) string {
	source, ok := latchkey.ParseMark(w.MadeFrom)
	if !ok {
		return "Latchkey makes it: attach the set to a workload that you wrote"
	}
	switch source.Kind {
	case "MetricSet":
		return fmt.Sprintf("%s has the pods of another MetricSet, %s, which bring an application of their own: attach this set to the workload that is to be watched, or add its metrics to that set", w, source.Name)
	case MiniCluster:
		return fmt.Sprintf("%s is made from the MiniCluster %s: attach the set to that, and write %q alone", w, source.Name, source.Name)
	default:
		return fmt.Sprintf("%s is made from %s/%s, and made again each time: attach the set to a workload that you wrote", w, source.Kind, source.Name)
	}
}

// missing is the error that there is no workload of a target's name. It says what there is.
func (s *search) missing(target Target) *field.Error {
	problem := field.NotFound(Path, target.String())
	namespace := s.set.Item.Namespace
	var names, elsewhere, kinds []string
	for _, w := range s.workloads {
		switch generated, _ := w.At("metadata", "generateName").(string); {
		case w.Kind != target.Kind:
			kinds = append(kinds, w.Kind)
		case w.Name == "" && generated != "":
			return field.Invalid(Path, target.String(), fmt.Sprintf(
				"the %s with generateName %q gets its name when it is created, so no annotation can name it: give it metadata.name, or select it by its labels with %s",
				w.Kind, generated, latchkey.AnnotationAttachSelector))
		case w.Namespace == namespace:
			names = append(names, w.Name)
		case w.IsCalled(target.Name):
			elsewhere = append(elsewhere, w.Namespace)
		}
	}
	nowhere := fmt.Sprintf("there is no %s %q %s: ", target.Kind, target.Name, amongItems(namespace))
	known := append(transform.KindsWithPods(), MiniCluster)
	switch {
	case len(elsewhere) > 0:
		title := target.String()
		if target.Kind == MiniCluster {
			title = fmt.Sprintf("the MiniCluster %q", target.Name)
		}
		problem.Detail = apart(title, elsewhere[0], namespace)
	case len(names) > 0:
		problem.Detail = nowhere
		problem = findings.Unknown(problem, target.Name, names)
	case !slices.Contains(known, target.Kind) && !slices.Contains(kinds, target.Kind) && suggest.Nearest(target.Kind, known) != "":
		problem.Detail = fmt.Sprintf("there is no kind %q: ", target.Kind)
		problem = findings.Unknown(problem, target.Kind, known)
	default:
		problem.Detail = nowhere + "hand it in together with this set"
	}
	return problem
}

// amongItems says where a message has looked for an item.
func amongItems(namespace string) string {
	if namespace == "" {
		return "among the items without a namespace"
	}
	return fmt.Sprintf("among the items of the namespace %q", namespace)
}

// apart says that a set cannot be attached to a workload in another namespace.
func apart(title, itsNamespace, ownNamespace string) string {
	return fmt.Sprintf("%s %s, and this set %s: containers of one pod are of one namespace, so give both the same",
		title, isInNamespace(itsNamespace), isInNamespace(ownNamespace))
}

func isInNamespace(namespace string) string {
	if namespace == "" {
		return "has no namespace"
	}
	return fmt.Sprintf("is in the namespace %q", namespace)
}
