package minicluster

import (
	"regexp"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// treeFanout is the number of brokers below each broker of a large set.
//
// Where Flux chooses a tree itself it takes kary:32, but a broker that reads its hosts from a configuration, as in pods,
// connects to the lead unless it is told otherwise: flux-framework/flux-core v0.88, doc/man5/flux-config-tbon.rst (topo) and
// doc/man5/flux-config-bootstrap.rst. A lead with hundreds of children is the bottleneck of large jobs:
// flux-framework/flux-core#6807.
const treeFanout = 32

// fanout is treeFanout if the brokers form a tree because there are many, and otherwise 0. All versions of Flux know this tree.
// The lead stays the parent of all brokers where the user chooses a tree or writes the configuration, where other brokers have
// no host name (minimalService), and where brokers of other clusters only reach the lead (bursting).
//
// A lost broker takes those below it along. The set then fails anyway, because all its pods start and end together.
func (c cluster) fanout() int {
	flux := c.mc.Spec.Flux
	if c.mc.Spec.MaxSize <= treeFanout+1 || flux.Topology != "" || flux.BrokerConfig != "" || flux.MinimalService || c.mc.Bursts() {
		return 0
	}
	return treeFanout
}

// brokerOptions are the attributes of flux-broker(1) that follow from the spec.
func brokerOptions(c cluster) []string {
	var options []string
	if timeout := ptr.Deref(c.mc.Spec.Flux.ConnectTimeout, ""); timeout != "" {
		options = append(options, "-Stbon.connect_timeout="+timeout)
	}
	if topology := c.mc.Spec.Flux.Topology; topology != "" {
		options = append(options, "-Stbon.topo="+topology)
	}
	if n := quorum(c); n > 0 {
		options = append(options, "-Sbroker.quorum="+decimal(n))
	}
	if c.mc.Spec.Logging.Zeromq {
		options = append(options, "-Stbon.zmqdebug=1")
	}
	return options
}

// quorum is the number of brokers that must be up before work starts, 0 for all. It does not count hosts that no pod of this
// set provides. In an elastic set it is the lowest size.
func quorum(c cluster) int32 {
	size := *c.mc.Spec.Size
	switch {
	case c.mc.Spec.MinSize > 0:
		return c.mc.Spec.MinSize
	case c.mc.Elastic():
		return 1
	case c.mc.Bursts():
		return size
	default:
		return 0
	}
}

// deadline is the deadline of the set in seconds, 0 for the default of about a year.
func deadline(c cluster) int {
	if seconds := ptr.Deref(c.mc.Spec.DeadlineSeconds, v1alpha2.DefaultDeadlineSeconds); seconds != v1alpha2.DefaultDeadlineSeconds {
		return int(seconds)
	}
	return 0
}

// cores is the number of cores that Flux may use on each host: the CPU limit of the runner, rounded down, or 0 for all cores of
// the node.
func cores(c cluster) int {
	if c.mc.Legacy.Cores > 1 {
		return int(c.mc.Legacy.Cores)
	}
	limit, ok := runnerResources(c, c.runner()).Limits[corev1.ResourceCPU]
	if !ok {
		return 0
	}
	return int(max(1, limit.MilliValue()/1000))
}

// accelerator matches the resources of device plugins that Flux calls GPUs: whole GPUs, shared GPUs, and parts of a GPU that a
// program sees as devices. Memory, time or monitors of a device do not count.
//
// The names come from the plugins of NVIDIA (gpu, gpu.shared, mig-1g.5gb), AMD (gpu, cpx_nps4), Intel (i915, xe), Habana,
// AWS and Google, and from any plugin with a name that ends in /gpu.
var accelerator = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[^/]+/gpu|nvidia\.com/(?:gpu\.shared|mig-[0-9]+g\..+)|amd\.com/[a-z]px_nps[0-9]+|` +
		`gpu\.intel\.com/(?:i915|xe)|habana\.ai/gaudi|aws\.amazon\.com/neuron(?:device)?|google\.com/tpu|` +
		regexp.QuoteMeta(deviceClass) + `.*\b(?:gpu|mig)\b.*)$`)
})

// deviceClass begins the name of a resource that stands for a DeviceClass, see kubernetes/api, resource/v1,
// ResourceDeviceClassPrefix.
const deviceClass = "deviceclass.resource.kubernetes.io/"

// gpus is the number of GPUs in the limits of a container.
func gpus(resources v1alpha2.ContainerResources) int {
	var n int64
	for name, quantity := range resources.Limits {
		if strings.Contains(string(name), "/") && accelerator().MatchString(string(name)) {
			n += quantity.Value()
		}
	}
	return int(n)
}
