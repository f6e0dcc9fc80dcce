package workload

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// A Source is what all builders of a set share: names and options of the object that the set is made from.
type Source struct {
	// Named has the name, the namespace and the annotations of the object, and the labels of its workloads.
	Named   metav1.ObjectMeta
	Options latchkey.Options
	// Hash is the content hash in the names of workloads, "" if they have none.
	Hash string
}

// UsesJob tells whether the workloads are plain Jobs, for clusters without JobSet.
func (s Source) UsesJob() bool { return s.Options.Workload == latchkey.WorkloadJob }

// Renames tells whether the names of workloads hold a hash of the content.
func (s Source) Renames() bool { return s.Options.OnChange == latchkey.OnChangeRename }

// NativeSidecars tells whether sidecars are native: the kubelet ends them after the other containers.
func (s Source) NativeSidecars() bool { return s.Options.Sidecars != latchkey.SidecarsContainer }

// InQueue tells whether Kueue admits the set.
func (s Source) InQueue() bool { return InQueue(s.Named.Labels, s.Options) }

// Meta returns the name and the namespace of a generated object.
func (s Source) Meta(name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Name: name, Namespace: s.Named.Namespace}
}

// WorkloadName returns the name of a workload. With the option onChange: Rename it ends in a hash of the content.
func (s Source) WorkloadName(name string) string {
	if s.Hash == "" {
		return name
	}
	return name + "-" + s.Hash
}

// workloadMeta returns the metadata of a workload.
func (s Source) workloadMeta(name string) metav1.ObjectMeta {
	meta := s.Named
	meta.Name = name
	return Metadata(meta, s.Options)
}
