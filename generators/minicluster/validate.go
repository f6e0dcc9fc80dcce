package minicluster

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// Paths of fields that only this package judges. The other paths are in the package of the type.
var (
	metadataPath = field.NewPath("metadata")
	loggingPath  = v1alpha2.SpecPath.Child("logging")
	configPath   = v1alpha2.FluxPath.Child("brokerConfig")
	minSizePath  = v1alpha2.SpecPath.Child("minSize")
	maxSizePath  = v1alpha2.SpecPath.Child("maxSize")
)

// A validator validates a MiniCluster by its fields and by the objects that it becomes.
type validator struct {
	cluster
	findings.Findings
	// containers are the containers of spec.containers, and then the ones of spec.services.
	containers []placed
	// onlyRunner is set by checkRunners. It is nil unless there is exactly one.
	onlyRunner *placed
}

// A placed container has its path.
type placed struct {
	*v1alpha2.Container
	at        *field.Path
	isService bool
}

// runs tells whether the broker runs in the container.
func (c placed) runs() bool { return !c.isService && c.RunsFlux() }

// title is what messages call the container: containers[0].
func (c placed) title() string { return strings.TrimPrefix(c.at.String(), "spec.") }

// Validate returns all problems of a MiniCluster that its schema does not tell. [Default] must have run, and opts must hold all
// defaults. Nothing is changed.
//
// Errors are what JobSet or Flux would refuse, and what a server would refuse of the Jobs that JobSet makes, where nobody sees it.
// An object with warnings can be used.
//
// Validate works on a copy of mc. In the copy maxSize is at least size, so that there are hosts. A placeholder of the same length stands
// for the hash in names, which is not known yet.
func Validate(mc *v1alpha2.MiniCluster, opts latchkey.Options) (errs, warnings field.ErrorList) {
	copied := *mc
	c := newCluster(&copied, opts)
	copied.Spec.MaxSize = max(*mc.Spec.Size, mc.Spec.MaxSize)
	if c.HashesNames() {
		c.Hash = workload.HashPlaceholder
	}
	v := &validator{cluster: c}
	for i := range copied.Spec.Containers {
		v.containers = append(v.containers, placed{&copied.Spec.Containers[i], v1alpha2.ContainersPath.Index(i), false})
	}
	for i := range copied.Spec.Services {
		v.containers = append(v.containers, placed{&copied.Spec.Services[i], v1alpha2.ServicesPath.Index(i), true})
	}
	v.checkNames()
	v.checkSizes(mc.Spec.MaxSize)
	v.checkRename()
	v.checkContainers()
	v.checkPod()
	v.checkFlux()
	v.checkHosts()
	v.checkElastic()
	v.warnOfSetFields()
	v.warnOfHostNames()
	return v.Errors, v.Warnings
}

// checkNames checks the names of the set and of its Service. JobSet wants RFC 1035 labels, and Flux wants labels as host names.
// The name of the set leaves room for the longest label made from it: the name of a pod or, with workload: Job, of the services'
// Job. Names of other objects may be longer.
func (v *validator) checkNames() {
	v.Metadata("MiniCluster", &v.mc.ObjectMeta)
	last := hostRange(v.hostPrefix(v.WorkloadName(v.mc.Name)), v.mc.Spec.MaxSize-1, 1)
	longest, owner := last+workload.PodSuffix, "a pod with the suffix that Kubernetes adds"
	if services := v.WorkloadName(v.servicesJobName()); len(v.mc.Spec.Services) > 0 && len(services) > len(longest) {
		longest, owner = services, "the Job of the services"
	}
	v.Fits(v1alpha2.NamePath, v.mc.Name, longest, owner, findings.MaxLabel)
	if len(v.mc.Name) <= findings.MaxLabel {
		v.Obey(v1alpha2.NamePath, v.mc.Name, findings.ServiceName)
	}
	if service := v.headlessName(); service != v.mc.Name {
		v.Obey(v1alpha2.SpecPath.Child("network", "headlessName"), service, findings.ServiceName)
	}
}

// checkSizes compares the sizes. It does not judge a maxSize that Default has copied.
func (v *validator) checkSizes(maxSize int32) {
	spec, size := v.mc.Spec, *v.mc.Spec.Size
	if spec.MinSize > size {
		v.Invalid(minSizePath, spec.MinSize, "%d is more than size, which is %d: use %d or less", spec.MinSize, size, size)
	}
	if maxSize < size {
		v.Invalid(maxSizePath, maxSize, "%d is less than size, which is %d: use %d or more, or leave it out", maxSize, size, size)
	}
	if 0 < spec.MinSize && spec.MinSize < size && !v.mc.Elastic() {
		v.Warn(minSizePath, spec.MinSize, "Flux starts with %d of %d brokers, but a job that asks for all nodes still waits for the others: let tasks and optionFlags ask for no more than %d nodes, or leave minSize out", spec.MinSize, size, spec.MinSize)
	}
	if limit := ptr.Deref(spec.BackoffLimit, 0); limit > 0 && v.UsesJob() {
		v.Warn(v1alpha2.SpecPath.Child("backoffLimit"), limit, "%d has no effect with the option workload=Job, because a Job cannot start again as a whole: use workload=JobSet", limit)
	}
}

// checkElastic warns of what does not follow the size of an elastic set.
func (v *validator) checkElastic() {
	if v.onlyRunner == nil || !v.mc.Elastic() || mode(*v.onlyRunner.Container) == interactiveMode {
		return
	}
	if v.Options.Gang == latchkey.GangPodGroup && v.Options.GangVersion == latchkey.GangVersionAlpha {
		v.Warn(v1alpha2.SpecPath.Child("maxSize"), v.mc.Spec.MaxSize, "with the option gang=PodGroup, the size cannot change while pods run, because Kubernetes 1.36 refuses a change of the parallelism of a Job with a PodGroup: set gangVersion: v1beta1 for Kubernetes 1.37, or leave maxSize or gang out")
	}
	spec := v.mc.Spec
	if *spec.Size > 1 && spec.MinSize == 0 {
		v.Warn(v1alpha2.SpecPath.Child("maxSize"), spec.MaxSize, "the size of this MiniCluster may change from 1 to %d, so Flux starts the command with one broker: set minSize to the number of brokers to wait for", spec.MaxSize)
	}
	if mode(*v.onlyRunner.Container) != launcherMode && !v.mc.TasksDefaulted && ptr.Deref(spec.Tasks, 1) == 0 {
		v.Warn(v1alpha2.TasksPath, 0, "0 asks for all nodes, but their number may change here, so the command runs as one task: write the number of tasks, or leave maxSize out")
	}
}

// checkRename refuses onChange: Rename for a set if its host names are in the user's broker configuration or in the hostlist of
// another set. Host names then hold a hash, which is not known before the set is rendered.
func (v *validator) checkRename() {
	if !v.HashesNames() || !v.manyHosts() {
		return
	}
	if v.mc.Spec.Flux.BrokerConfig != "" {
		v.Forbidden(configPath, "it names the hosts, and the option onChange=Rename gives them other names whenever the MiniCluster changes: leave the field out, or use another value of onChange")
	}
	if v.mc.Bursts() {
		v.Forbidden(v1alpha2.BurstingPath, "other MiniClusters know the hosts of this one by name, and the option onChange=Rename gives them other names whenever the MiniCluster changes: use another value of onChange")
	}
}
