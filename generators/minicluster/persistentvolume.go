package minicluster

import (
	"cmp"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// hostPathClass is the storage class of v1alpha1 for a directory of the node.
const hostPathClass = "hostpath"

// newVolumes returns the PersistentVolumes and claims of a v1alpha1 object.
func newVolumes(c cluster) []runtime.Object {
	var objects []runtime.Object
	for _, name := range slices.Sorted(maps.Keys(c.mc.Legacy.Volumes)) {
		volume := c.mc.Legacy.Volumes[name]
		objects = append(objects,
			newPersistentVolume(c, name, volume),
			newPersistentVolumeClaim(c, name, volume),
		)
	}
	return objects
}

// newPersistentVolume returns a volume of the cluster. It has no namespace, and it is reserved for the claim that is rendered
// with it.
func newPersistentVolume(c cluster, name string, volume v1alpha2.PersistentVolume) *corev1.PersistentVolume {
	reclaim := corev1.PersistentVolumeReclaimRetain
	if volume.Delete {
		reclaim = corev1.PersistentVolumeReclaimDelete
	}
	return &corev1.PersistentVolume{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "PersistentVolume"},
		ObjectMeta: metav1.ObjectMeta{
			Name:        name,
			Labels:      volume.Labels,
			Annotations: volume.Annotations,
		},
		Spec: corev1.PersistentVolumeSpec{
			AccessModes:                   []corev1.PersistentVolumeAccessMode{corev1.ReadWriteMany},
			Capacity:                      storage(volume),
			PersistentVolumeReclaimPolicy: reclaim,
			StorageClassName:              volume.StorageClass,
			ClaimRef:                      newClaimReference(c, name),
			PersistentVolumeSource:        newPersistentVolumeSource(volume),
		},
	}
}

// newClaimReference reserves a volume for its own claim. It needs the claim's namespace: with a wrong one or none the volume is
// never bound. The namespace of a set without one is not known here, so any claim may take its volume until its own claim has
// it.
func newClaimReference(c cluster, volume string) *corev1.ObjectReference {
	if c.mc.Namespace == "" {
		return nil
	}
	return &corev1.ObjectReference{
		APIVersion: "v1",
		Kind:       "PersistentVolumeClaim",
		Namespace:  c.mc.Namespace,
		Name:       v1alpha2.ClaimName(volume),
	}
}

func newPersistentVolumeSource(volume v1alpha2.PersistentVolume) corev1.PersistentVolumeSource {
	if volume.StorageClass == hostPathClass {
		return corev1.PersistentVolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: volume.Path}}
	}
	secret := &corev1.SecretReference{Name: volume.Secret, Namespace: volume.SecretNamespace}
	return corev1.PersistentVolumeSource{CSI: &corev1.CSIPersistentVolumeSource{
		Driver:                     volume.Driver,
		VolumeHandle:               cmp.Or(volume.VolumeHandle, volume.StorageClass),
		VolumeAttributes:           volume.Attributes,
		NodePublishSecretRef:       secret,
		ControllerPublishSecretRef: secret,
		NodeStageSecretRef:         secret,
	}}
}

// newPersistentVolumeClaim returns the claim that containers mount. It names its volume, so that no other volume of the class
// is bound to it.
func newPersistentVolumeClaim(c cluster, name string, volume v1alpha2.PersistentVolume) *corev1.PersistentVolumeClaim {
	meta := c.Meta(v1alpha2.ClaimName(name))
	meta.Annotations = volume.ClaimAnnotations
	return &corev1.PersistentVolumeClaim{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "PersistentVolumeClaim"},
		ObjectMeta: meta,
		Spec: corev1.PersistentVolumeClaimSpec{
			AccessModes:      []corev1.PersistentVolumeAccessMode{corev1.ReadWriteMany},
			StorageClassName: new(volume.StorageClass),
			VolumeMode:       new(corev1.PersistentVolumeFilesystem),
			VolumeName:       name,
			Resources:        corev1.VolumeResourceRequirements{Requests: storage(volume)},
		},
	}
}

func storage(volume v1alpha2.PersistentVolume) corev1.ResourceList {
	return corev1.ResourceList{corev1.ResourceStorage: resource.MustParse(volume.Capacity)}
}
