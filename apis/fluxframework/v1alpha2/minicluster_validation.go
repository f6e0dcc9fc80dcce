package v1alpha2

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Paths of fields of a MiniCluster, for problems found here and by the generator.
var (
	NamePath       = field.NewPath("metadata", "name")
	SpecPath       = field.NewPath("spec")
	ContainersPath = SpecPath.Child("containers")
	ServicesPath   = SpecPath.Child("services")
	SizePath       = SpecPath.Child("size")
	maxSizePath    = SpecPath.Child("maxSize")
	minSizePath    = SpecPath.Child("minSize")
	TasksPath      = SpecPath.Child("tasks")
	deadlinePath   = SpecPath.Child("deadlineSeconds")
	backoffPath    = SpecPath.Child("backoffLimit")
	networkPath    = SpecPath.Child("network")
	ArchivePath    = SpecPath.Child("archive", "path")
	PodPath        = SpecPath.Child("pod")
	FluxPath       = SpecPath.Child("flux")
	ViewPath       = FluxPath.Child("container")
	BurstingPath   = FluxPath.Child("bursting")
	CurveCertPath  = FluxPath.Child("curveCert")
)

// MaxPods is the largest number of pods of an indexed Job, see kubernetes/kubernetes v1.36,
// pkg/apis/batch/validation/validation.go, maxParallelismForIndexedJob.
const MaxPods = 100_000

// judge judges the fields of one MiniCluster.
type judge struct {
	findings.Findings
	mc *MiniCluster
}

// Validate returns the problems of single fields of a MiniCluster on which Default has run. The generator's package
// judges what the set becomes, and what options change. The object is not changed.
//
// Errors are what an API server, JobSet or Flux would refuse. Warnings leave the object usable.
func (mc *MiniCluster) Validate(latchkey.Options) (errs, warnings field.ErrorList) {
	v := &judge{mc: mc}
	v.MetadataOf("set", &mc.ObjectMeta)
	// JobSet wants RFC 1035 labels, and Flux wants labels as host names. The generator judges a name that is too long, because
	// it knows the longest name that is made from it.
	if len(mc.Name) <= findings.MaxLabel {
		v.Obey(NamePath, mc.Name, findings.ServiceName)
	}
	if service := mc.Spec.Network.HeadlessName; service != mc.Name {
		v.Obey(networkPath.Child("headlessName"), service, findings.ServiceName)
	}
	v.checkSizes()
	v.checkLimits()
	v.checkRunner()
	v.checkContainers()
	v.checkPod()
	v.checkView()
	v.checkFlux()
	v.checkBursting()
	return v.Errors, v.Warnings
}

// checkSizes checks the sizes. It does not judge values that Default has copied from a wrong size.
func (v *judge) checkSizes() {
	spec, size := v.mc.Spec, ptr.Deref(v.mc.Spec.Size, 1)
	sound := v.Between(SizePath, size, 1, MaxPods, "number of pods in the cluster")
	if v.Between(minSizePath, spec.MinSize, 0, MaxPods, "number of brokers to wait for; 0 waits for all") && sound && spec.MinSize > size {
		v.Invalid(minSizePath, spec.MinSize, "%d is more than size, which is %d: use %d or less", spec.MinSize, size, size)
	}
	if spec.MaxSize != size && v.Between(maxSizePath, spec.MaxSize, 0, MaxPods, "number of hosts that Flux knows of") && sound && 0 < spec.MaxSize && spec.MaxSize < size {
		v.Invalid(maxSizePath, spec.MaxSize, "%d is less than size, which is %d: use %d or more, or leave it out", spec.MaxSize, size, size)
	}
	if sound && 0 < spec.MinSize && spec.MinSize < size && !v.mc.Elastic() {
		v.Warn(minSizePath, spec.MinSize, "Flux starts with %d of %d brokers, while a job that asks for all nodes waits for the others: check tasks and optionFlags, or leave minSize out", spec.MinSize, size)
	}
}

func (v *judge) checkLimits() {
	spec := v.mc.Spec
	tasks := ptr.Deref(spec.Tasks, 1)
	v.Between(TasksPath, tasks, 0, 1<<31-1, "number of tasks over the whole set; 0 asks for nodes only")
	if limit := spec.BackoffLimit; limit != nil {
		v.Between(backoffPath, *limit, 0, 1<<31-1, "number of times that the whole set is started again")
	}
	deadline := ptr.Deref(spec.DeadlineSeconds, DefaultDeadlineSeconds)
	switch {
	case deadline < 0:
		v.Invalid(deadlinePath, deadline, "%d is too small: use 1 or more (seconds until the set is ended)", deadline)
	case deadline == 0:
		v.Invalid(deadlinePath, deadline, "0 would end the set at once: use 1 or more (seconds until the set is ended), or leave it out for about a year")
	}
}
