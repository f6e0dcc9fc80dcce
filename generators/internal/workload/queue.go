package workload

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
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

// Rules are what the rules about options know of a set.
type Rules struct {
	Set
	// PodAnnotations are those that the pods of the set get.
	PodAnnotations map[string]string
	// Requests says that a container requests a resource.
	Requests bool
	// Alone says that each pod requires a node for itself.
	Alone bool
}

// Judge adds what is wrong with a set if its options do not fit together, or do not fit Kueue. containers is the field for requests.
//
// Kueue 0.19 with Kubernetes 1.36 was tried with a gang: Kueue admits the set by its quota, and then the scheduler starts all
// its pods or none. onChange: Rename and Recreate are for programs that apply manifests again and again.
func (r Rules) Judge(f *findings.Findings, containers *field.Path) {
	r.judgeErrors(f)
	opts, queued := r.Options, r.InQueue()
	if queued && !r.Requests {
		f.WarnOmitted(containers, "the containers request no resources, so Kueue counts no quota for them and gives them no flavor: write resources.requests for a container")
	}
	if opts.Gang == latchkey.GangPodGroup && queued {
		f.WarnOmitted(v1alpha2.SpecPath, "Kueue admits the pods when the quota has room, and a gang that then waits for nodes keeps this quota from others: turn on waitForPodsReady in Kueue, which takes the quota back, or leave the option gang out")
	}
	if opts.TTLSeconds != nil && (opts.OnChange == latchkey.OnChangeRename || opts.OnChange == latchkey.OnChangeRecreate) {
		f.WarnOmitted(v1alpha2.SpecPath, "the option ttlSeconds deletes the job after its end. Argo CD and Flux CD, for which the option onChange=%s is made, would then create the job again, and it would run a second time: leave ttlSeconds out", opts.OnChange)
	}
}

func (r Rules) judgeErrors(f *findings.Findings) {
	opts := r.Options
	topology := r.PodAnnotations[requiredTopology] != "" || r.PodAnnotations[preferredTopology] != ""
	if r.Alone && topology {
		f.InvalidOmitted(v1alpha2.PodPath, "the option spread=Require asks for one node per pod, but with the option topology Kueue puts the pods onto as few nodes as it can, so they would never start: use spread=Prefer, or leave the option topology out")
	}
	switch {
	case opts.Gang != latchkey.GangPodGroup && opts.Placement != "":
		f.InvalidOmitted(v1alpha2.SpecPath, "the option placement needs gang=PodGroup, because a placement is a rule for a PodGroup: add the option gang=PodGroup, or leave placement out")
	case opts.Placement != "" && topology:
		f.InvalidOmitted(v1alpha2.SpecPath, "placement and topology exclude each other, because the scheduler and Kueue would both choose the nodes: leave one of the two out")
	}
}
