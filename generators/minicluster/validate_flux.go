package minicluster

import (
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// checkEnvironment warns of a variable of spec.flux.environment that the runner sets itself.
func (v *judge) checkEnvironment() {
	runner, _ := v.theRunner()
	if runner == nil {
		return
	}
	for _, name := range findings.SortedKeys(v.mc.Spec.Flux.Environment) {
		value := v.mc.Spec.Flux.Environment[name]
		if own, ok := runner.Environment[name]; ok && own != value {
			v.Warn(fluxPath.Child("environment").Key(name), value, "%q has another value in the runner's environment, which wins: leave one of the two out", name)
		}
	}
}

func (v *judge) checkArchive() {
	archive := v.mc.Spec.Archive.Path
	if !path.IsAbs(archive) { // refused with the field
		return
	}
	if strings.Contains(archive, ",") {
		v.Invalid(archivePath, archive, "%q has a comma, at which Flux splits its options: choose another path", archive)
	}
	runner, _ := v.theRunner()
	if runner == nil {
		return
	}
	name := volumeOf(runner, path.Clean(archive))
	switch volume := runner.Volumes[name]; {
	case v.isDirectory(archive, runner):
		v.Invalid(archivePath, archive, "%q is a directory: name a file in it, for example %s", archive, path.Join(archive, "archive.tar.gz"))
	case name == "":
		v.Warn(archivePath, archive, "%q is in no volume of the runner, so the archive is lost with the pod: mount a volume there", archive)
	case volume.ReadOnly:
		v.Warn(archivePath, archive, "%q is in the volume %q, which is mounted readOnly: the state is restored from it and not saved to it; to save it, leave readOnly out", archive, name)
	case volume.ConfigMapName != "" || volume.SecretName != "":
		v.Warn(archivePath, archive, "%q is in the volume %q, a ConfigMap or Secret: the state is restored from it and not saved to it; to save it, choose a path in another volume", archive, name)
	}
}

// isDirectory says whether a path in the runner is certainly not the path of a file.
func (v *judge) isDirectory(file string, runner *v1alpha2.Container) bool {
	if _, last := path.Split(file); last == "" || last == "." || last == ".." {
		return true
	}
	mounts := v.runnerMounts()
	for _, volume := range runner.Volumes {
		mounts = append(mounts, corev1.VolumeMount{MountPath: volume.Path})
	}
	return slices.ContainsFunc(mounts, func(mount corev1.VolumeMount) bool { return isBelow(path.Clean(mount.MountPath), path.Clean(file)) })
}

// volumeOf returns the name of the container's volume with a file, "" for none.
func volumeOf(c *v1alpha2.Container, file string) string {
	found, deepest := "", ""
	for _, name := range findings.SortedKeys(c.Volumes) {
		mount := path.Clean(c.Volumes[name].Path)
		if path.IsAbs(mount) && isBelow(file, mount) && len(mount) > len(deepest) {
			found, deepest = name, mount
		}
	}
	return found
}

// isBelow says whether a path is a directory or something in it.
func isBelow(file, directory string) bool {
	return file == directory || strings.HasPrefix(file, strings.TrimSuffix(directory, "/")+"/")
}
