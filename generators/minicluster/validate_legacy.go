package minicluster

import (
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// checkLegacy checks the values that only v1alpha1 has fields for.
func (v *judge) checkLegacy() {
	legacy, secret := v.mc.Legacy, v1alpha2.FluxPath.Child("curveCertSecret")
	v.Obey(secret, legacy.CurveCertSecret, findings.ObjectName)
	if legacy.CurveCertSecret != "" && v.mc.Spec.Flux.CurveCert != "" {
		v.Invalid(secret, legacy.CurveCertSecret, "curveCert holds a certificate too: leave one of the two out")
	}
	v.Directory(v1alpha2.FluxPath.Child("installRoot"), legacy.InstallRoot)
	for _, name := range findings.SortedKeys(legacy.Volumes) {
		v.checkPersistentVolume(v1alpha2.SpecPath.Child("volumes").Key(name), name, legacy.Volumes[name])
	}
}

// checkPersistentVolume checks a volume to make. A class other than hostpath is a CSI volume. It needs a driver and, as in
// flux-framework/flux-operator (v1alpha1), a Secret.
func (v *judge) checkPersistentVolume(at *field.Path, name string, volume v1alpha2.PersistentVolume) {
	if !findings.Label.Allows(name) || len(v1alpha2.ClaimName(name)) > findings.MaxLabel {
		v.Invalid(at, name, "%q cannot be the name of a volume, its claim and its mounts: use at most %d lower-case letters, digits and \"-\"",
			name, findings.MaxLabel-len(v1alpha2.ClaimName("")))
	}
	if quantity, err := resource.ParseQuantity(volume.Capacity); err != nil || quantity.Sign() <= 0 {
		v.Invalid(at.Child("capacity"), volume.Capacity, "%q is not a capacity: write a number of bytes above 0, for example 5Gi", volume.Capacity)
	}
	v.Labels(at.Child("labels"), volume.Labels)
	v.Annotations(at.Child("annotations"), volume.Annotations)
	v.Annotations(at.Child("claimAnnotations"), volume.ClaimAnnotations)
	if volume.StorageClass == hostPathClass {
		v.checkNodeVolume(at, volume)
	} else {
		v.checkCSIVolume(at, volume)
	}
}

func (v *judge) checkNodeVolume(at *field.Path, volume v1alpha2.PersistentVolume) {
	v.Need(at.Child("path"), volume.Path, "there is no path: name the directory of the node, for example /data")
	v.NodePath(at.Child("path"), volume.Path)
	const reason = " with the storage class hostpath: name another storageClass, or leave it out"
	v.report([]unused{
		{volume.Driver != "", at.Child("driver"), volume.Driver, reason},
		{volume.VolumeHandle != "", at.Child("volumeHandle"), volume.VolumeHandle, reason},
		{len(volume.Attributes) > 0, at.Child("attributes"), field.OmitValueType{}, reason},
		{volume.Secret != "", at.Child("secret"), volume.Secret, reason},
	})
}

func (v *judge) checkCSIVolume(at *field.Path, volume v1alpha2.PersistentVolume) {
	class := volume.StorageClass
	v.Need(at.Child("storageClass"), class, "there is no class: name one, or leave it out for hostpath")
	v.Obey(at.Child("storageClass"), class, findings.ObjectName)
	v.Need(at.Child("secret"), volume.Secret, "the storage class %q needs a Secret: name the one that its driver reads, or use hostpath", class)
	v.Obey(at.Child("secret"), volume.Secret, findings.ObjectName)
	v.checkSecretNamespace(at.Child("secretNamespace"), volume.SecretNamespace)
	v.Need(at.Child("driver"), volume.Driver, "the storage class %q needs a CSI driver: name it, for example gcs.csi.ofek.dev", class)
	v.Driver(at.Child("driver"), volume.Driver)
}

// checkSecretNamespace checks where the Secret of a CSI volume is. The driver reads it with rights of its own, so that the
// author of a set could by it use what the set's own account may not read.
func (v *judge) checkSecretNamespace(at *field.Path, namespace string) {
	if !v.Obey(at, namespace, findings.Label) {
		return
	}
	switch {
	case strings.HasPrefix(namespace, "kube-"):
		v.Invalid(at, namespace, "%q is a namespace of Kubernetes itself, and the driver would use its Secret for this set: "+
			"put a Secret for this volume into the namespace of the set, and name that here", namespace)
	case v.mc.Namespace != "" && namespace != v.mc.Namespace && namespace != metav1.NamespaceDefault:
		v.Warn(at, namespace, "%q is another namespace, and the driver uses its Secret for this set even if the set's own account may not read it: "+
			"put a Secret for this volume into the namespace of the set, and name that here", namespace)
	}
}
