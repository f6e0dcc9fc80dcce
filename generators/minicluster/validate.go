package minicluster

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// Paths of fields that only this package judges. The others are those of the type.
var (
	metadataPath = field.NewPath("metadata")
	loggingPath  = v1alpha2.SpecPath.Child("logging")
	configPath   = v1alpha2.FluxPath.Child("brokerConfig")
)

// judge validates a MiniCluster by the objects that it becomes.
type judge struct {
	cluster
	findings.Findings
}

// Validate returns the mistakes that show only in the objects that a MiniCluster becomes: names, paths and hosts that collide
// or are missing, and fields without their full effect. The MiniCluster has been defaulted and may have wrong fields, which its
// own Validate reports. opts must hold all defaults. Nothing is changed.
//
// Errors are what an API server, JobSet or Flux would refuse. An object with warnings can be used.
//
// Validate works on a copy of mc. It bounds the sizes, which may be wrong, so that there are hosts, but not too many. A
// placeholder of the same length stands for the hash in names, which is not known yet.
func Validate(mc *v1alpha2.MiniCluster, opts latchkey.Options) (errs, warnings field.ErrorList) {
	copied := *mc
	c := newCluster(&copied, opts)
	spec := &copied.Spec
	spec.Size = new(ptr.Deref(spec.Size, 1))
	spec.MaxSize = min(max(*spec.Size, spec.MaxSize, 1), v1alpha2.MaxPods)
	if c.Renames() {
		c.Hash = workload.HashPlaceholder
	}
	v := &judge{cluster: c}
	v.Errors, v.Warnings = mc.Validate(opts)
	v.checkNames()
	v.checkRestarts()
	v.checkRename()
	v.checkContainers()
	v.checkServices()
	v.checkContainerNames()
	v.checkServiceNames()
	v.checkPorts()
	v.checkPod()
	v.checkOptions()
	v.checkExclusive()
	workload.WarnOfUnfit(&v.Findings, v.mc.Spec.Pod.Annotations, v.podOutlines()...)
	v.checkGPUs()
	v.checkPodResources()
	v.checkMountPath()
	v.checkTopology()
	v.checkEnvironment()
	v.checkArchive()
	v.checkClusters()
	v.Depending(v.checkBurstHosts, "workload")
	v.checkBrokerConfig()
	v.checkCurve()
	workload.JudgeTexts(&v.Findings, "commands, scripts and brokerConfig",
		append([]v1alpha2.Text{{At: configPath, Value: mc.Spec.Flux.BrokerConfig}}, v.allTexts()...))
	v.checkElastic()
	v.checkLegacy()
	v.warnOfUnused()
	v.warnOfHostNames()
	return v.Errors, v.Warnings
}

// theRunner returns the runner and its path, or nil unless there is exactly one.
func (v *judge) theRunner() (*v1alpha2.Container, *field.Path) {
	list, runsFlux := v.mc.Spec.Containers, v1alpha2.Container.RunsFlux
	i := slices.IndexFunc(list, runsFlux)
	if i < 0 || slices.ContainsFunc(list[i+1:], runsFlux) {
		return nil, nil
	}
	return &list[i], v1alpha2.ContainersPath.Index(i)
}
