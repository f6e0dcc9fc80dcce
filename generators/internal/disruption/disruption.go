// Package disruption lets a set start again when Kubernetes takes a pod away: by an eviction, a drain, a preemption, or
// the loss of a node. [PodFailurePolicy] is for the set's jobs. [FailurePolicy] is for its JobSet, with [Rules] among others.
package disruption

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// lingerSeconds is how long a container that failed waits for the failure of a disrupted pod. A broker ends one to two
// seconds after SIGTERM, and its pod fails one second later (seen).
const lingerSeconds = 15

// Linger is how many seconds a container whose command failed waits before it ends, 0 for not at all. An application often
// fails because a pod is taken away. The pod that is taken away must fail first, or the job fails for another reason.
func Linger(opts latchkey.Options) int64 {
	if opts.OnDisruption != latchkey.OnDisruptionRestart {
		return 0
	}
	return lingerSeconds
}

// PodFailurePolicy returns a policy that fails a job with a reason of its own when one of its pods is disrupted. It
// returns nil unless the option onDisruption is Restart.
func PodFailurePolicy(opts latchkey.Options) *batchv1.PodFailurePolicy {
	if opts.OnDisruption != latchkey.OnDisruptionRestart {
		return nil
	}
	return &batchv1.PodFailurePolicy{Rules: []batchv1.PodFailurePolicyRule{{
		Action: batchv1.PodFailurePolicyActionFailJob,
		OnPodConditions: []batchv1.PodFailurePolicyOnPodConditionsPattern{
			{Type: corev1.DisruptionTarget, Status: corev1.ConditionTrue},
		},
	}}}
}

// FailurePolicy returns the policy of a JobSet that may start again, with these rules. A set starts again as a whole: no pod
// may meet one from before the restart. FailurePolicy returns nil for other sets. They fail with the first of their jobs, and
// JobSet then names this job in its message, which it does not with a policy.
func FailurePolicy(opts latchkey.Options, rules ...jobset.FailurePolicyRule) *jobset.FailurePolicy {
	restarts := ptr.Deref(opts.MaxRestarts, 0)
	if restarts == 0 && opts.OnDisruption != latchkey.OnDisruptionRestart {
		return nil
	}
	return &jobset.FailurePolicy{MaxRestarts: restarts, RestartStrategy: jobset.BlockingRecreate, Rules: rules}
}

// Rules returns the rule by which a JobSet starts again when one of the jobs has failed for this reason. The restart
// does not count towards maxRestarts. Without a policy for pods there is no rule.
func Rules(opts latchkey.Options, jobs ...string) []jobset.FailurePolicyRule {
	if opts.OnDisruption != latchkey.OnDisruptionRestart {
		return nil
	}
	return []jobset.FailurePolicyRule{{
		Name:                 "disruption",
		Action:               jobset.RestartJobSetAndIgnoreMaxRestarts,
		OnJobFailureReasons:  []string{batchv1.JobReasonPodFailurePolicy},
		TargetReplicatedJobs: jobs,
	}}
}
