package minicluster

import (
	"path"
	"slices"
	"strconv"
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
			v.Warn(v1alpha2.FluxPath.Child("environment").Key(name), value, "%q has another value in the runner's environment, which wins: leave one of the two out", name)
		}
	}
}

func (v *judge) checkArchive() {
	archive := v.mc.Spec.Archive.Path
	if !path.IsAbs(archive) { // refused with the field
		return
	}
	if strings.Contains(archive, ",") {
		v.Invalid(v1alpha2.ArchivePath, archive, "%q has a comma, at which Flux splits its options: choose another path", archive)
	}
	runner, _ := v.theRunner()
	if runner == nil {
		return
	}
	name := volumeOf(runner, path.Clean(archive))
	switch volume := runner.Volumes[name]; {
	case v.isDirectory(archive, runner):
		v.Invalid(v1alpha2.ArchivePath, archive, "%q is a directory: name a file in it, for example %s", archive, path.Join(archive, "archive.tar.gz"))
	case name == "":
		v.Warn(v1alpha2.ArchivePath, archive, "%q is in no volume of the runner, so the archive is lost with the pod: mount a volume there", archive)
	case volume.ReadOnly:
		v.Warn(v1alpha2.ArchivePath, archive, "%q is in the volume %q, which is mounted readOnly: the state is restored from it and not saved to it; to save it, leave readOnly out", archive, name)
	case volume.ConfigMapName != "" || volume.SecretName != "":
		v.Warn(v1alpha2.ArchivePath, archive, "%q is in the volume %q, a ConfigMap or Secret: the state is restored from it and not saved to it; to save it, choose a path in another volume", archive, name)
	}
}

// isDirectory tells whether a path in the runner is certainly not the path of a file.
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

// isBelow tells whether a path is a directory or something in it.
func isBelow(file, directory string) bool {
	return file == directory || strings.HasPrefix(file, strings.TrimSuffix(directory, "/")+"/")
}

// topology is the shape of the tree of brokers: a kind, and the number of brokers below each broker.
type topology struct {
	kind     string
	k        int
	explicit bool
}

// parseTopology reads tbon.topo as flux-framework/flux-core does, src/modules/overlay/topology.c.
func parseTopology(text string) (topology, bool) {
	kind, number, explicit := strings.Cut(text, ":")
	k := 0
	if number != "" {
		parsed, err := strconv.ParseUint(number, 10, 31)
		if err != nil {
			return topology{}, false
		}
		k = int(parsed)
	}
	shape := topology{kind, k, number != ""}
	switch kind {
	case "kary":
		return shape, shape.explicit
	case "mincrit":
		return shape, true
	case "binomial", "custom":
		return shape, !explicit
	default:
		return shape, false
	}
}

// maxCritical is the fanout above which mincrit adds routers if their number is not given.
const maxCritical = 1024

// isFlat tells whether every broker of size is a child of the lead.
func (t topology) isFlat(size int) bool {
	children := size - 1
	switch {
	case children <= 1 || t.kind == "custom":
		return true
	case t.kind == "binomial":
		return false
	case t.kind == "mincrit" && !t.explicit:
		return children <= maxCritical
	default:
		return t.k == 0 || t.k >= children
	}
}

func (v *judge) checkTopology() {
	flux, at := v.mc.Spec.Flux, v1alpha2.FluxPath.Child("topology")
	if flux.Topology == "" {
		return
	}
	shape, ok := parseTopology(flux.Topology)
	if !ok {
		v.Invalid(at, flux.Topology, "%q is not a topology: use kary:K, binomial, mincrit, mincrit:K or custom, K being a number", flux.Topology)
		return
	}
	hosts, _ := readHostlist(strings.ReplaceAll(hostlist(v.cluster), ownHosts, v.hostPrefix(v.mc.Name))) // of all clusters
	if flux.MinimalService && !shape.isFlat(len(hosts)) {
		v.Invalid(at, flux.Topology, "%q puts brokers below others than the lead, and with minimalService only the lead has a name: leave one of the two out", flux.Topology)
	}
}

// checkGPUs warns of a job that asks for GPUs when no limit says how many a pod has.
func (v *judge) checkGPUs() {
	runner, _ := v.theRunner()
	flags := v.mc.Spec.Flux.OptionFlags
	words, err := v1alpha2.SplitWords(flags) // an error is one of the field, and reported there
	if err != nil || runner == nil || gpus(runnerResources(v.cluster, *runner)) > 0 || !slices.ContainsFunc(words, asksForGPUs) {
		return
	}
	v.Warn(v1alpha2.FluxPath.Child("optionFlags"), flags, "%q asks for GPUs, but the runner has no limit that names GPUs, so Flux knows only those that it finds in the pod: set a limit, for example nvidia.com/gpu: 1", flags)
}

func asksForGPUs(word string) bool {
	return strings.HasPrefix(word, "--gpus-per-") || strings.HasPrefix(word, "-g") && strings.Trim(word[2:], "0123456789=") == ""
}
