package minicluster

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Places of fields, for problems.
var (
	metadataPath   = field.NewPath("metadata")
	namePath       = metadataPath.Child("name")
	specPath       = field.NewPath("spec")
	containersPath = specPath.Child("containers")
	servicesPath   = specPath.Child("services")
	sizePath       = specPath.Child("size")
	tasksPath      = specPath.Child("tasks")
	loggingPath    = specPath.Child("logging")
	archivePath    = specPath.Child("archive", "path")
	podPath        = specPath.Child("pod")
	fluxPath       = specPath.Child("flux")
	viewPath       = fluxPath.Child("container")
	burstingPath   = fluxPath.Child("bursting")
	curveCertPath  = fluxPath.Child("curveCert")
	configPath     = fluxPath.Child("brokerConfig")
)

// judge judges what a MiniCluster becomes.
type judge struct {
	cluster
	findings.Findings
}

var rules = []func(*judge){
	(*judge).checkNames,
	(*judge).checkRestarts,
	(*judge).checkRename,
	(*judge).checkContainers,
	(*judge).checkServices,
	(*judge).checkContainerNames,
	(*judge).checkServiceNames,
	(*judge).checkPorts,
	(*judge).checkPod,
	(*judge).checkPodAnnotations,
	(*judge).checkPodResources,
	(*judge).checkMountPath,
	(*judge).checkTopology,
	(*judge).checkEnvironment,
	(*judge).checkArchive,
	(*judge).checkClusters,
	(*judge).checkBurstHosts,
	(*judge).checkBrokerConfig,
	(*judge).checkCurve,
	(*judge).checkTextSize,
	(*judge).warnOfUnused,
	(*judge).warnOfHostNames,
}

// Validate returns what is wrong with what a MiniCluster becomes: names, places and hosts that collide or are not there,
// and fields that do less than they seem to. The MiniCluster has been defaulted and may have wrong fields, which its own
// Validate reports. opts must hold all defaults. Nothing is changed.
//
// Errors are what an API server, JobSet or Flux would refuse. Warnings leave the object usable.
func Validate(mc *v1alpha2.MiniCluster, opts latchkey.Options) (errs, warnings field.ErrorList) {
	v := newJudge(mc, opts)
	for _, rule := range rules {
		rule(v)
	}
	return v.Errors, v.Warnings
}

// newJudge bounds the sizes, which may be wrong, so that there are hosts and not too many. The hash that goes into names
// is not known yet: there is one of its length in its place.
func newJudge(mc *v1alpha2.MiniCluster, opts latchkey.Options) *judge {
	c := cluster{mc: mc.DeepCopy(), opts: opts}
	spec := &c.mc.Spec
	spec.Size = new(ptr.Deref(spec.Size, 1))
	spec.MaxSize = min(max(*spec.Size, spec.MaxSize, 1), v1alpha2.MaxPods)
	if c.renames() {
		c.hash = strings.Repeat("x", latchkey.HashLength)
	}
	return &judge{cluster: c}
}

func (v *judge) hostCount() int32 { return v.mc.Spec.MaxSize }

// host is the host name of a pod.
func (v *judge) host(index int32) string { return hostRange(v.hostPrefix(v.mc.Name), index, 1) }

// hosts is the hostlist of this set.
func (v *judge) hosts() string { return hostRange(v.hostPrefix(v.mc.Name), 0, v.hostCount()) }

// theRunner returns the container with the broker and its place, or nil when there is not exactly one.
func (v *judge) theRunner() (*v1alpha2.Container, *field.Path) {
	found := -1
	for i, container := range v.mc.Spec.Containers {
		if !container.RunsFlux() {
			continue
		}
		if found >= 0 {
			return nil, nil
		}
		found = i
	}
	if found < 0 {
		return nil, nil
	}
	return &v.mc.Spec.Containers[found], containersPath.Index(found)
}
