package minicluster

import (
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
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
			v.says("taken mount", c.Name+":"+place)
			v.Duplicate(container.Child("volumes").Key(name).Child("path"), mount, "%q is mounted by %s already: choose another path", mount, user)
			continue
		}
		mounted[place] = "the volume " + name
	}
}

// runDirectory is the directory of the broker's socket, below the mount path. Flux allows a run directory of at most 96
// bytes.
const (
	runDirectory    = "/config/run/flux"
	maxRunDirectory = 96
)

// checkMountPath requires a mount path that is free in all containers and that Flux can use.
func (v *judge) checkMountPath() {
	mount, at := v.mountPath(), viewPath.Child("mountPath")
	switch {
	case !path.IsAbs(mount): // refused with the field
	case path.Clean(mount) == "/" || slices.ContainsFunc(v.runnerMounts(), v.takesMountPath):
		v.Invalid(at, mount, "%q is taken: choose another directory, for example %s", mount, v1alpha2.DefaultMountPath)
	case strings.ContainsAny(mount, ":\n"):
		v.Invalid(at, mount, "%q has a colon or a line end, which paths in PATH cannot have: choose another directory", mount)
	case strings.Contains(mount, ","):
		v.Invalid(at, mount, "%q has a comma, at which Flux splits its options: choose another directory", mount)
	case len(mount)+len(runDirectory) > maxRunDirectory:
		v.Invalid(at, mount, "%q is too long for the socket of Flux, which lies below it: use at most %d characters", mount, maxRunDirectory-len(runDirectory))
	}
}

// takesMountPath says whether another volume is mounted at the mount path of Flux.
func (v *judge) takesMountPath(mount corev1.VolumeMount) bool {
	place := path.Clean(v.mountPath())
	if mount == v.viewMount() || path.Clean(mount.MountPath) != place {
		return false
	}
	v.says("taken mount", v.runnerName()+":"+place)
	return true
}
