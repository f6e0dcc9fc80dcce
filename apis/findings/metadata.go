package findings

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Metadata checks that Kubernetes accepts the metadata, and that there is a name. Obey checks the form of the name,
// which depends on the generated names.
func (f *Findings) Metadata(meta *metav1.ObjectMeta) { f.MetadataOf("object", meta) }

// MetadataOf is Metadata for an object that messages call by another word than "object".
func (f *Findings) MetadataOf(what string, meta *metav1.ObjectMeta) {
	at := field.NewPath("metadata")
	if meta.Name == "" {
		f.Required(at.Child("name"), "the %s has no name: give it one, all other names are made from it", what)
	}
	f.Obey(at.Child("namespace"), meta.Namespace, Label)
	f.Labels(at.Child("labels"), meta.Labels)
	f.Annotations(at.Child("annotations"), meta.Annotations)
}

// Fits checks that a name is short enough for the names made from it. derived is the longest of these, and owner is the
// object that has it.
func (f *Findings) Fits(at *field.Path, name, derived, owner string, most int) bool {
	if len(derived) <= most {
		return true
	}
	f.Invalid(at, name, "%q is too long: %q, the name of %s, has %d characters and may have %d: use a name shorter by %d",
		name, derived, owner, len(derived), most, len(derived)-most)
	return false
}
