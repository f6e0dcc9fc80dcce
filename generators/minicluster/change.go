package minicluster

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// contentHash tells one content of a set from another: that of its workloads and
// of its ConfigMap, which are what cannot be changed once it is applied.
func contentHash(c cluster) string { return metadata.ContentHash(newConfigMaps(c), newWorkloads(c)) }

// unchangeable gives the metadata of an object that cannot be changed once it is
// applied, which onChange is about.
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
