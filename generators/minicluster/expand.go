package minicluster

import (
	"slices"

	scheduling "k8s.io/api/scheduling/v1alpha2"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/gang"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// Expand returns the objects that run a MiniCluster, in the order in which to
// apply them: an object comes before those that refer to it.
//
// mc must have been defaulted and validated, and opts must hold all defaults.
// Objects carry their type, name, namespace and the labels and annotations that
// they need to work. Package fn adds the marks of ownership.
func Expand(mc *v1alpha2.MiniCluster, opts latchkey.Options) []runtime.Object {
	c := cluster{mc: mc, opts: opts}
	c.environment = runnerEnvironment(c)
	c.files = newConfigMap(c)
	if c.renames() {
		c.hash = contentHash(c)
	}
	return slices.Concat(newVolumes(c), newKeyObjects(c), []runtime.Object{c.files}, newServices(c), newWorkloads(c))
}

// newWorkloads returns the workloads of a MiniCluster, and before them the PodGroup of its brokers, if they are a gang.
func newWorkloads(c cluster) []runtime.Object {
	if c.usesJob() {
		return gang.WithGroup(newPodGroup(c), newJobs(c)...)
	}
	return gang.WithGroup(newPodGroup(c), newJobSet(c))
}

// newPodGroup returns the PodGroup of the brokers, or nil. minSize of them must start together, because work may begin without the
// others, or all of them.
func newPodGroup(c cluster) *scheduling.PodGroup {
	brokers := *c.mc.Spec.Size
	if least := c.mc.Spec.MinSize; least != 0 {
		brokers = min(brokers, least)
	}
	return gang.New(c.meta(c.workloadName(c.mc.Name)), brokers, c.opts)
}

// contentHash returns a hash of the workloads. It covers the ConfigMaps too,
// because the workloads name them, and these names hold a hash of the content. The
// size of an elastic set does not count, because it may change under one name.
func contentHash(c cluster) string {
	if c.mc.Elastic() {
		c.mc = c.mc.DeepCopy()
		c.mc.Spec.Size = new(c.mc.Spec.MaxSize)
	}
	return metadata.ContentHash(newWorkloads(c))
}
