package metricset

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	scheduling "k8s.io/api/scheduling/v1alpha2"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// set is the input of every builder of this package: the MetricSet, and the jobs of its metrics.
type set struct {
	workload.Set
	ms   *v1alpha2.MetricSet
	jobs []plan.Job
	// files is the ConfigMap.
	files *corev1.ConfigMap
}

func newSet(ms *v1alpha2.MetricSet, opts latchkey.Options, jobs []plan.Job) set {
	named := metav1.ObjectMeta{Name: ms.Name, Namespace: ms.Namespace, Labels: ms.Labels, Annotations: ms.Annotations}
	return set{Set: workload.Set{Named: named, Options: opts}, ms: ms, jobs: jobs}
}

// set returns the input of the builders.
func (r *planner) set() set {
	s := newSet(r.ms, r.opts, r.jobs())
	stem := r.ms.Name
	if r.pod != nil && r.pod.Flux != nil { // the MiniCluster makes the ConfigMap
		stem = r.pod.Name + "-" + stem
	}
	s.files = newConfigMap(s, stem)
	return s
}

// Expand returns the objects that run a MetricSet, in the order in which to apply them: an object comes before those that
// refer to it. ms must have been defaulted and validated, and opts must hold all defaults.
func Expand(ms *v1alpha2.MetricSet, opts latchkey.Options) []runtime.Object {
	s := planned(ms, opts, nil).set()
	if s.HashesNames() {
		// The workloads contain the name of the ConfigMap, which ends in a hash of its content.
		s.Hash = workload.ContentHash(newWorkloads(s))
	}
	return slices.Concat([]runtime.Object{s.files}, s.WithNetworkPolicy(workload.NewHeadlessService(s.Meta(s.headlessName()))), newWorkloads(s))
}

// newWorkloads returns the workloads of a MetricSet, and before them the PodGroup of their pods, if they are a gang.
func newWorkloads(s set) []runtime.Object {
	if !s.UsesJob() {
		return workload.WithGroup(newPodGroup(s), newJobSet(s))
	}
	var jobs []runtime.Object // their pods have the same names as with a JobSet
	for _, job := range s.jobs {
		jobs = append(jobs, s.NewJob(jobName(s.WorkloadName(s.ms.Name), job), newJobTemplate(s, job)))
	}
	return workload.WithGroup(newPodGroup(s), jobs...)
}

// newPodGroup returns the PodGroup of the pods that run at the same time in all jobs, or nil.
func newPodGroup(s set) *scheduling.PodGroup {
	pods := int32(0)
	for _, job := range s.jobs {
		pods += min(job.Pods, job.Completions)
	}
	return s.NewPodGroup(pods)
}
