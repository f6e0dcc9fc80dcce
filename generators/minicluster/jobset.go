package minicluster

import (
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/generators/internal/disruption"
	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
)

// newJobSet returns the JobSet of a MiniCluster. Below replicatedJobs it writes out
// the defaults of JobSet's webhook and schema. A JobSet is immutable, and a second
// kubectl apply replaces a list as a whole, so it would try to remove them.
func newJobSet(c cluster) *jobset.JobSet {
	return &jobset.JobSet{
		TypeMeta:   metav1.TypeMeta{APIVersion: jobset.GroupVersion.String(), Kind: "JobSet"},
		ObjectMeta: c.workloadMeta(c.mc.Name),
		Spec: jobset.JobSetSpec{
			Network: &jobset.Network{
				EnableDNSHostnames: new(false), // the Service is ours, and so is the subdomain of the pods
				Subdomain:          c.serviceName(),
			},
			ReplicatedJobs:          newReplicatedJobs(c),
			SuccessPolicy:           newSetSuccessPolicy(c),
			FailurePolicy:           disruption.FailurePolicy(c.opts, newFailureRules(c)...),
			TTLSecondsAfterFinished: c.opts.TTLSeconds,
		},
	}
}

// newSetSuccessPolicy ends the set with its brokers if there are services, which do not end by themselves. A JobSet without a
// policy waits for all its jobs.
func newSetSuccessPolicy(c cluster) *jobset.SuccessPolicy {
	if len(c.mc.Spec.Services) == 0 {
		return nil
	}
	return &jobset.SuccessPolicy{Operator: jobset.OperatorAll, TargetReplicatedJobs: []string{brokerJob}}
}

// newFailureRules says which failures are not restarts that count. A key job that ends by its pod failure policy would end
// in the same way after a restart.
func newFailureRules(c cluster) []jobset.FailurePolicyRule {
	var rules []jobset.FailurePolicyRule
	if c.makesKey() {
		rules = append(rules, jobset.FailurePolicyRule{
			Name:                 "noKey",
			Action:               jobset.FailJobSet,
			OnJobFailureReasons:  []string{batchv1.JobReasonPodFailurePolicy},
			TargetReplicatedJobs: []string{keygenJob},
		})
	}
	return append(rules, disruption.Rules(c.opts, brokerJob)...)
}

func newReplicatedJobs(c cluster) []jobset.ReplicatedJob {
	jobs := make([]jobset.ReplicatedJob, 0, 2)
	brokers := newReplicatedJob(brokerJob, newBrokerJobTemplate(c))
	if c.makesKey() {
		// The first replicated job cannot depend on another.
		brokers.DependsOn = []jobset.DependsOn{{Name: keygenJob, Status: jobset.DependencyComplete}}
		jobs = append(jobs, newReplicatedJob(keygenJob, newKeygenJobTemplate(c)))
	}
	jobs = append(jobs, brokers)
	if len(c.mc.Spec.Services) > 0 {
		jobs = append(jobs, newReplicatedJob(servicesJob, newServicesJobTemplate(c)))
	}
	return jobs
}

func newReplicatedJob(name string, template batchv1.JobTemplateSpec) jobset.ReplicatedJob {
	return jobset.ReplicatedJob{Name: name, GroupName: "default", Replicas: 1, Template: template}
}

// newBrokerJobTemplate returns the job of the brokers. A pod is never restarted
// alone: workers exit 0 once the lead is gone, so a restarted lead would wait for
// them forever. The set restarts as a whole, or fails.
func newBrokerJobTemplate(c cluster) batchv1.JobTemplateSpec {
	return batchv1.JobTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: metadata.Merged(c.mc.Spec.JobLabels)},
		Spec: batchv1.JobSpec{
			Parallelism:           c.mc.Spec.Size,
			Completions:           c.mc.Spec.Size,
			CompletionMode:        new(batchv1.IndexedCompletion),
			BackoffLimit:          new(int32(0)),
			PodFailurePolicy:      disruption.PodFailurePolicy(c.opts),
			ActiveDeadlineSeconds: c.mc.Spec.DeadlineSeconds,
			SuccessPolicy:         newSuccessPolicy(c),
			PodReplacementPolicy:  new(batchv1.Failed), // a worker that is told to end has time to let the lead end first
			Template:              metadata.PodTemplate(c.podMeta(brokerComponent), newBrokerPod(c)),
		},
	}
}

// newSuccessPolicy ends the job with its lead if work may begin without some of
// the workers, or if workers may be added. A worker that starts after the end would otherwise wait for the
// lead forever. Other sets have no success policy, because with it a worker that
// fails in the second in which the lead succeeds fails the job.
func newSuccessPolicy(c cluster) *batchv1.SuccessPolicy {
	if n := quorum(c); !c.mc.Elastic() && (n == 0 || n >= *c.mc.Spec.Size) {
		return nil
	}
	return &batchv1.SuccessPolicy{Rules: []batchv1.SuccessPolicyRule{{SucceededIndexes: new("0")}}}
}

// newJobs returns the jobs of a set without a JobSet: the brokers as an indexed Job,
// whose pods are called <set>-<index>, as in the Flux Operator, and the services pod.
// That pod does not end with the brokers, because only a JobSet can do that;
// validation warns of it.
func newJobs(c cluster) []runtime.Object {
	jobs := []runtime.Object{newJob(c, c.mc.Name, newBrokerJobTemplate(c))}
	if len(c.mc.Spec.Services) > 0 {
		jobs = append(jobs, newJob(c, c.servicesName(), newServicesJobTemplate(c)))
	}
	return jobs
}

func newJob(c cluster, name string, template batchv1.JobTemplateSpec) *batchv1.Job {
	template.Spec.TTLSecondsAfterFinished = c.opts.TTLSeconds
	return &batchv1.Job{
		TypeMeta:   metav1.TypeMeta{APIVersion: batchv1.SchemeGroupVersion.String(), Kind: "Job"},
		ObjectMeta: c.workloadMeta(name),
		Spec:       template.Spec,
	}
}
