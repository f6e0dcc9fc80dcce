package v1alpha2

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// runDirectory is where the broker of a set keeps its socket, below the mount path. Flux allows a run
// directory 96 bytes.
const (
	runDirectory    = "/config/run/flux"
	maxRunDirectory = 96
)

// checkView checks the container that brings Flux.
func (v *judge) checkView() {
	view := &v.mc.Spec.Flux.Container
	v.Image(viewPath.Child("image"), view.Image)
	v.Obey(viewPath.Child("name"), view.Name, findings.Label)
	v.Obey(viewPath.Child("imagePullSecret"), view.ImagePullSecret, findings.ObjectName)
	v.Directory(viewPath.Child("workingDir"), view.WorkingDir)
	v.Text(viewPath.Child("pythonPath"), view.PythonPath)
	v.checkResources(viewPath.Child("resources"), view.Resources)
	v.checkHugePages(viewPath.Child("resources"), view.Resources.Limits, view.Resources.Requests)
	v.checkSecurity(viewPath.Child("securityContext"), view.SecurityContext)
	v.checkMountPath(viewPath.Child("mountPath"), view.MountPath)
}

func (v *judge) checkMountPath(at *field.Path, mount string) {
	if !v.Directory(at, mount) || mount == "" {
		return
	}
	clean := path.Clean(mount)
	others := append([]string{"/", scriptsPath, homePath, softwarePath}, runnerMounts...)
	switch {
	case slices.Contains(others, clean):
		v.Invalid(at, mount, "%q is taken: choose another directory, for example %s", mount, DefaultMountPath)
	case strings.ContainsAny(mount, ":\n"):
		v.Invalid(at, mount, "%q has a colon or a line end, which paths in PATH cannot have: choose another directory", mount)
	case strings.Contains(mount, ","):
		v.Invalid(at, mount, "%q has a comma, at which Flux splits its options: choose another directory", mount)
	case len(mount)+len(runDirectory) > maxRunDirectory:
		v.Invalid(at, mount, "%q is too long for the socket of Flux, which lies below it: use at most %d characters", mount, maxRunDirectory-len(runDirectory))
	}
}

func (v *judge) checkFlux() {
	flux := &v.mc.Spec.Flux
	v.checkWords(fluxPath.Child("submitCommand"), flux.SubmitCommand, true)
	v.checkWords(fluxPath.Child("optionFlags"), flux.OptionFlags, false)
	v.Text(fluxPath.Child("wrap"), flux.Wrap)
	v.checkDuration(fluxPath.Child("connectTimeout"), ptr.Deref(flux.ConnectTimeout, ""))
	v.checkTopology()
	v.Choice(fluxPath.Child("scheduler", "queuePolicy"), flux.Scheduler.QueuePolicy, queuePolicies...)
	v.Between(fluxPath.Child("logLevel"), ptr.Deref(flux.LogLevel, DefaultLogLevel), -1, 7, "level of a message, 0 emergencies to 7 debugging, -1 none")
	v.checkFluxEnvironment()
	v.checkArchive()
}

// queuePolicies are those of flux-framework/flux-sched, doc/man5/flux-config-sched-fluxion-qmanager.rst.
var queuePolicies = []string{"conservative", "easy", "fcfs", "hybrid"}

// checkWords checks a list of words as a shell writes it.
func (v *judge) checkWords(at *field.Path, text string, needed bool) {
	words, err := SplitWords(text)
	switch {
	case err != nil:
		v.Invalid(at, text, "%q %s", text, err)
	case needed && text != "" && len(words) == 0:
		v.Invalid(at, text, "%q has no word: write a command, or leave it out", text)
	}
}

// checkDuration checks a duration of Flux, see flux-framework/flux-core, src/common/libutil/fsd.c: a
// number, and a unit. The empty one is not judged.
func (v *judge) checkDuration(at *field.Path, duration string) {
	if duration != "" && !isDuration(duration) {
		v.Invalid(at, duration, "%q is not a duration of Flux: write a number and ms, s, m, h or d, for example 5s", duration)
	}
}

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

// topology is the shape of the tree of brokers: a kind, and how many brokers a parent has below it.
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

// maxCritical is the fanout above which mincrit makes routers when it is left to choose.
const maxCritical = 1024

// isFlat says whether every broker of size is a child of the lead.
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
	flux, at := v.mc.Spec.Flux, fluxPath.Child("topology")
	if flux.Topology == "" {
		return
	}
	shape, ok := parseTopology(flux.Topology)
	if !ok {
		v.Invalid(at, flux.Topology, "%q is not a topology: use kary:K, binomial, mincrit, mincrit:K or custom, K being a number", flux.Topology)
		return
	}
	if flux.MinimalService && !shape.isFlat(v.allHosts()) {
		v.Invalid(at, flux.Topology, "%q puts brokers below others than the lead, and with minimalService only the lead has a name: leave one of the two out", flux.Topology)
	}
}

// allHosts is the number of hosts of the instance, those of other clusters included.
func (v *judge) allHosts() int {
	bursting := v.mc.Spec.Flux.Bursting
	if bursting.Hostlist != "" {
		hosts, _ := parseHostlist(bursting.Hostlist)
		return len(hosts)
	}
	total := int(v.ownHosts())
	if bursting.LeadBroker.Address != "" {
		total = int(bursting.LeadBroker.Size)
	}
	for _, cluster := range bursting.Clusters {
		total += int(cluster.Size)
	}
	return total
}

func (v *judge) checkArchive() {
	archive := v.mc.Spec.Archive.Path
	if archive == "" || !v.Directory(archivePath, archive) {
		return
	}
	if strings.Contains(archive, ",") {
		v.Invalid(archivePath, archive, "%q has a comma, at which Flux splits its options: choose another path", archive)
	}
	runner, _ := v.runner()
	if runner == nil {
		return
	}
	name := runner.volumeOf(path.Clean(archive))
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

// isDirectory says whether a path in the runner is surely not that of a file.
func (v *judge) isDirectory(file string, runner *Container) bool {
	if _, last := path.Split(file); last == "" || last == "." || last == ".." {
		return true
	}
	mounts := append(v.appMounts(), runnerMounts...)
	for _, volume := range runner.Volumes {
		mounts = append(mounts, volume.Path)
	}
	return slices.ContainsFunc(mounts, func(mount string) bool { return isBelow(path.Clean(mount), path.Clean(file)) })
}

// volumeOf returns the name of the volume that a file of the container lies in, "" for none.
func (c *Container) volumeOf(file string) string {
	found, deepest := "", ""
	for _, name := range findings.SortedKeys(c.Volumes) {
		mount := path.Clean(c.Volumes[name].Path)
		if path.IsAbs(mount) && isBelow(file, mount) && len(mount) > len(deepest) {
			found, deepest = name, mount
		}
	}
	return found
}

// isBelow says whether a path is that of a directory, or of something in it.
func isBelow(file, directory string) bool {
	return file == directory || strings.HasPrefix(file, strings.TrimSuffix(directory, "/")+"/")
}
