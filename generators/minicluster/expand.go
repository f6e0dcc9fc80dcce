package minicluster

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	scheduling "k8s.io/api/scheduling/v1alpha2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// Expand returns the objects that run a MiniCluster, in the order in which to
// apply them: an object comes before those that refer to it.
//
// mc must have been defaulted and validated, and opts must hold all defaults.
// Objects carry their type, name, namespace and the labels and annotations that
// they need to work. Package fn adds the marks of ownership.
func Expand(mc *v1alpha2.MiniCluster, opts latchkey.Options) []runtime.Object {
	c := newCluster(mc, opts)
	c.files = newConfigMap(c)
	if c.Renames() {
		c.Hash = contentHash(c)
	}
	return slices.Concat(newVolumes(c), newKeyObjects(c), []runtime.Object{c.files}, newServices(c), newWorkloads(c))
}

// newWorkloads returns the workloads of a MiniCluster, and before them the PodGroup of its brokers, if they are a gang.
func newWorkloads(c cluster) []runtime.Object {
	if c.UsesJob() {
		return workload.WithGroup(newPodGroup(c), newJobs(c)...)
	}
	return workload.WithGroup(newPodGroup(c), newJobSet(c))
}

// newPodGroup returns the PodGroup of the brokers, or nil. minSize of them must start together, because work may begin without the
// others, or all of them.
func newPodGroup(c cluster) *scheduling.PodGroup {
	brokers := *c.mc.Spec.Size
	if least := c.mc.Spec.MinSize; least != 0 {
		brokers = min(brokers, least)
	}
	return c.NewPodGroup(c.WorkloadName(c.mc.Name), brokers)
}

// contentHash returns a hash of the workloads. It covers the ConfigMaps too,
// because the workloads name them, and these names hold a hash of the content. The
// size of an elastic set does not count, because it may change under one name.
func contentHash(c cluster) string {
	if c.mc.Elastic() {
		c.mc = c.mc.DeepCopy()
		c.mc.Spec.Size = new(c.mc.Spec.MaxSize)
	}
	return workload.ContentHash(newWorkloads(c))
}

// cluster is what every builder of this package needs.
type cluster struct {
	workload.Source
	mc *v1alpha2.MiniCluster
	// files is the ConfigMap of the set.
	files *corev1.ConfigMap
}

func newCluster(mc *v1alpha2.MiniCluster, opts latchkey.Options) cluster {
	named := metav1.ObjectMeta{Name: mc.Name, Namespace: mc.Namespace, Annotations: mc.Annotations}
	named.Labels = workload.Merged(mc.Labels, mc.Spec.JobLabels)
	return cluster{Source: workload.Source{Named: named, Options: opts}, mc: mc}
}

// manyHosts says whether brokers talk to each other. It counts hosts, not size,
// because maxSize and bursting add hosts.
func (c cluster) manyHosts() bool { return c.mc.Spec.MaxSize > 1 || c.mc.Bursts() }

// needsKey says whether there is a certificate. A single broker needs none.
func (c cluster) needsKey() bool { return c.Options.Curve != latchkey.CurveNone && c.manyHosts() }

// makesKey says whether the certificate is made in the cluster.
func (c cluster) makesKey() bool {
	return c.needsKey() && c.Options.Curve == latchkey.CurveCluster
}

// brokersMakeKey says whether the pods of the brokers make the certificate themselves. Before a plain Job there is no other.
func (c cluster) brokersMakeKey() bool { return c.UsesJob() && c.makesKey() }

// runner is the container that the broker runs in. Validation has made sure
// that there is exactly one.
func (c cluster) runner() v1alpha2.Container {
	if i := slices.IndexFunc(c.mc.Spec.Containers, v1alpha2.Container.RunsFlux); i >= 0 {
		return c.mc.Spec.Containers[i]
	}
	return v1alpha2.Container{}
}

func (c cluster) sidecars() []v1alpha2.Container {
	var sidecars []v1alpha2.Container
	for _, container := range c.mc.Spec.Containers {
		if !container.RunsFlux() {
			sidecars = append(sidecars, container)
		}
	}
	return sidecars
}

func (c cluster) hasView() bool { return !c.mc.Spec.Flux.Container.Disable }

// treeFanout is the number of brokers below each broker of a large set.
//
// Where Flux chooses a tree itself it takes kary:32, but a broker that reads its hosts from a configuration, as in pods,
// connects to the lead unless it is told otherwise: flux-framework/flux-core v0.88, doc/man5/flux-config-tbon.rst (topo)
// and doc/man5/flux-config-bootstrap.rst. A lead with hundreds of children is the bottleneck of large jobs:
// flux-framework/flux-core#6807.
const treeFanout = 32

// fanout is treeFanout if the brokers form a tree because there are many, and otherwise 0. All versions of Flux know this
// tree. The lead stays the parent of all brokers where the user chooses a tree or writes the configuration, where other
// brokers have no host name (minimalService), and where brokers of other clusters only reach the lead (bursting).
//
// A lost broker takes those below it along. The set then fails anyway, because all its pods start and end together.
func (c cluster) fanout() int {
	flux := c.mc.Spec.Flux
	if c.mc.Spec.MaxSize <= treeFanout+1 || flux.Topology != "" || flux.BrokerConfig != "" || flux.MinimalService || c.mc.Bursts() {
		return 0
	}
	return treeFanout
}
