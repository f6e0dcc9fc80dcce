package metricset

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// contentHash returns a hash of the workloads and of the ConfigMap. These are the objects that cannot be changed after
// they were applied.
func contentHash(s set) string { return metadata.ContentHash(newConfigMap(s), newWorkloads(s)) }

// unchangeable returns the metadata of an object that cannot be changed after it was applied. The option onChange is
// about these objects.
func (s set) unchangeable(name string) metav1.ObjectMeta {
	meta := s.meta(name)
	if s.opts.OnChange == latchkey.OnChangeRecreate {
		meta.Annotations = metadata.Recreation()
	}
	return meta
}
