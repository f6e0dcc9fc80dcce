package minicluster

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/attach"
)

// Expand returns the objects that run a MiniCluster, in the order in which to
// apply them: an object comes before those that refer to it.
//
// mc must have been defaulted and validated, and opts must hold all defaults.
// Objects carry their type, name, namespace and the labels and annotations that
// they need to work. The pipeline adds the marks of ownership. opts.Include
// chooses among the objects. additions are what attached MetricSets add to the
// MiniCluster, see [Carrier].
func Expand(mc *v1alpha2.MiniCluster, opts latchkey.Options, additions ...attach.Addition) []runtime.Object {
	c := cluster{mc: mc, opts: opts, additions: additions}
	c.environment = runnerEnvironment(c)
	c.files = newConfigMaps(c)
	if c.renames() {
		c.hash = contentHash(c)
	}
	var objects []runtime.Object
	if opts.Include.Has(latchkey.IncludeVolumes) {
		objects = append(objects, newVolumes(c)...)
	}
	if opts.Include.Has(latchkey.IncludeConfigMaps) {
		objects = append(objects, newKeyObjects(c)...)
		for _, files := range c.files {
			objects = append(objects, files)
		}
	}
	if opts.Include.Has(latchkey.IncludeServices) {
		objects = append(objects, newServices(c)...)
	}
	if opts.Include.Has(latchkey.IncludeJobs) {
		objects = append(objects, newWorkloads(c)...)
	}
	return objects
}

func newWorkloads(c cluster) []runtime.Object {
	if c.usesJob() {
		return newJobs(c)
	}
	return []runtime.Object{newJobSet(c)}
}
