package minicluster

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// contentHash tells one content of the workloads from another. They name their
// ConfigMaps, and those names hold a hash of what is in them.
func contentHash(c cluster) string { return metadata.ContentHash(newWorkloads(c)) }

// unchangeable gives the metadata of a workload, which cannot be changed once it
// is applied. The option onChange says what a change does then.
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
