package v1alpha1

import (
	"cmp"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

var specPath = field.NewPath("spec")

// A conversion collects errors about what cannot be converted, warnings about what is left out, and the fields that move
// to another path.
type conversion struct {
	findings.Findings
	fields findings.Fields
}

// move notes that a field of the converted object comes from another field of the user's object.
func (c *conversion) move(converted, written *field.Path) {
	c.fields[converted.String()] = written.String()
}

// ConvertTo returns the set as an object of v1alpha2, which lacks its defaults. Where a default of v1alpha1 differs, it is filled
// in. Values without a field in v1alpha2 are kept in Legacy. found are errors about what cannot be converted, and warnings about
// fields that are left out, since they have no effect. fields are the fields that have another path in v1alpha2. The receiver is
// not changed, and the result shares no memory with it.
//
// The defaults come from the public CRD of flux-framework/flux-operator (v1alpha1), except the default of the Flux user. v1alpha1 started the
// image as root and made user 1000 itself, so the default does not say which user the image can run as.
func (mc *MiniCluster) ConvertTo() (converted *v1alpha2.MiniCluster, found findings.Findings, fields findings.Fields) {
	old, c := mc.DeepCopy(), &conversion{fields: findings.Fields{}}
	spec := &old.Spec
	if len(spec.Users) > 0 {
		c.Warn(specPath.Child("users"), len(spec.Users), "they have no effect, since a MiniCluster belongs to one user: leave them out")
	}
	if spec.FluxRestful != nil {
		c.WarnOmitted(specPath.Child("fluxRestful"), "it has no effect, since nothing is downloaded while pods run: connect to an interactive MiniCluster, or run a REST server from an image, as a sidecar")
	}
	converted = &v1alpha2.MiniCluster{
		TypeMeta:   metav1.TypeMeta{APIVersion: v1alpha2.GroupVersion.String(), Kind: v1alpha2.Kind},
		ObjectMeta: old.ObjectMeta,
		Spec:       spec.MiniClusterSpec,
		Status:     old.Status,
		Legacy:     spec.legacy(),
	}
	to := &converted.Spec
	to.Containers = c.containers(spec.Containers, len(spec.Containers) == 1, specPath.Child("containers"), spec.Volumes)
	to.Services = c.containers(spec.Services, false, specPath.Child("services"), spec.Volumes)
	to.Network.HeadlessName = cmp.Or(to.Network.HeadlessName, "flux-service")
	to.Logging = spec.Logging.Logging
	to.Logging.Strict = ptr.Deref(spec.Logging.Strict, true)
	to.Flux = spec.Flux.FluxSpec
	to.Flux.Container.Disable = true // Flux is in the image of the application
	to.Flux.NoWaitSocket = true      // sidecars could not see the socket of the broker, so they started at once
	return converted, c.Findings, c.fields
}

// legacy returns the values that have no field in v1alpha2.
func (s *MiniClusterSpec) legacy() v1alpha2.Legacy {
	legacy := v1alpha2.Legacy{
		CurveCertSecret: s.Flux.CurveCertSecret,
		InstallRoot:     cmp.Or(s.Flux.InstallRoot, "/usr"),
	}
	for _, container := range s.Containers {
		if ptr.Deref(container.RunFlux, len(s.Containers) == 1) {
			legacy.Cores = container.Cores
			break
		}
	}
	for name, volume := range s.Volumes {
		if legacy.Volumes == nil {
			legacy.Volumes = map[string]v1alpha2.PersistentVolume{}
		}
		made := volume.PersistentVolume
		made.StorageClass = ptr.Deref(volume.StorageClass, "hostpath")
		made.Delete = ptr.Deref(volume.Delete, true)
		made.SecretNamespace = cmp.Or(made.SecretNamespace, metav1.NamespaceDefault)
		made.Capacity = cmp.Or(made.Capacity, "5Gi")
		legacy.Volumes[name] = made
	}
	return legacy
}
