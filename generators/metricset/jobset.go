package metricset

import (
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/generators/internal/disruption"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// newJobSet returns the JobSet of a MetricSet. Below replicatedJobs it contains the defaults of JobSet's webhook and
// schema. A JobSet is immutable, and a second kubectl apply replaces a list as a whole, so it would try to remove them.
func newJobSet(s set) *jobset.JobSet {
	return &jobset.JobSet{
		TypeMeta:   metav1.TypeMeta{APIVersion: jobset.GroupVersion.String(), Kind: "JobSet"},
		ObjectMeta: s.workloadMeta(s.workloadName()),
		Spec: jobset.JobSetSpec{
			Network: &jobset.Network{
				EnableDNSHostnames: new(false), // the Service is ours, and so is the subdomain of the pods
				Subdomain:          s.serviceName(),
			},
			ReplicatedJobs:          newReplicatedJobs(s),
			SuccessPolicy:           newSuccessPolicy(s.jobs),
			FailurePolicy:           disruption.FailurePolicy(s.opts, disruption.Rules(s.opts)...),
			TTLSecondsAfterFinished: s.opts.TTLSeconds,
		},
	}
}

// newSuccessPolicy returns nil if the set waits for all its jobs, as every JobSet does.
func newSuccessPolicy(jobs []plan.Job) *jobset.SuccessPolicy {
	ending := endingJobs(jobs)
	if len(ending) == len(jobs) {
		return nil
	}
	return &jobset.SuccessPolicy{Operator: jobset.OperatorAll, TargetReplicatedJobs: ending}
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

func newReplicatedJobs(s set) []jobset.ReplicatedJob {
	var jobs []jobset.ReplicatedJob
	for _, job := range s.jobs {
		jobs = append(jobs, jobset.ReplicatedJob{
			Name: job.Name, GroupName: "default", Replicas: 1, Template: newJobTemplate(s, job),
		})
	}
	return jobs
}

// newJobTemplate returns the template of a job. A failed pod is not run again: a second run would print its marks into
// the same log, and readers would take both for one run.
func newJobTemplate(s set, job plan.Job) batchv1.JobTemplateSpec {
	made := batchv1.JobTemplateSpec{
		Spec: batchv1.JobSpec{
			CompletionMode:        new(batchv1.IndexedCompletion),
			BackoffLimit:          new(int32(0)),
			PodFailurePolicy:      disruption.PodFailurePolicy(s.opts),
			ActiveDeadlineSeconds: s.ms.Spec.DeadlineSeconds,
			Template:              metadata.PodTemplate(s.podMeta(job), newPod(s, job)),
		},
	}
	if job.Pods != 1 || job.Completions != 1 { // both are 1 by default
		made.Spec.Parallelism, made.Spec.Completions = new(job.Pods), new(job.Completions)
	}
	return made
}
