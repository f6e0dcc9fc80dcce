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

// Expand returns the objects that run a MiniCluster, in the order in which to apply them: an object comes before those that
// refer to it. mc must have been defaulted and validated, and opts must hold all defaults.
func Expand(mc *v1alpha2.MiniCluster, opts latchkey.Options) []runtime.Object {
	c := newCluster(mc, opts)
	c.files = newConfigMap(c)
	if c.HashesNames() {
		c.Hash = contentHash(c)
	}
	return slices.Concat(newPersistentVolumes(c), newKeyObjects(c), []runtime.Object{c.files}, newServices(c), newWorkloads(c))
}

// newWorkloads returns the workloads of a MiniCluster, and before them the PodGroup of its brokers, if they are a gang.
func newWorkloads(c cluster) []runtime.Object {
	if c.UsesJob() {
		return workload.WithGroup(newPodGroup(c), newJobs(c)...)
	}
	return workload.WithGroup(newPodGroup(c), newJobSet(c))
}

// newPodGroup returns the PodGroup of the brokers, or nil. With minSize, that many brokers must start together, because work may
// begin without the others. Otherwise all must.
func newPodGroup(c cluster) *scheduling.PodGroup {
	brokers := *c.mc.Spec.Size
	if least := c.mc.Spec.MinSize; least != 0 {
		brokers = min(brokers, least)
	}
	return c.NewPodGroup(brokers)
}

// contentHash returns a hash of the workloads. It covers the ConfigMaps too, because the workloads name them, and these names
// hold a hash of the content. The size of an elastic set does not count, because it may change under one name.
func contentHash(c cluster) string {
	if c.mc.Elastic() {
		c.mc = c.mc.DeepCopy()
		c.mc.Spec.Size = new(c.mc.Spec.MaxSize)
	}
	return workload.ContentHash(newWorkloads(c))
}

// cluster is what every builder of this package needs. Its workload.Set brings Options, Meta, NewJob, HashesNames and more.
type cluster struct {
	workload.Set
	mc *v1alpha2.MiniCluster
	// files is the ConfigMap of the set.
	files *corev1.ConfigMap
}

func newCluster(mc *v1alpha2.MiniCluster, opts latchkey.Options) cluster {
	named := metav1.ObjectMeta{Name: mc.Name, Namespace: mc.Namespace, Annotations: mc.Annotations}
	named.Labels = workload.Merged(mc.Labels, mc.Spec.JobLabels)
	return cluster{Set: workload.Set{Named: named, Options: opts}, mc: mc}
}

// manyHosts tells whether brokers talk to each other. It counts hosts, not size, because maxSize and bursting add hosts.
func (c cluster) manyHosts() bool { return c.mc.Spec.MaxSize > 1 || c.mc.Bursts() }

// needsKey tells whether there is a certificate. A single broker needs none.
func (c cluster) needsKey() bool { return c.Options.Curve != latchkey.CurveNone && c.manyHosts() }

// makesKey tells whether the certificate is made in the cluster.
func (c cluster) makesKey() bool {
	return c.needsKey() && c.Options.Curve == latchkey.CurveCluster
}

// brokersMakeKey tells whether the pods of the brokers make the certificate themselves. A plain Job has no key job before it.
func (c cluster) brokersMakeKey() bool { return c.UsesJob() && c.makesKey() }

func (c cluster) hasView() bool { return !c.mc.Spec.Flux.Container.Disable }
