package v1alpha1

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// checkVolume checks a volume to make. A class other than hostpath is a CSI volume. It needs a driver and, as in
// flux-framework/flux-operator (v1alpha1), a Secret.
func (v *judge) checkVolume(at *field.Path, name string, volume Volume) {
	if !findings.Label.Allows(name) || len(v1alpha2.ClaimName(name)) > findings.MaxLabel {
		v.Invalid(at, name, "%q cannot be the name of a volume, its claim and its mounts: use at most %d lower-case letters, digits and \"-\"",
			name, findings.MaxLabel-len(v1alpha2.ClaimName("")))
	}
	if quantity, err := resource.ParseQuantity(volume.Capacity); volume.Capacity != "" && (err != nil || quantity.Sign() <= 0) {
		v.Invalid(at.Child("capacity"), volume.Capacity, "%q is not a capacity: write a number of bytes above 0, for example %s", volume.Capacity, defaultCapacity)
	}
	v.Labels(at.Child("labels"), volume.Labels)
	v.Annotations(at.Child("annotations"), volume.Annotations)
	v.Annotations(at.Child("claimAnnotations"), volume.ClaimAnnotations)
	if ptr.Deref(volume.StorageClass, defaultStorageClass) == defaultStorageClass {
		v.checkNodeVolume(at, volume)
	} else {
		v.checkCSIVolume(at, volume)
	}
}

func (v *judge) checkNodeVolume(at *field.Path, volume Volume) {
	v.Need(at.Child("path"), volume.Path, "there is no path: name the directory of the node, for example /data")
	v.NodePath(at.Child("path"), volume.Path)
	for _, one := range []struct {
		name string
		set  bool
	}{
		{"driver", volume.Driver != ""},
		{"volumeHandle", volume.VolumeHandle != ""},
		{"attributes", len(volume.Attributes) > 0},
		{"secret", volume.Secret != ""},
	} {
		if one.set {
			v.WarnText(at.Child(one.name), "it has no effect with the storage class hostpath: name another storageClass, or leave it out")
		}
	}
}

func (v *judge) checkCSIVolume(at *field.Path, volume Volume) {
	class := *volume.StorageClass
	v.Need(at.Child("storageClass"), class, "there is no class: name one, or leave it out for hostpath")
	v.Obey(at.Child("storageClass"), class, findings.ObjectName)
	v.Need(at.Child("secret"), volume.Secret, "the storage class %q needs a Secret: name the one that its driver reads, or use hostpath", class)
	v.Obey(at.Child("secret"), volume.Secret, findings.ObjectName)
	v.checkSecretNamespace(at.Child("secretNamespace"), volume)
	v.Need(at.Child("driver"), volume.Driver, "the storage class %q needs a CSI driver: name it, for example gcs.csi.ofek.dev", class)
	v.Driver(at.Child("driver"), volume.Driver)
}

// checkSecretNamespace checks where the Secret of a CSI volume is. The driver reads it with rights of its own, so that the
// author of a set could by it use what the set's own account may not read.
func (v *judge) checkSecretNamespace(at *field.Path, volume Volume) {
	namespace := volume.SecretNamespace
	if !v.Obey(at, namespace, findings.Label) {
		return
	}
	switch {
	case strings.HasPrefix(namespace, "kube-"):
		v.Invalid(at, namespace, "%q is a namespace of Kubernetes itself, and the driver would use its Secret for this set: "+
			"put a Secret for this volume into the namespace of the set, and name that here", namespace)
	case v.mc.Namespace != "" && namespace != v.mc.Namespace && namespace != defaultSecretNamespace:
		v.Warn(at, namespace, "%q is another namespace, and the driver uses its Secret for this set even if the set's own account may not read it: "+
			"put a Secret for this volume into the namespace of the set, and name that here", namespace)
	}
}

// checkMounts checks the sources of a container's volumes.
func (v *judge) checkMounts(c *Container, container *field.Path) {
	known := findings.SortedKeys(v.mc.Spec.Volumes)
	for _, name := range findings.SortedKeys(c.Volumes) {
		at := container.Child("volumes").Key(name)
		switch {
		case slices.Contains(known, name):
		case len(known) == 0:
			v.Invalid(at, name, "%q is not in spec.volumes: add it there, or use existingVolumes", name)
		default:
			v.Unknown(at, name, known, "%q is not in spec.volumes: add it there, or ", name)
		}
	}
	for _, name := range findings.SortedKeys(c.ExistingVolumes) {
		volume, at := c.ExistingVolumes[name], container.Child("existingVolumes").Key(name)
		if _, both := c.Volumes[name]; both {
			v.Duplicate(at, name, "%q is in volumes too: rename one of the two", name)
		}
		if volume.ClaimName == "" && volume.ConfigMapName == "" && volume.SecretName == "" {
			v.Required(at.Child("claimName"), "the volume has no source: name a claim here, or set configMapName or secretName")
		}
	}
}

// checkQuantities reports the quantities that the conversion leaves out.
func (v *judge) checkQuantities(at *field.Path, values map[string]intstr.IntOrString) {
	for _, name := range findings.SortedKeys(values) {
		value := values[name]
		if _, err := parseQuantity(value); err != nil {
			v.Invalid(at.Key(name), value.String(), "%q is not a quantity: write a number, perhaps with a unit, for example 4, 500m or 2Gi", value.String())
		}
	}
}
