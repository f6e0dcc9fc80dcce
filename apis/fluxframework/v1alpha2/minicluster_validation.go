package v1alpha2

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Places of fields, for problems and tests.
var (
	metadataPath = field.NewPath("metadata")
	namePath     = metadataPath.Child("name")

	specPath       = field.NewPath("spec")
	containersPath = specPath.Child("containers")
	servicesPath   = specPath.Child("services")
	sizePath       = specPath.Child("size")
	maxSizePath    = specPath.Child("maxSize")
	minSizePath    = specPath.Child("minSize")
	tasksPath      = specPath.Child("tasks")
	deadlinePath   = specPath.Child("deadlineSeconds")
	backoffPath    = specPath.Child("backoffLimit")
	networkPath    = specPath.Child("network")
	loggingPath    = specPath.Child("logging")
	archivePath    = specPath.Child("archive", "path")
	podPath        = specPath.Child("pod")
	fluxPath       = specPath.Child("flux")
	viewPath       = fluxPath.Child("container")
	burstingPath   = fluxPath.Child("bursting")
	curveCertPath  = fluxPath.Child("curveCert")
	configPath     = fluxPath.Child("brokerConfig")
)

// maxPods is how many pods an indexed Job can have, see kubernetes/kubernetes v1.36,
// pkg/apis/batch/validation/validation.go, maxParallelismForIndexedJob.
const maxPods = 100_000

// judge judges one MiniCluster under the options that hold for it.
type judge struct {
	findings.Findings
	mc   *MiniCluster
	opts latchkey.Options
}

var rules = []func(*judge){
	(*judge).checkMetadata,
	(*judge).checkNames,
	(*judge).checkSizes,
	(*judge).checkLimits,
	(*judge).checkRename,
	(*judge).checkRunner,
	(*judge).checkContainers,
	(*judge).checkServices,
	(*judge).checkContainerNames,
	(*judge).checkPorts,
	(*judge).checkPod,
	(*judge).checkPodResources,
	(*judge).checkView,
	(*judge).checkFlux,
	(*judge).checkBursting,
	(*judge).checkBrokerConfig,
	(*judge).checkCurve,
	(*judge).checkTextSize,
	(*judge).warnOfUnused,
	(*judge).warnOfHostNames,
}

// Validate returns everything that is wrong with a MiniCluster on which Default has run, and everything
// that does less than it seems to. The options are those that hold for it; what its own fields say comes
// in by itself, see [MiniCluster.Options].
//
// Errors are what an API server, JobSet or Flux would refuse. Warnings leave the object usable. Neither
// the object nor the options are changed.
func (mc *MiniCluster) Validate(opts latchkey.Options) (errs, warnings field.ErrorList) {
	opts = mc.Options().Merge(opts)
	opts.Default()
	v := &judge{mc: mc, opts: opts}
	for _, rule := range rules {
		rule(v)
	}
	return v.Errors, v.Warnings
}

func (v *judge) usesJob() bool { return v.opts.Workload == latchkey.WorkloadJob }

func (v *judge) size() int32 { return ptr.Deref(v.mc.Spec.Size, 1) }

// ownHosts is the number of hosts of this set: its pods, and those that may join. Wrong sizes are reported
// elsewhere, and bounded here.
func (v *judge) ownHosts() int32 { return min(max(v.size(), v.mc.Spec.MaxSize, 1), maxPods) }

func (v *judge) manyHosts() bool { return v.ownHosts() > 1 || v.mc.bursts() }

// runner returns the container with the broker and its place, or nil when there is not exactly one.
func (v *judge) runner() (*Container, *field.Path) {
	var found []int
	for i, container := range v.mc.Spec.Containers {
		if container.isRunner() {
			found = append(found, i)
		}
	}
	if len(found) != 1 {
		return nil, nil
	}
	return &v.mc.Spec.Containers[found[0]], containersPath.Index(found[0])
}

func (c *Container) isRunner() bool { return ptr.Deref(c.RunFlux, false) }

// checkSizes does not judge what Default has copied from a wrong size.
func (v *judge) checkSizes() {
	spec, size := v.mc.Spec, v.size()
	sound := v.Between(sizePath, size, 1, maxPods, "number of pods in the cluster")
	if v.Between(minSizePath, spec.MinSize, 0, maxPods, "number of brokers to wait for; 0 waits for all") && sound && spec.MinSize > size {
		v.Invalid(minSizePath, spec.MinSize, "%d is more than size, which is %d: use %d or less", spec.MinSize, size, size)
	}
	if spec.MaxSize != size && v.Between(maxSizePath, spec.MaxSize, 0, maxPods, "number of hosts that Flux knows of") && sound && 0 < spec.MaxSize && spec.MaxSize < size {
		v.Invalid(maxSizePath, spec.MaxSize, "%d is less than size, which is %d: use %d or more, or leave it out", spec.MaxSize, size, size)
	}
	if sound && spec.MaxSize > size {
		v.Warn(maxSizePath, spec.MaxSize, "%d hosts are registered, and nothing here adds pods beyond size (%d): the other hosts stay down until you start pods of their names; leave maxSize out if none will come", spec.MaxSize, size)
	}
	if sound && 0 < spec.MinSize && spec.MinSize < size {
		v.Warn(minSizePath, spec.MinSize, "Flux starts with %d of %d brokers, while a job that asks for all nodes waits for the others: check tasks and optionFlags, or leave minSize out", spec.MinSize, size)
	}
}

func (v *judge) checkLimits() {
	spec := v.mc.Spec
	tasks := ptr.Deref(spec.Tasks, 1)
	v.Between(tasksPath, tasks, 0, 1<<31-1, "number of tasks over the whole set; 0 asks for nodes only")
	if limit := spec.BackoffLimit; limit != nil {
		v.Between(backoffPath, *limit, 0, 1<<31-1, "number of times that the whole set is started again")
		if *limit > 0 && v.usesJob() {
			v.Warn(backoffPath, *limit, "%d has no effect with workload Job, which cannot start again as a whole: use workload JobSet", *limit)
		}
	}
	deadline := ptr.Deref(spec.DeadlineSeconds, DefaultDeadlineSeconds)
	switch {
	case deadline < 0:
		v.Invalid(deadlinePath, deadline, "%d is too small: use 1 or more (seconds until the set is ended)", deadline)
	case deadline == 0:
		v.Invalid(deadlinePath, deadline, "0 would end the set at once: use 1 or more (seconds until the set is ended), or leave it out for about a year")
	}
}
