package metricset

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// contentHash returns a hash of the workloads. They contain the name of the ConfigMap, which ends in a hash of its
// content.
func contentHash(s set) string { return metadata.ContentHash(newWorkloads(s)) }

// unchangeable returns the metadata of a workload, which cannot be changed after it was applied. The option onChange is
// about workloads.
func (s set) unchangeable(name string) metav1.ObjectMeta {
	meta := s.meta(name)
	if s.opts.OnChange == latchkey.OnChangeRecreate {
		meta.Annotations = metadata.Recreation()
	}
	return meta
}
