package v1alpha2

import (
	"path"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

func (v *judge) checkVolumes(c *Container, container *field.Path) {
	for _, name := range findings.SortedKeys(c.Volumes) {
		volume, at := c.Volumes[name], container.Child("volumes").Key(name)
		if name == "" || !findings.Label.Allows(name) {
			v.Invalid(at, name, "%q cannot be the name of a volume: %s", name, findings.Label.Remedy)
		}
		v.checkMount(at.Child("path"), volume.Path)
		v.checkSource(&volume, at)
		v.checkItems(&volume, at.Child("items"))
		v.checkEmptyDir(&volume, at)
		if len(volume.CSIDriverAttributes) > 0 && volume.CSIDriver == "" {
			v.Warn(at.Child("csiDriverAttributes"), len(volume.CSIDriverAttributes), "they have no effect without csiDriver: name the driver, or leave them out")
		}
	}
}

// checkMount checks the path of a mount. It ignores other mounts of the container.
func (v *judge) checkMount(at *field.Path, mount string) {
	switch {
	case mount == "":
		v.Required(at, "there is no path: say where in the container the volume is mounted, for example /data")
	case !v.Directory(at, mount):
	case path.Clean(mount) == "/":
		v.Invalid(at, mount, "%q would hide the whole image: mount the volume at a directory", mount)
	case strings.Contains(mount, ":"):
		v.Invalid(at, mount, "%q has a colon, which container runtimes refuse: choose another path", mount)
	}
}

// sources returns the names of the source fields that are set.
func (volume *ContainerVolume) sources() (set []string) {
	for _, source := range []struct {
		field string
		isSet bool
	}{
		{"csiDriver", volume.CSIDriver != ""},
		{"secretName", volume.SecretName != ""},
		{"emptyDir", volume.EmptyDir},
		{"hostPath", volume.HostPath != ""},
		{"configMapName", volume.ConfigMapName != ""},
		{"claimName", volume.ClaimName != ""},
	} {
		if source.isSet {
			set = append(set, source.field)
		}
	}
	return set
}

func (v *judge) checkSource(volume *ContainerVolume, at *field.Path) {
	sources := volume.sources()
	switch {
	case len(sources) == 0:
		v.Warn(at, field.OmitValueType{}, "the volume has no source, so it is an empty directory of the pod: say emptyDir: true if that is meant, else hostPath, claimName, configMapName, secretName or csiDriver")
	case len(sources) > 1:
		v.Invalid(at, strings.Join(sources, ", "), "the volume has %d sources, %s: leave one", len(sources), strings.Join(sources, " and "))
	}
	v.NodePath(at.Child("hostPath"), volume.HostPath)
	v.Obey(at.Child("configMapName"), volume.ConfigMapName, findings.ObjectName)
	v.Obey(at.Child("claimName"), volume.ClaimName, findings.ObjectName)
	v.Obey(at.Child("secretName"), volume.SecretName, findings.ObjectName)
	v.Driver(at.Child("csiDriver"), volume.CSIDriver)
}

// checkItems checks keys and paths of a ConfigMap or Secret, see kubernetes/kubernetes,
// pkg/apis/core/validation/validation.go, validateKeyToPath.
func (v *judge) checkItems(volume *ContainerVolume, at *field.Path) {
	if len(volume.Items) > 0 && volume.ConfigMapName == "" && volume.SecretName == "" {
		v.Warn(at, len(volume.Items), "they have no effect without configMapName or secretName: name one, or leave them out")
	}
	files := map[string]string{}
	for _, key := range findings.SortedKeys(volume.Items) {
		file, at := volume.Items[key], at.Key(key)
		v.Obey(at, key, findings.FileKey)
		switch {
		case key == "" || file == "":
			v.Invalid(at, file, "an item needs a key and a path: write both, for example app.conf: app.conf")
		case path.IsAbs(file) || strings.HasPrefix(file, "..") || slices.Contains(strings.Split(file, "/"), ".."):
			v.Invalid(at, file, "%q leaves the volume: use a path below it, without \"/\" at the beginning and without \"..\"", file)
		case files[file] != "":
			v.Duplicate(at, file, "%q is the path of %q already: choose another", file, files[file])
		default:
			files[file] = key
		}
	}
}

func (v *judge) checkEmptyDir(volume *ContainerVolume, at *field.Path) {
	medium, limit := volume.EmptyDirMedium, volume.EmptyDirSizeLimit
	if medium != "" && !strings.EqualFold(medium, "Memory") {
		v.Invalid(at.Child("emptyDirMedium"), medium, "%q is unknown: use \"Memory\", or leave it out for the node's disk", medium)
	}
	if limit != "" {
		quantity, err := resource.ParseQuantity(limit)
		switch {
		case err != nil:
			v.Invalid(at.Child("emptyDirSizeLimit"), limit, "%q is not a quantity: write a number of bytes, for example 64Gi", limit)
		case quantity.Sign() < 0:
			v.Invalid(at.Child("emptyDirSizeLimit"), limit, "%q is negative: use 0 or more", limit)
		}
	}
	if volume.EmptyDir {
		return
	}
	for _, one := range []struct{ name, value string }{{"emptyDirMedium", medium}, {"emptyDirSizeLimit", limit}} {
		if one.value != "" && len(volume.sources()) > 0 {
			v.Warn(at.Child(one.name), one.value, "%q has no effect without emptyDir: true: add it, or leave %s out", one.value, one.name)
		}
	}
}
