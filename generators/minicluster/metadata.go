package minicluster

import (
	"maps"

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
	if c.opts.Queue != "" {
		meta.Labels = metadata.Merged(meta.Labels, map[string]string{metadata.QueueLabel: c.opts.Queue})
	}
	meta.Annotations = metadata.Merged(metadata.UsersAnnotations(c.mc.Annotations), meta.Annotations)
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
		Annotations: maps.Clone(c.mc.Spec.Pod.Annotations),
	}
}
