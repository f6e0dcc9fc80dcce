package metricset

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// contentHash tells one content of the workloads from another. They name the ConfigMap, and its name holds a hash of what
// is in it.
func contentHash(s set) string { return metadata.ContentHash(newWorkloads(s)) }

// unchangeable gives the metadata of a workload, which cannot be changed once it is applied. The option onChange says what
// a change does then.
func (s set) unchangeable(name string) metav1.ObjectMeta {
	meta := s.meta(name)
	if s.opts.OnChange == latchkey.OnChangeRecreate {
		meta.Annotations = metadata.Recreation()
	}
	return meta
}
