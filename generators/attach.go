package generators

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
)

// AttachPath is the path of the annotation by which an object is attached to another.
var AttachPath = annotationsPath.Key(latchkey.AnnotationAttachTo)

// CarrierName returns the name of the carrier, which is in the same namespace: the value of the annotation
// latchkey.dev/attach-to. said is false if the object has no such annotation, or names workloads there. An empty value is
// a mistake, see [NoCarrier].
func CarrierName(object Object) (name string, said bool) {
	if _, _, watches := targetsOf(object); watches {
		return "", false
	}
	name, said = object.GetAnnotations()[latchkey.AnnotationAttachTo]
	return strings.TrimPrefix(name, carrierKind), said
}

// NoCarrier is the mistake of an object that is to be attached and does not name its carrier.
func NoCarrier() *field.Error {
	return field.Required(AttachPath, "it is empty: name a MiniCluster of the same namespace, or a workload as in \"Job/bench\", or leave the annotation out")
}

// Attaches tells whether objects of the kind can be attached to others.
func (k Kind) Attaches() bool { return k.does.attach != nil }

// Carries tells whether others can be attached to objects of the kind.
func (k Kind) Carries() bool { return k.does.carrier != nil }

// Attach resolves an object that is attached to the receiver, as [Resolve] does for any other object. If neither has
// errors, the receiver's objects then contain what the attached object adds. The attached object makes nothing by
// itself. Attach objects in an order that does not depend on chance, because the order decides names.
func (r *Resolved) Attach(kind Kind, version Version, object Object, said latchkey.Options) (joined Resolved, errs, warnings field.ErrorList) {
	carrier := r.kind.does.carrier(r.Object, r.Options, r.additions...)
	joined, errs, warnings = attachTo(carrier, r.Options.Sidecars, kind, version, object, said)
	if len(errs) == 0 && !ptr.Deref(joined.Options.ValidateOnly, false) {
		r.additions = append(r.additions, joined.added)
	}
	return joined, errs, warnings
}

// Sidecars returns the names of the containers that an attached object adds to the pods of its carrier.
func (r Resolved) Sidecars() []string {
	names := make([]string, 0, len(r.added.Sidecars))
	for _, sidecar := range r.added.Sidecars {
		names = append(names, sidecar.Container.Name)
	}
	return names
}

// attachTo resolves an object that is attached to a carrier. sidecars is the carrier's value of the option sidecars.
func attachTo(carrier attach.Carrier, sidecars latchkey.Sidecars, kind Kind, version Version, object Object, said latchkey.Options) (
	joined Resolved, errs, warnings field.ErrorList,
) {
	if follower, ok := object.(interface {
		TakePodsOf(pods int32) field.ErrorList
	}); ok {
		warnings = follower.TakePodsOf(carrier.Pods)
	}
	isOwn, annotate := isOwnOption, ", so annotate that"
	if carrier.Workload {
		isOwn, annotate = isOptionOfWatcher, ", which Latchkey does not make"
	}
	warnings = append(warnings, withoutEffect(object, isOwn, "the set is attached to "+carrier.Name+annotate)...)
	var added attach.Addition
	joined, errs, judged := resolve(kind, version, object, said, func(object Object, opts latchkey.Options) (errs, warnings field.ErrorList) {
		if !carrier.Workload {
			opts.Sidecars = sidecars
		}
		added, errs, warnings = kind.does.attach(object, opts, carrier)
		return errs, warnings
	})
	joined.isPart, joined.added = true, added
	return joined, errs, append(warnings, judged...)
}

// isOwnOption tells whether an attached object has its own value of an option. The option is named by its flag. For all
// other options the carrier's value counts.
func isOwnOption(flag string) bool {
	return flag == "ptrace" || flag == "log-names" || flag == "validate-only" || flag == "sources"
}

// isOptionOfWatcher is isOwnOption for an object that is attached to workloads. The option sidecars gives an error.
func isOptionOfWatcher(flag string) bool {
	return isOwnOption(flag) || flag == "include" || flag == "sidecars"
}

// missingCarrier stands for a carrier that is not there. No index of a pod is too large for its pods.
func missingCarrier(name string) attach.Carrier {
	return attach.Carrier{Name: name, Title: "the MiniCluster " + name, PodField: "spec.pod", Pods: 1000}
}

// resolveUnattachable resolves an object of a kind that cannot be attached, and reports the annotation that asks for it.
func resolveUnattachable(kind Kind, version Version, object Object, said latchkey.Options, at *field.Path, value string) (r Resolved, errs, warnings field.ErrorList) {
	r, errs, warnings = resolve(kind, version, object, said, kind.does.Validate)
	wrong := field.Invalid(at, value, fmt.Sprintf("a %s cannot be attached to another object: leave the annotation out", kind.Name))
	return r, append(field.ErrorList{wrong}, errs...), warnings
}

// resolveAlone reports that the carrier of an object is missing, and the other mistakes of the object.
func resolveAlone(kind Kind, version Version, object Object, said latchkey.Options) (r Resolved, errs, warnings field.ErrorList) {
	target, _ := CarrierName(object)
	if !kind.Attaches() {
		return resolveUnattachable(kind, version, object, said, AttachPath, target)
	}
	missing := field.NotFound(AttachPath, target)
	missing.Detail = fmt.Sprintf("there is no MiniCluster %q beside it: give both to Latchkey together", target)
	r, errs, warnings = attachTo(missingCarrier(target), "", kind, version, object, said)
	if target == "" {
		missing, warnings = NoCarrier(), nil // the warnings would be about a MiniCluster without a name
	}
	return r, append(field.ErrorList{missing}, errs...), warnings
}

// resolveMeant judges an object whose annotation attach-to is misspelt as an attached object. Otherwise the object would
// get errors about fields that an attached object does not need. wrong is the error about the annotation, or nil.
func resolveMeant(kind Kind, version Version, object Object, said latchkey.Options, target string, wrong *field.Error) (
	r Resolved, errs, warnings field.ErrorList,
) {
	r, errs, _ = attachTo(missingCarrier(target), "", kind, version, object, said)
	if wrong != nil {
		errs = append(field.ErrorList{wrong}, errs...)
	}
	return r, errs, nil // the warnings would be about a missing MiniCluster
}
