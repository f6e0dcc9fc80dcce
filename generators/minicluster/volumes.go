package minicluster

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// podVolumes collects the volumes of a pod while its containers are built.
type podVolumes struct {
	volumes []corev1.Volume
	// asked are the names that were asked for, in the order of volumes.
	asked []string
}

func newPodVolumes(c cluster) *podVolumes {
	v := &podVolumes{}
	v.add(scriptsVolume, c.scriptsSource())
	v.add(c.viewName(), corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}})
	v.add(homeVolume, corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}})
	if !c.needsKey() {
		return v
	}
	v.add(privateVolume, memoryVolume())
	if c.brokersMakeKey() {
		v.add(curveVolume, memoryVolume())
		v.add(tokenVolume, newTokenVolume())
		return v
	}
	v.add(curveVolume, corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{
		SecretName: c.curveSecretName(), // any user may read it; no other container mounts it
	}})
	return v
}

// add returns the name of the volume in the pod. Two containers may use one name for different volumes; the later volume then
// gets a number.
func (v *podVolumes) add(name string, source corev1.VolumeSource) string {
	for at, volume := range v.volumes {
		if v.asked[at] == name && equality.Semantic.DeepEqual(volume.VolumeSource, source) {
			return volume.Name
		}
	}
	free := v.free(name)
	v.volumes, v.asked = append(v.volumes, corev1.Volume{Name: free, VolumeSource: source}), append(v.asked, name)
	return free
}

// free returns a name for another volume: the asked name, or the asked name with a number.
func (v *podVolumes) free(name string) string {
	free := name
	for i := 1; slices.ContainsFunc(v.volumes, func(volume corev1.Volume) bool { return volume.Name == free }); i++ {
		suffix := "-" + strconv.Itoa(i)
		free = name[:min(len(name), validation.DNS1123LabelMaxLength-len(suffix))] + suffix
	}
	return free
}

// mount adds the volumes of one container and returns where it mounts them.
func (v *podVolumes) mount(volumes map[string]v1alpha2.ContainerVolume) []corev1.VolumeMount {
	var mounts []corev1.VolumeMount
	for _, name := range slices.Sorted(maps.Keys(volumes)) {
		volume := volumes[name]
		mounts = append(mounts, corev1.VolumeMount{
			Name:      v.add(name, newVolumeSource(volume)),
			MountPath: volume.Path,
			ReadOnly:  volume.ReadOnly,
		})
	}
	return mounts
}

// newVolumeSource chooses the source in the order of the Flux Operator.
func newVolumeSource(volume v1alpha2.ContainerVolume) corev1.VolumeSource {
	switch {
	case volume.CSIDriver != "":
		return corev1.VolumeSource{CSI: &corev1.CSIVolumeSource{
			Driver:           volume.CSIDriver,
			VolumeAttributes: volume.CSIDriverAttributes,
		}}
	case volume.SecretName != "":
		return corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{
			SecretName: volume.SecretName,
			Items:      newItems(volume.Items),
		}}
	case volume.EmptyDir, noSource(volume):
		return corev1.VolumeSource{EmptyDir: newEmptyDir(volume)}
	case volume.HostPath != "":
		return corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{
			Path: volume.HostPath,
			Type: new(corev1.HostPathDirectory),
		}}
	case volume.ConfigMapName != "":
		return corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{
			LocalObjectReference: corev1.LocalObjectReference{Name: volume.ConfigMapName},
			Items:                newItems(volume.Items),
		}}
	default:
		return corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{
			ClaimName: volume.ClaimName,
		}}
	}
}

// noSource tells whether a volume names nothing to mount. It becomes an empty folder. The Flux Operator makes a claim without a
// name, which no API server accepts.
func noSource(volume v1alpha2.ContainerVolume) bool {
	return volume.HostPath == "" && volume.ConfigMapName == "" && volume.ClaimName == ""
}

func newEmptyDir(volume v1alpha2.ContainerVolume) *corev1.EmptyDirVolumeSource {
	dir := &corev1.EmptyDirVolumeSource{}
	if strings.EqualFold(volume.EmptyDirMedium, string(corev1.StorageMediumMemory)) {
		dir.Medium = corev1.StorageMediumMemory
	}
	if volume.EmptyDirSizeLimit != "" {
		dir.SizeLimit = new(resource.MustParse(volume.EmptyDirSizeLimit))
	}
	return dir
}

func newItems(items map[string]string) []corev1.KeyToPath {
	var paths []corev1.KeyToPath
	for _, key := range slices.Sorted(maps.Keys(items)) {
		paths = append(paths, corev1.KeyToPath{Key: key, Path: items[key]})
	}
	return paths
}

// memoryVolume is for the key, which must not be written to a disk.
func memoryVolume() corev1.VolumeSource {
	return corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{
		Medium:    corev1.StorageMediumMemory,
		SizeLimit: new(resource.MustParse("1Mi")),
	}}
}

// scriptsSource is the ConfigMap of the set. Every user may read it, and run the user's own scripts, which may name their
// program.
func (c cluster) scriptsSource() corev1.VolumeSource {
	source := &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: c.files.Name}}
	if slices.ContainsFunc(c.scripted(), func(p program) bool { return p.Commands.Script != "" }) {
		source.DefaultMode = new(int32(0o555))
	}
	return corev1.VolumeSource{ConfigMap: source}
}

// hostPathClass is the storage class of v1alpha1 for a directory of the node.
const hostPathClass = "hostpath"

// newPersistentVolumes returns the PersistentVolumes and claims of a v1alpha1 object.
func newPersistentVolumes(c cluster) []runtime.Object {
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
