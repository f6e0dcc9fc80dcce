package minicluster

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

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

// unchangeable returns the metadata of a workload, which cannot be changed once it
// is applied. The option onChange decides what a change does.
func (c cluster) unchangeable(name string) metav1.ObjectMeta {
	if c.hash != "" {
		name += "-" + c.hash
	}
	meta := c.meta(name)
	if c.opts.OnChange == latchkey.OnChangeRecreate {
		meta.Annotations = metadata.Recreation()
	}
	return meta
}
