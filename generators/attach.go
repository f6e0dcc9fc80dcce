package generators

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
)

// AttachPath is the place of the annotation by which an object joins another.
var AttachPath = annotationsPath.Key(latchkey.AnnotationAttachTo)

// CarrierName returns the name of the object that an object joins, which is in its namespace: the value of the annotation
// latchkey.dev/attach-to. An object without it stands alone; one where it is empty has a mistake, which [NoCarrier] is.
func CarrierName(object Object) (name string, said bool) {
	name, said = object.GetAnnotations()[latchkey.AnnotationAttachTo]
	return name, said
}

// NoCarrier is the mistake of an object that is to join another and does not say which one.
func NoCarrier() *field.Error {
	return field.Required(AttachPath, "it is empty: name a MiniCluster of the same namespace, or leave the annotation out")
}

// Attaches tells whether objects of the kind can join others.
func (k Kind) Attaches() bool { return k.does.attach != nil }

// Carries tells whether others can join objects of the kind.
func (k Kind) Carries() bool { return k.does.carrier != nil }

// Attach resolves an object that joins the receiver, as [Resolve] does for one that stands alone. The receiver's objects
// then hold what it adds, if neither has errors: an object that joins makes none by itself. Objects have to join in an
// order that does not depend on chance, since names are given in it.
func (r *Resolved) Attach(kind Kind, version Version, object Object, said latchkey.Options) (joined Resolved, errs, warnings field.ErrorList) {
	carrier := r.kind.does.carrier(r.Object, r.Options, r.additions...)
	joined, errs, warnings = attachTo(carrier, r.Options.Sidecars, kind, version, object, said)
	if len(errs) == 0 && (joined.Options.ValidateOnly == nil || !*joined.Options.ValidateOnly) {
		r.additions = append(r.additions, joined.added)
	}
	return joined, errs, warnings
}

// Sidecars returns the names of the containers that an object adds to the pods of another one that it has joined.
func (r Resolved) Sidecars() []string {
	names := make([]string, 0, len(r.added.Sidecars))
	for _, sidecar := range r.added.Sidecars {
		names = append(names, sidecar.Container.Name)
	}
	return names
}

// attachTo resolves an object that joins a host, whose sidecars are its own.
func attachTo(carrier attach.Carrier, sidecars latchkey.Sidecars, kind Kind, version Version, object Object, said latchkey.Options) (
	joined Resolved, errs, warnings field.ErrorList,
) {
	if follower, ok := object.(interface {
		TakePodsOf(pods int32) field.ErrorList
	}); ok {
		warnings = follower.TakePodsOf(carrier.Pods)
	}
	warnings = append(warnings, withoutEffect(object, isOwnOption, "the set is attached to "+carrier.Name+", so annotate that")...)
	var added attach.Addition
	joined, errs, judged := resolve(kind, version, object, said, func(object Object, opts latchkey.Options) (errs, warnings field.ErrorList) {
		opts.Sidecars = sidecars
		added, errs, warnings = kind.does.attach(object, opts, carrier)
		return errs, warnings
	})
	joined.isPart, joined.added = true, added
	return joined, errs, append(warnings, judged...)
}

// isOwnOption tells whether an object that joins another has an option, given by its flag, for itself. All others are
// those of the other one.
func isOwnOption(flag string) bool {
	return flag == "ptrace" || flag == "validate-only" || flag == "sources"
}

// manyPods is for a host that is not there, where no index of a pod is too large.
const manyPods = 1000

// resolveAlone reports that an object is to join another which is not there, and what is wrong with it besides.
func resolveAlone(kind Kind, version Version, object Object, said latchkey.Options) (r Resolved, errs, warnings field.ErrorList) {
	target, _ := CarrierName(object)
	if !kind.Attaches() {
		r, errs, warnings = resolve(kind, version, object, said, kind.does.Validate)
		wrong := field.Invalid(AttachPath, target, fmt.Sprintf("a %s cannot be attached to another object: leave the annotation out", kind.Name))
		return r, append(field.ErrorList{wrong}, errs...), warnings
	}
	missing := field.NotFound(AttachPath, target)
	missing.Detail = fmt.Sprintf("there is no MiniCluster %q beside it: give both to Latchkey together", target)
	r, errs, warnings = attachTo(attach.Carrier{Name: target, Pods: manyPods}, "", kind, version, object, said)
	if target == "" {
		missing, warnings = NoCarrier(), nil // they would be about a MiniCluster without a name
	}
	return r, append(field.ErrorList{missing}, errs...), warnings
}

// resolveMeant reports that an object says by a slip what it is to join, and judges it as one that joins: as one that
// stands alone it would be told of what it does not need.
func resolveMeant(kind Kind, version Version, object Object, said latchkey.Options, target string, wrong *field.Error) (
	r Resolved, errs, warnings field.ErrorList,
) {
	r, errs, _ = attachTo(attach.Carrier{Name: target, Pods: manyPods}, "", kind, version, object, said)
	if wrong != nil {
		errs = append(field.ErrorList{wrong}, errs...)
	}
	return r, errs, nil // warnings would be about a MiniCluster that is not there
}
