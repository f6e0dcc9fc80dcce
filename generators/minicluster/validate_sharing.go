package minicluster

import (
	"maps"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

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
