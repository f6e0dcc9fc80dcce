package minicluster

import (
	"slices"
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
	claims []claim
}

// A claim is a name that a message says the set has, for a test to look for in what the set becomes.
type claim struct {
	// Kind is that of an object, or container, host (or a hostlist), mount (container:path) or file (of the runner, below
	// a mount); "taken " before it says that the set has the name besides what the message is about.
	Kind, Name string
}

// says claims that the set has a name, and returns the name for the message.
func (v *judge) says(kind, name string) string {
	v.claims = append(v.claims, claim{kind, name})
	return name
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
	(*judge).checkExclusive,
	(*judge).checkPodAnnotations,
	(*judge).checkGPUs,
	(*judge).checkPodResources,
	(*judge).checkMountPath,
	(*judge).checkTopology,
	(*judge).checkEnvironment,
	(*judge).checkArchive,
	(*judge).checkClusters,
	func(v *judge) { v.Depending(v.checkBurstHosts, "workload") },
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
	v := judged(mc, opts)
	return v.Errors, v.Warnings
}

// judged bounds the sizes, which may be wrong, so that there are hosts and not too many. The hash that goes into names is
// not known yet: there is one of its length in its place.
func judged(mc *v1alpha2.MiniCluster, opts latchkey.Options) *judge {
	c := cluster{mc: mc.DeepCopy(), opts: opts}
	spec := &c.mc.Spec
	spec.Size = new(ptr.Deref(spec.Size, 1))
	spec.MaxSize = min(max(*spec.Size, spec.MaxSize, 1), v1alpha2.MaxPods)
	if c.renames() {
		c.hash = strings.Repeat("x", latchkey.HashLength)
	}
	v := &judge{cluster: c}
	for _, rule := range rules {
		rule(v)
	}
	return v
}

// host is the host name of a pod.
func (v *judge) host(index int32) string { return hostRange(v.hostPrefix(v.mc.Name), index, 1) }

// pods are the host names of all pods of this set, those that may join among them.
func (v *judge) pods() []string {
	pods := make([]string, v.mc.Spec.MaxSize)
	for i := range pods {
		pods[i] = v.host(int32(i))
	}
	return pods
}

// firstWithout returns the first of some hosts that is not among others, or "".
func firstWithout(hosts, others []string) string {
	known := make(map[string]bool, len(others))
	for _, host := range others {
		known[host] = true
	}
	if i := slices.IndexFunc(hosts, func(host string) bool { return !known[host] }); i >= 0 {
		return hosts[i]
	}
	return ""
}

// hosts is the hostlist of this set, for a message.
func (v *judge) hosts() string {
	return v.says("host", hostRange(v.hostPrefix(v.mc.Name), 0, v.mc.Spec.MaxSize))
}

// theRunner returns the container with the broker and its place, or nil when there is not exactly one.
func (v *judge) theRunner() (*v1alpha2.Container, *field.Path) {
	list, runsFlux := v.mc.Spec.Containers, v1alpha2.Container.RunsFlux
	i := slices.IndexFunc(list, runsFlux)
	if i < 0 || slices.ContainsFunc(list[i+1:], runsFlux) {
		return nil, nil
	}
	return &list[i], containersPath.Index(i)
}
