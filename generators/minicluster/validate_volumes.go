package minicluster

import (
	"maps"
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// checkMounts refuses two mounts at one path of a container, as the server does.
func (v *judge) checkMounts(c *v1alpha2.Container, container *field.Path, own []corev1.VolumeMount) {
	mounted := map[string]string{}
	for _, mount := range own {
		mounted[path.Clean(mount.MountPath)] = "Latchkey itself"
	}
	for _, name := range findings.SortedKeys(c.Volumes) {
		mount := c.Volumes[name].Path
		place := path.Clean(mount)
		if !path.IsAbs(place) || place == "/" {
			continue // refused with the field
		}
		if user, ok := mounted[place]; ok {
			v.Duplicate(container.Child("volumes").Key(name).Child("path"), mount, "%q is mounted by %s already: choose another path", mount, user)
			continue
		}
		mounted[place] = "the volume " + name
	}
}

// runDirectory is the directory of the broker's socket, below the mount path. Flux allows a run directory of at most 96 bytes.
const (
	runDirectory    = "/config/run/flux"
	maxRunDirectory = 96
)

// checkMountPath requires a mount path that is free in all containers and that Flux can use.
func (v *judge) checkMountPath() {
	mount, at := v.mountPath(), v1alpha2.ViewPath.Child("mountPath")
	isOther := func(other corev1.VolumeMount) bool {
		return other != v.viewMount() && path.Clean(other.MountPath) == path.Clean(mount)
	}
	switch {
	case !path.IsAbs(mount): // refused with the field
	case path.Clean(mount) == "/" || slices.ContainsFunc(v.runnerMounts(), isOther):
		v.Invalid(at, mount, "%q is taken: choose another directory, for example %s", mount, v1alpha2.DefaultMountPath)
	case strings.ContainsAny(mount, ":\n"):
		v.Invalid(at, mount, "%q has a colon or a line end, which paths in PATH cannot have: choose another directory", mount)
	case strings.Contains(mount, ","):
		v.Invalid(at, mount, "%q has a comma, at which Flux splits its options: choose another directory", mount)
	case len(mount)+len(runDirectory) > maxRunDirectory:
		v.Invalid(at, mount, "%q is too long for the socket of Flux, which lies below it: use at most %d characters", mount, maxRunDirectory-len(runDirectory))
	}
}

// namedVolume is a volume and the first container that names it.
type namedVolume struct {
	volume v1alpha2.ContainerVolume
	owner  string
}

// warnOfUnlikeVolumes warns of different volumes with one name in containers of one pod. The pod then has both, and the
// containers share nothing.
func (v *judge) warnOfUnlikeVolumes(containers []v1alpha2.Container, list *field.Path) {
	first := map[string]namedVolume{}
	for i, container := range containers {
		at := list.Index(i)
		for _, name := range findings.SortedKeys(container.Volumes) {
			volume := effective(container.Volumes[name])
			known, ok := first[name]
			if !ok {
				first[name] = namedVolume{volume, strings.TrimPrefix(at.String(), "spec.")}
				continue
			}
			if unlike := unlikeFields(known.volume, volume); len(unlike) > 0 {
				v.WarnText(at.Child("volumes").Key(name), "%q is another volume than that of %s, which has another %s: say the same in both to share one volume, or choose another name",
					name, known.owner, strings.Join(unlike, " and "))
			}
		}
	}
}

// effective returns the volume without the fields that do not change what it is.
func effective(volume v1alpha2.ContainerVolume) v1alpha2.ContainerVolume {
	volume.EmptyDir = volume.EmptyDir || volume.CSIDriver == "" && volume.SecretName == "" && noSource(volume)
	if !volume.EmptyDir {
		volume.EmptyDirMedium, volume.EmptyDirSizeLimit = "", ""
	}
	if volume.ConfigMapName == "" && volume.SecretName == "" {
		volume.Items = nil
	}
	if volume.CSIDriver == "" {
		volume.CSIDriverAttributes = nil
	}
	return volume
}

// unlikeFields names the fields in which two volumes differ, except fields about the mount of one container.
func unlikeFields(a, b v1alpha2.ContainerVolume) []string {
	var fields []string
	for _, one := range []struct {
		field  string
		unlike bool
	}{
		{"hostPath", a.HostPath != b.HostPath},
		{"configMapName", a.ConfigMapName != b.ConfigMapName},
		{"items", !maps.Equal(a.Items, b.Items)},
		{"claimName", a.ClaimName != b.ClaimName},
		{"secretName", a.SecretName != b.SecretName},
		{"emptyDir", a.EmptyDir != b.EmptyDir},
		{"emptyDirMedium", !strings.EqualFold(a.EmptyDirMedium, b.EmptyDirMedium)},
		{"emptyDirSizeLimit", !isSameQuantity(a.EmptyDirSizeLimit, b.EmptyDirSizeLimit)},
		{"csiDriver", a.CSIDriver != b.CSIDriver},
		{"csiDriverAttributes", !maps.Equal(a.CSIDriverAttributes, b.CSIDriverAttributes)},
	} {
		if one.unlike {
			fields = append(fields, one.field)
		}
	}
	return fields
}

// isSameQuantity compares quantities that may be written in two forms, for example 1Gi and 1024Mi.
func isSameQuantity(a, b string) bool {
	if a == b {
		return true
	}
	first, err := resource.ParseQuantity(a)
	second, wrong := resource.ParseQuantity(b)
	return err == nil && wrong == nil && first.Cmp(second) == 0
}
