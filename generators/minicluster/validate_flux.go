package minicluster

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// checkView checks the container that brings Flux.
func (v *validator) checkView() {
	view, at := &v.mc.Spec.Flux.Container, v1alpha2.ViewPath
	v.Image(at.Child("image"), view.Image)
	v.Obey(at.Child("name"), view.Name, findings.Label)
	v.Obey(at.Child("imagePullSecret"), view.ImagePullSecret, findings.ObjectName)
	v.Directory(at.Child("workingDir"), view.WorkingDir)
	v.Resources(at.Child("resources", "limits"), at.Child("resources", "requests"), view.Resources.Requirements())
	v.checkSecurity(at.Child("securityContext"), view.SecurityContext)
	v.checkMountPath()
}

// checkMountPath requires a mount path that is free in all containers, and that runtimes take.
func (v *validator) checkMountPath() {
	mount, at := v.mountPath(), v1alpha2.ViewPath.Child("mountPath")
	isOther := func(other corev1.VolumeMount) bool {
		return other != v.viewMount() && path.Clean(other.MountPath) == path.Clean(mount)
	}
	switch {
	case !v.Directory(at, mount):
	case path.Clean(mount) == "/" || slices.ContainsFunc(v.runnerMounts(), isOther):
		v.Invalid(at, mount, "%q is taken: choose another directory, for example %s", mount, v1alpha2.DefaultMountPath)
	case strings.Contains(mount, ":"):
		v.Invalid(at, mount, "%q has a colon, which container runtimes refuse: choose another path", mount)
	}
}

func (v *validator) checkFlux() {
	v.checkView()
	flux, at := &v.mc.Spec.Flux, v1alpha2.FluxPath
	v.checkWords(at.Child("submitCommand"), flux.SubmitCommand, "write a command, or leave submitCommand out")
	v.checkWords(at.Child("optionFlags"), flux.OptionFlags, "")
	if duration := ptr.Deref(flux.ConnectTimeout, ""); duration != "" && !isDuration(duration) {
		v.Invalid(at.Child("connectTimeout"), duration, "%q is not a duration of Flux: write a number and ms, s, m, h or d, for example 5s", duration)
	}
	if shape := flux.Topology; shape != "" && !topologies().MatchString(shape) {
		v.Invalid(at.Child("topology"), shape, "%q is not a topology: use kary:K, binomial, mincrit, mincrit:K or custom, K being a number", shape)
	}
	v.Directory(at.Child("installRoot"), v.mc.Legacy.InstallRoot)
	for _, name := range findings.SortedKeys(flux.Environment) { // a shell exports them, and allows fewer names than Kubernetes
		v.checkVariable(at.Child("environment").Key(name), name, findings.Identifier)
	}
	v.checkGPUs()
	v.checkArchive()
}

// checkWords checks a list of words as a shell writes it. remedy is for a string without a word, which is allowed if it is "".
func (v *validator) checkWords(at *field.Path, text, remedy string) {
	words, err := v1alpha2.SplitWords(text)
	switch {
	case err != nil:
		v.Invalid(at, text, "%q %s", text, err)
	case remedy != "" && text != "" && len(words) == 0:
		v.Invalid(at, text, "%q has no word: %s", text, remedy)
	}
}

// isDuration recognizes a duration of Flux, see flux-framework/flux-core, src/common/libutil/fsd.c: a number, and a unit.
func isDuration(duration string) bool {
	number := duration
	for _, unit := range []string{"ms", "s", "m", "h", "d"} {
		if cut, ok := strings.CutSuffix(duration, unit); ok {
			number = cut
			break
		}
	}
	_, err := strconv.ParseFloat(number, 64)
	return err == nil && strings.Trim(number, "0123456789.") == ""
}

func (v *validator) checkArchive() {
	archive := v.mc.Spec.Archive.Path
	if archive == "" || !v.Directory(v1alpha2.ArchivePath, archive) {
		return
	}
	if v.onlyRunner == nil {
		return
	}
	name := volumeOf(v.onlyRunner.Container, path.Clean(archive))
	switch volume := v.onlyRunner.Volumes[name]; {
	case v.isDirectory(archive, v.onlyRunner.Container):
		v.Invalid(v1alpha2.ArchivePath, archive, "%q is a directory: name a file in it, for example %s", archive, path.Join(archive, "archive.tar.gz"))
	case name == "":
		v.Warn(v1alpha2.ArchivePath, archive, "%q is not in a volume of the container that runs Flux, so the archive is lost with the pod: mount a volume there", archive)
	case volume.ReadOnly:
		v.Warn(v1alpha2.ArchivePath, archive, "%q is in the volume %q, which is mounted readOnly: the state is restored from this volume but not saved; to save it, leave readOnly out", archive, name)
	case volume.ConfigMapName != "" || volume.SecretName != "":
		v.Warn(v1alpha2.ArchivePath, archive, "%q is in the volume %q, a ConfigMap or Secret: the state is restored from this volume but not saved; to save it, choose a path in another volume", archive, name)
	}
}

// isDirectory tells whether a path in the runner is certainly not the path of a file.
func (v *validator) isDirectory(file string, runner *v1alpha2.Container) bool {
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

// isBelow tells whether a path is a directory or something in it.
func isBelow(file, directory string) bool {
	return file == directory || strings.HasPrefix(file, strings.TrimSuffix(directory, "/")+"/")
}

// topologies matches what tbon.topo may be, see flux-framework/flux-core, src/modules/overlay/topology.c.
var topologies = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(kary:[0-9]+|mincrit(:[0-9]+)?|binomial|custom)$`) })

// checkGPUs warns of a job that asks for GPUs when no limit says how many a pod has.
func (v *validator) checkGPUs() {
	flags := v.mc.Spec.Flux.OptionFlags
	words, err := v1alpha2.SplitWords(flags) // an error is one of the field, and reported there
	if err != nil || v.onlyRunner == nil || gpus(runnerResources(v.cluster, *v.onlyRunner.Container)) > 0 || !slices.ContainsFunc(words, asksForGPUs) {
		return
	}
	v.Warn(v1alpha2.FluxPath.Child("optionFlags"), flags, "%q asks for GPUs, but the container has no limit that names GPUs, so Flux knows only the GPUs that it finds in the pod: set a limit, for example nvidia.com/gpu: 1", flags)
}

func asksForGPUs(word string) bool {
	return strings.HasPrefix(word, "--gpus-per-") || strings.HasPrefix(word, "-g") && strings.Trim(word[2:], "0123456789=") == ""
}
