package minicluster

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

const (
	// Components are the brokers, the key job and the services pod.
	brokerComponent   = "broker"
	keygenComponent   = "keygen"
	servicesComponent = "services"

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

// workloadMeta adds the user's labels and annotations of the MiniCluster, which
// are meant for the whole set, for example its cost centre or its queue.
func (c cluster) workloadMeta(name string) metav1.ObjectMeta {
	meta := c.unchangeable(name)
	meta.Labels = metadata.Merged(c.mc.Labels, c.mc.Spec.JobLabels)
	meta.Annotations = metadata.Merged(metadata.UsersAnnotations(c.mc.Annotations), meta.Annotations)
	meta.Labels = metadata.Merged(meta.Labels, metadata.QueueLabels(c.opts))
	if c.inQueue() {
		meta.Annotations = metadata.AppliedOften(meta.Annotations)
	}
	return meta
}

// podMeta returns the metadata of a pod template. Latchkey sets the labels that
// Services and affinity select by; all other labels are the user's.
func (c cluster) podMeta(component string) metav1.ObjectMeta {
	own := map[string]string{metadata.ComponentLabel: component}
	if component != keygenComponent {
		own[metadata.NetworkLabel] = c.serviceName()
	}
	names := map[string]string{metadata.NameLabel: c.mc.Name}
	return metav1.ObjectMeta{
		Labels:      metadata.Merged(names, c.mc.Spec.Pod.Labels, own),
		Annotations: c.podAnnotations(component),
	}
}

// podAnnotations adds, for the brokers alone, what the option topology asks of Kueue. The option wins.
func (c cluster) podAnnotations(component string) map[string]string {
	written := c.mc.Spec.Pod.Annotations
	if component != brokerComponent {
		return metadata.ForHelpers(written)
	}
	asked := metadata.TopologyAnnotations(c.opts)
	if asked != nil {
		written = metadata.ForHelpers(written)
	}
	return metadata.Merged(written, asked)
}

// inQueue says whether Kueue admits the set.
func (c cluster) inQueue() bool {
	return metadata.InQueue(metadata.Merged(c.mc.Labels, c.mc.Spec.JobLabels), c.opts)
}
