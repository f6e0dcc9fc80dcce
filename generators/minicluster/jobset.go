package minicluster

import (
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// newJobSet returns the JobSet of a MiniCluster. Services do not end by themselves, so a set with services ends with its brokers.
func newJobSet(c cluster) *jobset.JobSet {
	set := c.NewJobSet(c.headlessName(), newReplicatedJobs(c)...)
	if len(c.mc.Spec.Services) > 0 {
		set.Spec.SuccessPolicy = workload.EndsWith(brokerJob)
	}
	var rules []jobset.FailurePolicyRule
	if c.makesKey() { // a key job that ends by its pod failure policy would end in the same way after a restart
		rules = append(rules, jobset.FailurePolicyRule{
			Name:                 "noKey",
			Action:               jobset.FailJobSet,
			OnJobFailureReasons:  []string{batchv1.JobReasonPodFailurePolicy},
			TargetReplicatedJobs: []string{keygenJob},
		})
	}
	set.Spec.FailurePolicy = c.FailurePolicy(rules, brokerJob)
	return set
}

func newReplicatedJobs(c cluster) []jobset.ReplicatedJob {
	jobs := make([]jobset.ReplicatedJob, 0, 2)
	brokers := workload.NewReplicatedJob(brokerJob, newBrokerJobTemplate(c))
	if c.makesKey() {
		// The first replicated job cannot depend on another.
		brokers.DependsOn = []jobset.DependsOn{{Name: keygenJob, Status: jobset.DependencyComplete}}
		jobs = append(jobs, workload.NewReplicatedJob(keygenJob, newKeygenJobTemplate(c)))
	}
	jobs = append(jobs, brokers)
	if len(c.mc.Spec.Services) > 0 {
		jobs = append(jobs, workload.NewReplicatedJob(servicesJob, newServicesJobTemplate(c)))
	}
	return jobs
}

// newBrokerJobTemplate returns the job of the brokers. A pod is never restarted alone: workers exit 0 once the lead is gone, so
// a restarted lead would wait for them forever. The set restarts as a whole, or fails.
func newBrokerJobTemplate(c cluster) batchv1.JobTemplateSpec {
	return batchv1.JobTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: workload.Merged(c.mc.Spec.JobLabels)},
		Spec: batchv1.JobSpec{
			Parallelism:           c.mc.Spec.Size,
			Completions:           c.mc.Spec.Size,
			CompletionMode:        new(batchv1.IndexedCompletion),
			BackoffLimit:          new(int32(0)),
			PodFailurePolicy:      c.PodFailurePolicy(c.manyHosts()),
			ActiveDeadlineSeconds: c.mc.Spec.DeadlineSeconds,
			SuccessPolicy:         newSuccessPolicy(c),
			PodReplacementPolicy:  new(batchv1.Failed), // a worker that is told to end has time to let the lead end first
			Template:              workload.PodTemplate(c.podMeta(brokerComponent), workload.Secured(newBrokerPod(c), c.Options.PodSecurity)),
		},
	}
}

// newSuccessPolicy ends the job with its lead if work may begin without some of the workers, or if workers may be added. A
// worker that starts after the end would otherwise wait for the lead forever. Other sets have no success policy, because with
// it a worker that fails in the second in which the lead succeeds fails the job.
func newSuccessPolicy(c cluster) *batchv1.SuccessPolicy {
	if n := quorum(c); !c.mc.Elastic() && (n == 0 || n >= *c.mc.Spec.Size) {
		return nil
	}
	return &batchv1.SuccessPolicy{Rules: []batchv1.SuccessPolicyRule{{SucceededIndexes: new("0")}}}
}

// newJobs returns the jobs of a set without a JobSet: the brokers as an indexed Job, and the services pod. The pods of the Job
// are called <set>-<index>, as in the Flux Operator. The services pod does not end with the brokers, because only a JobSet can do that;
// validation warns of it.
func newJobs(c cluster) []runtime.Object {
	jobs := []runtime.Object{c.NewJob(c.WorkloadName(c.mc.Name), newBrokerJobTemplate(c))}
	if len(c.mc.Spec.Services) > 0 {
		jobs = append(jobs, c.NewJob(c.WorkloadName(c.servicesJobName()), newServicesJobTemplate(c)))
	}
	return jobs
}
