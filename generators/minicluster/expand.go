package minicluster

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/gang"
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
	workloads := gang.WithGroup(newWorkloads(c), c.meta(c.workloadName(c.mc.Name)), gangSize(c), opts)
	return slices.Concat(newVolumes(c), newKeyObjects(c), []runtime.Object{c.files}, newServices(c), workloads)
}

// gangSize is the number of brokers that must start together: minSize, if work may begin without the others, or size.
func gangSize(c cluster) int32 {
	if size := *c.mc.Spec.Size; c.mc.Spec.MinSize == 0 || c.mc.Spec.MinSize > size {
		return size
	}
	return c.mc.Spec.MinSize
}

func newWorkloads(c cluster) []runtime.Object {
	if c.usesJob() {
		return newJobs(c)
	}
	return []runtime.Object{newJobSet(c)}
}
