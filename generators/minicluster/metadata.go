package minicluster

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

const (
	// Components are the brokers, the key job and the services pod.
	brokerComponent   = "broker"
	keygenComponent   = names.Keygen
	servicesComponent = names.Services

	// indexLabel is put on pods by the Job controller since Kubernetes 1.28.
	indexLabel = "batch.kubernetes.io/job-completion-index"

	// curveSecretAnnotation names the Secret to fill, on the pods that fill it. They
	// read the name from there, because an overlay can rename it there.
	curveSecretAnnotation = "latchkey.dev/curve-secret-name"
)

// meta returns the name and the namespace of a generated object.
func (c cluster) meta(name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Name: name, Namespace: c.mc.Namespace}
}

// workloadMeta returns the metadata of a workload, with the labels and annotations
// of the MiniCluster.
func (c cluster) workloadMeta(name string) metav1.ObjectMeta {
	meta := c.meta(c.workloadName(name))
	meta.Labels, meta.Annotations = c.workloadLabels(), c.mc.Annotations
	return metadata.ForWorkload(meta, c.opts)
}

func (c cluster) workloadLabels() map[string]string {
	return metadata.Merged(c.mc.Labels, c.mc.Spec.JobLabels)
}

// podMeta returns the metadata of a pod template. Latchkey sets the labels that
// Services and affinity select by; all other labels are the user's.
func (c cluster) podMeta(component string) metav1.ObjectMeta {
	own := map[string]string{metadata.ComponentLabel: component}
	if component != keygenComponent {
		own[metadata.NetworkLabel] = c.serviceName()
	}
	names := map[string]string{metadata.NameLabel: c.mc.Name}
	annotations := c.podAnnotations(component)
	if component == keygenComponent || component == brokerComponent && c.brokersMakeKey() {
		annotations = metadata.Merged(annotations, map[string]string{curveSecretAnnotation: c.curveSecretName()})
	}
	return metav1.ObjectMeta{Labels: metadata.Merged(names, c.mc.Spec.Pod.Labels, own), Annotations: annotations}
}

// podAnnotations are the annotations of spec.pod. Annotations for Kueue are on the pods of the brokers only.
func (c cluster) podAnnotations(component string) map[string]string {
	if component != brokerComponent {
		return metadata.WithoutKueue(metadata.PodAnnotations(c.mc.Spec.Pod.Annotations, latchkey.Options{}))
	}
	return metadata.PodAnnotations(c.mc.Spec.Pod.Annotations, c.opts)
}

// inQueue says whether Kueue admits the set.
func (c cluster) inQueue() bool { return metadata.InQueue(c.workloadLabels(), c.opts) }
