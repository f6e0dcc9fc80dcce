package v1alpha2

import (
	"github.com/latchkey-dev/latchkey/apis/findings"
)

func (v *judge) checkMetadata() {
	if v.mc.Name == "" {
		v.Required(namePath, "the set has no name: give it one, all other names are made from it")
	}
	v.Obey(metadataPath.Child("namespace"), v.mc.Namespace, findings.Label)
	v.Labels(metadataPath.Child("labels"), v.mc.Labels)
	v.Annotations(metadataPath.Child("annotations"), v.mc.Annotations)
}

// checkNames asks for names that JobSet and Flux can build on: JobSet wants RFC 1035 labels, and Flux takes no host name
// that is not a label. A name that is too long is reported together with the longest name that is made from it.
func (v *judge) checkNames() {
	if set := v.mc.Name; len(set) <= findings.MaxLabel {
		v.Obey(namePath, set, findings.ServiceName)
	}
	if service := v.mc.Spec.Network.HeadlessName; service != v.mc.Name {
		v.Obey(networkPath.Child("headlessName"), service, findings.ServiceName)
	}
}
