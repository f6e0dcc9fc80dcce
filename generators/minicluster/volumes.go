package minicluster

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// podVolumes collects the volumes of a pod while its containers are built.
type podVolumes struct {
	volumes []corev1.Volume
	// taken are the names of the volumes.
	taken map[string]bool
	// like are the positions of the volumes that may be the same, in their order.
	like map[likeness][]int
	// next are the numbers from which a name may be free, by the names that were asked for.
	next map[string]int
	// own is the number of volumes at the start that Latchkey itself has made.
	own int
}

// A likeness is what two volumes have in common if they are the same: the asked name and, for a ConfigMap, its name. A
// thousand attached sets ask for one name, and each has a ConfigMap of its own.
type likeness struct{ asked, configMap string }

func likenessOf(asked string, source corev1.VolumeSource) likeness {
	if source.ConfigMap == nil {
		return likeness{asked: asked}
	}
	return likeness{asked, source.ConfigMap.Name}
}

func noVolumes() *podVolumes {
	return &podVolumes{volumes: make([]corev1.Volume, 0, 6), taken: map[string]bool{}, like: map[likeness][]int{}, next: map[string]int{}}
}

func newPodVolumes(c cluster) *podVolumes {
	v := noVolumes()
	v.add(scriptsVolume, c.scriptsSource())
	v.add(c.viewName(), corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}})
	v.add(homeVolume, corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}})
	if c.needsKey() {
		v.addKey(c)
	}
	v.own = len(v.volumes)
	return v
}

func (v *podVolumes) addKey(c cluster) {
	v.add(privateVolume, memoryVolume())
	if c.usesJob() && c.makesKey() {
		v.add(curveVolume, memoryVolume())
		v.add(tokenVolume, newTokenVolume())
		return
	}
	v.add(curveVolume, corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{
		SecretName: c.curveSecretName(), // any user may read it; no other container mounts it
	}})
}

// add returns the name of the volume in the pod. Two containers may use one name
// for different volumes; the later volume then gets a number.
func (v *podVolumes) add(name string, source corev1.VolumeSource) string {
	return v.put(name, source, func(at int) bool {
		return equality.Semantic.DeepEqual(v.volumes[at].VolumeSource, source)
	})
}

// join is add for a volume of an attached set. If the MiniCluster has a volume with
// the same name and source, both share it. Latchkey's own volumes are not shared.
func (v *podVolumes) join(name string, source corev1.VolumeSource) string {
	return v.put(name, source, func(at int) bool {
		return at >= v.own && equality.Semantic.DeepEqual(named(v.volumes[at].VolumeSource), named(source))
	})
}

// put returns the name of the same volume under the same asked name. Without one it adds numbers to the asked name until
// it is free.
func (v *podVolumes) put(name string, source corev1.VolumeSource, isSame func(at int) bool) string {
	like := likenessOf(name, source)
	for _, at := range v.like[like] {
		if isSame(at) {
			return v.volumes[at].Name
		}
	}
	free := v.free(name)
	v.like[like] = append(v.like[like], len(v.volumes))
	v.taken[free] = true
	v.volumes = append(v.volumes, corev1.Volume{Name: free, VolumeSource: source})
	return free
}

// free returns a name for another volume: the asked name, or the asked name with a number.
func (v *podVolumes) free(name string) string {
	for i := v.next[name]; ; i++ {
		candidate := name
		if i > 0 {
			suffix := "-" + strconv.Itoa(i)
			candidate = name[:min(len(name), validation.DNS1123LabelMaxLength-len(suffix))] + suffix
		}
		if !v.taken[candidate] {
			v.next[name] = i + 1
			return candidate
		}
	}
}

// named returns a source without what addons cannot say: that a directory must
// exist, the modes of files, and the size and medium of an empty directory.
func named(source corev1.VolumeSource) corev1.VolumeSource {
	source = *source.DeepCopy()
	switch {
	case source.HostPath != nil:
		source.HostPath.Type = nil
	case source.Secret != nil:
		source.Secret.DefaultMode = nil
	case source.ConfigMap != nil:
		source.ConfigMap.DefaultMode = nil
	case source.EmptyDir != nil:
		source.EmptyDir = &corev1.EmptyDirVolumeSource{}
	}
	return source
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

// noSource says whether a volume names nothing to mount. It becomes an empty
// folder. The Flux Operator makes a claim without a name, which no API server accepts.
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

// scriptsSource is the ConfigMap of the set.
func (c cluster) scriptsSource() corev1.VolumeSource { return c.filesSource(c.files[0]) }

// filesSource is a ConfigMap of scripts. Every user may read it, and run the user's
// own scripts, which may name their program.
func (c cluster) filesSource(configMap *corev1.ConfigMap) corev1.VolumeSource {
	source := &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: configMap.Name}}
	if slices.ContainsFunc(append(c.wrapped(), c.runner()), func(c v1alpha2.Container) bool { return c.Commands.Script != "" }) {
		source.DefaultMode = new(int32(0o555))
	}
	return corev1.VolumeSource{ConfigMap: source}
}
