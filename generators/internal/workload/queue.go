package workload

import (
	"strings"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Labels and annotations of Kueue, see kubernetes-sigs/kueue v0.19.2, pkg/controller/constants/constants.go and
// apis/kueue/v1beta2/topology_types.go.
const (
	// queueLabel is the label that gives a job to a LocalQueue.
	queueLabel = kueueDomain + "queue-name"
	// priorityLabel names the WorkloadPriorityClass of a job.
	priorityLabel = kueueDomain + "priority-class"
	// requiredTopology and preferredTopology are annotations of pods. The value is the node label of a level.
	requiredTopology  = kueueDomain + "podset-required-topology"
	preferredTopology = kueueDomain + "podset-preferred-topology"

	kueueDomain = "kueue.x-k8s.io/"
)

// syncOptions is the annotation in which an object tells Argo CD how to apply it, as a list with commas
// (argoproj/argo-cd, docs/user-guide/sync-options.md).
const syncOptions = "argocd.argoproj.io/sync-options"

// InQueue tells whether Kueue admits a set: an option or a label of the user names a queue.
func InQueue(labels map[string]string, opts latchkey.Options) bool {
	return opts.Queue != "" || labels[queueLabel] != ""
}

// queueLabels returns the labels of a workload that say which queue admits it, and how urgent it is.
func queueLabels(opts latchkey.Options) map[string]string {
	labels := map[string]string{}
	if opts.Queue != "" {
		labels[queueLabel] = opts.Queue
	}
	if opts.Priority != "" {
		labels[priorityLabel] = opts.Priority
	}
	return labels
}

// appliedOften returns the annotations of a workload that Kueue admits, with one more for Argo CD: server-side apply.
// Kueue writes into the pod templates of an admitted workload. A client-side apply would take that back, which is
// refused as immutable. An object that Argo CD replaces needs no such annotation.
func appliedOften(annotations map[string]string) map[string]string {
	existing := annotations[syncOptions]
	if strings.Contains(existing, "ServerSideApply=") || strings.Contains(existing, "Replace=true") {
		return annotations
	}
	return Merged(annotations, map[string]string{syncOptions: strings.TrimPrefix(existing+",ServerSideApply=true", ",")})
}

// PodAnnotations returns the annotations of the pods of a set: the annotations of spec.pod, and what the option topology asks of
// Kueue. The option wins. It leaves out what kustomize and kpt write into the metadata of the source, which gets into
// spec.pod by an alias (annotations: *notes).
func PodAnnotations(written map[string]string, opts latchkey.Options) map[string]string {
	written = without(written, bookkeeping...)
	switch level, required := opts.Topology.Level(); {
	case level == "":
		return written
	case required:
		return Merged(WithoutKueue(written), map[string]string{requiredTopology: level})
	default:
		return Merged(WithoutKueue(written), map[string]string{preferredTopology: level})
	}
}

// WithoutKueue returns labels or annotations for an object that Kueue does not admit: without the keys of Kueue. An empty result
// is nil.
func WithoutKueue(values map[string]string) map[string]string { return without(values, kueueDomain) }
