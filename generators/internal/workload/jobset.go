package workload

import (
	"slices"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
)

// NewJobSet returns the JobSet of a set. Its pods have their host names from the Service with the name network. Callers add policies.
//
// Callers write out all defaults below replicatedJobs, as [NewReplicatedJob] does. A JobSet is immutable, and a second kubectl
// apply replaces a list as a whole, so it would try to remove a default that only the server has set.
func (s Set) NewJobSet(network string, jobs ...jobset.ReplicatedJob) *jobset.JobSet {
	return &jobset.JobSet{
		TypeMeta:   metav1.TypeMeta{APIVersion: jobset.GroupVersion.String(), Kind: "JobSet"},
		ObjectMeta: s.workloadMeta(s.WorkloadName(s.Named.Name)),
		Spec: jobset.JobSetSpec{
			Network: &jobset.Network{
				EnableDNSHostnames: new(false), // the Service is ours, and so is the subdomain of the pods
				Subdomain:          network,
			},
			ReplicatedJobs:          jobs,
			TTLSecondsAfterFinished: s.Options.TTLSeconds,
		},
	}
}

// NewReplicatedJob returns one of the jobs of a JobSet.
func NewReplicatedJob(name string, template batchv1.JobTemplateSpec) jobset.ReplicatedJob {
	return jobset.ReplicatedJob{Name: name, GroupName: "default", Replicas: 1, Template: template}
}

// NewJob returns a job of a set as a Job, for clusters without JobSet.
func (s Set) NewJob(name string, template batchv1.JobTemplateSpec) *batchv1.Job {
	template.Spec.TTLSecondsAfterFinished = s.Options.TTLSeconds
	return &batchv1.Job{
		TypeMeta:   metav1.TypeMeta{APIVersion: batchv1.SchemeGroupVersion.String(), Kind: "Job"},
		ObjectMeta: s.workloadMeta(name),
		Spec:       template.Spec,
	}
}

// EndsWith returns the policy of a JobSet that ends with some of its jobs. Without a policy a JobSet waits for all of them.
func EndsWith(jobs ...string) *jobset.SuccessPolicy {
	return &jobset.SuccessPolicy{Operator: jobset.OperatorAll, TargetReplicatedJobs: jobs}
}

// lingerSeconds is how long a container that failed waits for the failure of a disrupted pod. A broker ends one to two
// seconds after SIGTERM, and its pod fails one second later (seen).
const lingerSeconds = 15

// Linger is how many seconds a container waits before it ends after its command failed, 0 for not at all. An application often
// fails because a pod is taken away. The pod that is taken away must fail first, or the job fails for another reason.
func (s Set) Linger() int {
	if s.Options.OnDisruption != latchkey.OnDisruptionRestart {
		return 0
	}
	return lingerSeconds
}

// PodFailurePolicy returns a policy that fails a job with a reason of its own when one of its pods is disrupted. If the job needs other
// hosts, the loss of one counts too, because a pod on a lost node does not fail by itself. PodFailurePolicy returns nil unless the option
// onDisruption is Restart.
func (s Set) PodFailurePolicy(needsOthers bool) *batchv1.PodFailurePolicy {
	if s.Options.OnDisruption != latchkey.OnDisruptionRestart {
		return nil
	}
	policy := &batchv1.PodFailurePolicy{Rules: []batchv1.PodFailurePolicyRule{Disrupted(batchv1.PodFailurePolicyActionFailJob)}}
	if needsOthers {
		policy.Rules = append(policy.Rules, FailOn(names.LostStatus))
	}
	return policy
}

// Disrupted says what happens to a job when one of its pods is taken away.
func Disrupted(action batchv1.PodFailurePolicyAction) batchv1.PodFailurePolicyRule {
	return batchv1.PodFailurePolicyRule{
		Action:          action,
		OnPodConditions: []batchv1.PodFailurePolicyOnPodConditionsPattern{{Type: corev1.DisruptionTarget, Status: corev1.ConditionTrue}},
	}
}

// FailOn lets a job fail at once when a container ends with a status.
func FailOn(status int32) batchv1.PodFailurePolicyRule {
	return batchv1.PodFailurePolicyRule{
		Action:      batchv1.PodFailurePolicyActionFailJob,
		OnExitCodes: &batchv1.PodFailurePolicyOnExitCodesRequirement{Operator: batchv1.PodFailurePolicyOnExitCodesOpIn, Values: []int32{status}},
	}
}

// lostSeconds is how long a pod stays on a node that Kubernetes has lost, if its set starts again after a disruption. Kubernetes itself
// waits for five minutes.
const lostSeconds = 30

// WithLostNodes returns the tolerations of a pod of a set that may start again: the pod leaves a lost node soon, unless the user says
// something about such nodes.
func (s Set) WithLostNodes(users []corev1.Toleration) []corev1.Toleration {
	if s.Options.OnDisruption != latchkey.OnDisruptionRestart {
		return users
	}
	tolerations := slices.Clone(users)
	for _, key := range []string{corev1.TaintNodeNotReady, corev1.TaintNodeUnreachable} {
		const effect = corev1.TaintEffectNoExecute
		isMeant := func(t corev1.Toleration) bool {
			return (t.Key == "" || t.Key == key) && (t.Effect == "" || t.Effect == effect)
		}
		if !slices.ContainsFunc(users, isMeant) {
			tolerations = append(tolerations, corev1.Toleration{
				Key: key, Operator: corev1.TolerationOpExists, Effect: effect, TolerationSeconds: new(int64(lostSeconds)),
			})
		}
	}
	return tolerations
}

// FailurePolicy returns the policy of a JobSet that may start again, with these rules. A set starts again as a whole: no pod
// may talk to a pod from before the restart. With onDisruption: Restart the last rule starts the set again when a pod of one of the
// disrupted jobs, or of any job if none is named, was taken away. That restart does not count towards maxRestarts.
//
// FailurePolicy returns nil for other sets. They fail with the first of their jobs, and JobSet then names this job in its message,
// which it does not with a policy.
func (s Set) FailurePolicy(rules []jobset.FailurePolicyRule, disrupted ...string) *jobset.FailurePolicy {
	restarts := ptr.Deref(s.Options.MaxRestarts, 0)
	if s.Options.OnDisruption == latchkey.OnDisruptionRestart {
		rules = append(rules, jobset.FailurePolicyRule{
			Name:                 "disruption",
			Action:               jobset.RestartJobSetAndIgnoreMaxRestarts,
			OnJobFailureReasons:  []string{batchv1.JobReasonPodFailurePolicy},
			TargetReplicatedJobs: disrupted,
		})
	} else if restarts == 0 {
		return nil
	}
	return &jobset.FailurePolicy{MaxRestarts: restarts, RestartStrategy: jobset.BlockingRecreate, Rules: rules}
}
