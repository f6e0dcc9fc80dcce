package metricset

import (
	"slices"

	batchv1 "k8s.io/api/batch/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// newJobSet returns the JobSet of a MetricSet.
func newJobSet(s set) *jobset.JobSet {
	jobs := make([]jobset.ReplicatedJob, 0, len(s.jobs))
	for _, job := range s.jobs {
		jobs = append(jobs, workload.NewReplicatedJob(job.Name, newJobTemplate(s, job)))
	}
	set := s.NewJobSet(s.headlessName(), jobs...)
	if ending := endingJobs(s.jobs); len(ending) < len(jobs) {
		set.Spec.SuccessPolicy = workload.EndsWith(ending...)
	}
	set.Spec.FailurePolicy = s.FailurePolicy(nil)
	return set
}

// endingJobs returns the jobs that the set waits for: all that end by themselves. If none does, it returns all jobs but
// workers, and the set ends with its deadline.
func endingJobs(jobs []plan.Job) []string {
	var ending, measuring []string
	for _, job := range jobs {
		if job.Ends {
			ending = append(ending, job.Name)
		}
		if job.Has(plan.Measure) || job.Has(plan.Watch) {
			measuring = append(measuring, job.Name)
		}
	}
	if len(ending) == 0 {
		return measuring
	}
	return ending
}

// newJobTemplate returns the template of a job. A failed pod is not run again: a second run would print its marks into
// the same log, and readers would take both for one run.
func newJobTemplate(s set, job plan.Job) batchv1.JobTemplateSpec {
	made := batchv1.JobTemplateSpec{
		Spec: batchv1.JobSpec{
			CompletionMode:        new(batchv1.IndexedCompletion),
			BackoffLimit:          new(int32(0)),
			PodFailurePolicy:      s.PodFailurePolicy(slices.ContainsFunc(job.Containers, launches)),
			ActiveDeadlineSeconds: s.ms.Spec.DeadlineSeconds,
			Template:              workload.PodTemplate(s.podMeta(job), workload.Secured(newPod(s, job), s.Options.PodSecurity)),
		},
	}
	if job.Pods != 1 || job.Completions != 1 { // both are 1 by default
		made.Spec.Parallelism, made.Spec.Completions = new(job.Pods), new(job.Completions)
	}
	return made
}
