package generators

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
)

// Attaches tells whether objects of the kind can be attached to others.
func (k Kind) Attaches() bool { return k.does.attach != nil }

// unattachable reports annotations that attach an object of a kind that cannot be attached.
func (k Kind) unattachable(object Object) field.ErrorList {
	annotations := object.GetAnnotations()
	for _, key := range []string{latchkey.AnnotationAttachPath, latchkey.AnnotationAttachSelector, latchkey.AnnotationAttachTo} {
		if value, isSet := annotations[key]; isSet && !k.Attaches() {
			return field.ErrorList{field.Invalid(annotationsPath.Key(key), value, fmt.Sprintf("a %s cannot be attached to another object: leave the annotation out", k.Name))}
		}
	}
	return nil
}

// Flux describes how Flux runs in the pods of the object. It returns nil for an object to which nothing can be attached in
// this way. The object may have errors.
func (r Resolved) Flux() *attach.Flux {
	if r.Kind.does.flux == nil {
		return nil
	}
	return new(r.Kind.does.flux(r.Object, r.Options))
}

// Join returns what an attached object adds to pods, and the problems that [Resolve] has not found.
func (r Resolved) Join(pod attach.Pod) (added attach.Addition, errs, warnings field.ErrorList) {
	isOwn, annotate, pods := isOptionOfWatcher, ", which Latchkey does not make", int32(0)
	if pod.Flux != nil {
		isOwn, annotate, pods = isOwnOption, ", so annotate that", pod.Flux.Pods
	}
	if follower, ok := r.Written.(interface {
		WarnPods(pods int32) field.ErrorList
	}); ok {
		warnings = follower.WarnPods(pods)
	}
	warnings = append(warnings, withoutEffect(r.Written, isOwn, "the set is attached to "+pod.Name+annotate)...)
	added, errs, judged := r.Kind.does.attach(r.Object, r.Options, pod)
	return added, inOwnFields(r.Written, r.Object, errs), append(warnings, inOwnFields(r.Written, r.Object, judged)...)
}

// isOwnOption tells whether an attached object has its own value of an option. The option is named by its flag. For all
// other options the value of the MiniCluster counts.
func isOwnOption(flag string) bool {
	return flag == "ptrace" || flag == "log-names" || flag == "validate-only" || flag == "sources"
}

// isOptionOfWatcher is isOwnOption for an object that is attached to workloads. The option sidecars gives an error.
func isOptionOfWatcher(flag string) bool {
	return isOwnOption(flag) || flag == "include" || flag == "sidecars"
}
