package minicluster

import (
	"path"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

var runnerMounts = []string{curvePath, privatePath, newKeyPath}

func (v *judge) ownMounts() []string {
	var mounts []string
	for _, mount := range v.appMounts() {
		mounts = append(mounts, mount.MountPath)
	}
	return mounts
}

// checkMounts refuses two mounts at one place of a container, as the server does.
func (v *judge) checkMounts(c *v1alpha2.Container, container *field.Path, own []string) {
	mounted := map[string]string{}
	for _, mount := range own {
		mounted[path.Clean(mount)] = "Latchkey itself"
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
