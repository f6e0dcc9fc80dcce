package live

import (
	"fmt"
	"slices"
	"strings"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/utils/ptr"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// podsGone returns the faults of pods that somebody else than the set's own jobs has deleted, as events tell.
func (s *Set) podsGone() (found []fault) {
	for _, event := range s.events {
		pod := event.InvolvedObject.Name
		if event.InvolvedObject.Kind != "Pod" || s.hasStayed(pod) || s.isDone(pod) || s.isBack(event) || event.Reason != nodeNotReady && s.cleanedUp(pod) != nil {
			continue
		}
		one := fault{at: eventTime(event)}
		switch event.Reason {
		case nodeNotReady:
			one.Cause = nodeLost(s.nodeOf(pod), pod, event.Message)
		case "Evicted":
			one.Cause = evicted(pod, event.Message)
		case "Preempted", "Preempting", "TaintManagerEviction", "NodeShutdown":
			one.Cause = takenAway(pod, event.Reason, event.Message)
		case "Killing":
			one.effect, one.Cause = true, runs.Cause{
				Pod: pod, What: "the pod " + pod + " was deleted while it ran, by a user, a drain or an eviction",
				Remedy: "If a user has deleted it, render the set with maxRestarts: 1, and it starts again. After a drain or an eviction it does so with onDisruption: Restart.",
			}
		default:
			continue
		}
		found = append(found, one)
	}
	return found
}

// hasStayed tells whether a pod is there and nobody has deleted it.
func (s *Set) hasStayed(name string) bool {
	return slices.ContainsFunc(s.pods, func(pod corev1.Pod) bool {
		return pod.Name == name && pod.DeletionTimestamp == nil && (pod.Status.Phase == corev1.PodFailed || pod.Status.Phase == corev1.PodSucceeded)
	})
}

// isDone tells whether a pod, which is gone, made the key, or belonged to a job of the set that has completed.
func (s *Set) isDone(name string) bool {
	return slices.ContainsFunc(s.parts, func(p part) bool {
		return p.role == key && strings.HasPrefix(name, s.Name+"-"+p.name+"-") || p.job != nil && strings.HasPrefix(name, p.job.Name+"-") && conditionOf(p.job, batchv1.JobComplete) != nil
	})
}

// lastLoss says why the set was started again last: which pod of an earlier life was lost, as pods or events tell, or what the job said
// of it. It is "" if nobody knows.
func (s *Set) lastLoss() string {
	var last fault
	all := s.podsGone()
	for _, pod := range s.pods {
		if cause := s.causeOfPod(pod); cause.What != "" && life(pod) < s.restarts() {
			all = append(all, fault{Cause: cause, at: podCondition(pod, corev1.DisruptionTarget).LastTransitionTime.Time})
		}
	}
	for _, one := range all {
		isCurrent := slices.ContainsFunc(s.current(), func(pod corev1.Pod) bool { return pod.Name == one.Pod })
		if !one.effect && !isCurrent && !one.at.Before(last.at) {
			last = one
		}
	}
	if said := s.newest(func(event corev1.Event) bool { return event.Reason == batchv1.JobReasonPodFailurePolicy }); last.What == "" && said != nil {
		if lost := lostAnother().FindStringSubmatch(said.Message); lost != nil {
			return fmt.Sprintf("the pod %s ended with status %d, because a host of the set did not answer", lost[1], names.LostStatus)
		}
		return sentence(said.Message)
	}
	return last.What
}

// lostAnother matches what a job says of a pod with a script that has lost another pod of the set.
var lostAnother = lazily(fmt.Sprintf(`^Container \S+ for pod \S+/(\S+) failed with exit code %d matching`, names.LostStatus))

// nodeNotReady is the reason of an event about a pod on a node that has said nothing for 40 seconds.
const nodeNotReady = "NodeNotReady"

// isBack tells whether the node of a pod has come back in time after an event about its loss. Kubernetes then takes back that it
// deletes the pod. It also does so when a job of the set has deleted the pod before.
func (s *Set) isBack(loss corev1.Event) bool {
	pod := loss.InvolvedObject.Name
	if loss.Reason != nodeNotReady && loss.Reason != "TaintManagerEviction" {
		return false
	}
	cleaned := s.cleanedUp(pod)
	return slices.ContainsFunc(s.events, func(event corev1.Event) bool {
		at := eventTime(event)
		return about(pod, "TaintManagerEviction")(event) && strings.HasPrefix(event.Message, "Cancelling deletion") &&
			!at.Before(eventTime(loss)) && (cleaned == nil || at.Before(eventTime(*cleaned)))
	})
}

// nodeOf is the node of a pod that may be gone, as its events tell.
func (s *Set) nodeOf(name string) string {
	for _, pod := range s.pods {
		if pod.Name == name {
			return pod.Spec.NodeName
		}
	}
	if event := s.newest(about(name, "Scheduled")); event != nil { // "Successfully assigned NAMESPACE/POD to NODE"
		return event.Message[strings.LastIndex(event.Message, " ")+1:]
	}
	return "NODE"
}

// cleanedUp returns the event of a job of the set that has deleted a pod, because another one had failed, or nil.
func (s *Set) cleanedUp(pod string) *corev1.Event {
	return s.newest(func(event corev1.Event) bool {
		return event.Reason == "SuccessfulDelete" && strings.HasSuffix(event.Message, ": "+pod)
	})
}

// overdue returns the deadline of a part if it has passed.
func (s *Set) overdue(p part) []fault {
	condition := s.failing(p)
	if condition == nil || condition.Reason != batchv1.JobReasonDeadlineExceeded {
		return nil
	}
	cause := runs.Cause{
		What:   fmt.Sprintf("the job %s was not done at its deadline of %d s", p.job.Name, ptr.Deref(p.spec.ActiveDeadlineSeconds, 0)),
		Remedy: longer,
	}
	if obstacle := s.obstacle(p); obstacle != "" {
		cause.What, cause.Remedy = cause.What+", because it had not begun: "+obstacle, "Mend what kept it from starting."
	}
	return []fault{{at: condition.LastTransitionTime.Time, Cause: cause}}
}

// obstacles are the reasons of events about what keeps a pod from starting.
var obstacles = []string{"Failed", "FailedScheduling", "FailedMount", "FailedAttachVolume", "FailedCreatePodSandBox", "FailedCreate"}

// obstacle is what the newest event says that kept a pod of a part from starting, or "" if the part has run.
func (s *Set) obstacle(p part) string {
	if s.hasRun(p) {
		return ""
	}
	found := s.newest(func(event corev1.Event) bool {
		return slices.Contains(obstacles, event.Reason) && strings.HasPrefix(event.InvolvedObject.Name, p.job.Name) && !strings.HasPrefix(event.Message, "Error: ")
	})
	if found == nil {
		return ""
	}
	return sentence(unresolved().ReplaceAllString(found.Message, "$1"))
}

// hasRun tells whether the first container of a part was started, as pods or events tell.
func (s *Set) hasRun(p part) bool {
	name := p.spec.Template.Spec.Containers[0].Name
	isThere := slices.ContainsFunc(s.withRole(p.role), func(pod corev1.Pod) bool {
		return jobOf(pod) == p.name && hasBegun(statusOf(pod, name).State)
	})
	return isThere || slices.ContainsFunc(s.events, func(event corev1.Event) bool {
		return (event.Reason == "Started" || event.Reason == "Killing") && event.InvolvedObject.FieldPath == "spec.containers{"+name+"}"
	})
}

// causeInConditions is what the jobs of the set and the set itself say, when nothing is known of its pods, or "".
func (s *Set) causeInConditions() string {
	for _, p := range s.parts {
		if condition := s.failing(p); condition != nil {
			return fmt.Sprintf("its pods are gone, and the job %s says: %s", p.job.Name, sentence(condition.Message))
		}
	}
	if s.jobset != nil {
		if condition := meta.FindStatusCondition(s.jobset.Status.Conditions, string(jobset.JobSetFailed)); condition != nil {
			return sentence(condition.Message)
		}
	}
	return ""
}

// failing is the condition of a Job of the present life that has failed, or that fails as soon as its pods have ended, or
// nil.
func (s *Set) failing(p part) *batchv1.JobCondition {
	if p.job == nil || number(p.job.Labels[jobsetLife], 0) != s.restarts() {
		return nil
	}
	return conditionOf(p.job, batchv1.JobFailed, batchv1.JobFailureTarget)
}

// isDoomed tells whether a job has failed, or fails as soon as its pods have ended, and the whole set does not start again.
func (s *Set) isDoomed() bool {
	return slices.ContainsFunc(s.parts, func(p part) bool {
		condition := s.failing(p)
		return condition != nil && !s.startsAgain(p.name, condition.Reason)
	})
}

// startsAgain tells whether the failure of a job for a reason starts the whole set again: kubernetes-sigs/jobset,
// pkg/controllers/failure_policy.go.
func (s *Set) startsAgain(job, reason string) bool {
	if s.jobset == nil || s.jobset.Spec.FailurePolicy == nil {
		return false
	}
	policy := s.jobset.Spec.FailurePolicy
	mayRestart := s.jobset.Status.RestartsCountTowardsMax < policy.MaxRestarts
	for _, rule := range policy.Rules {
		if (len(rule.OnJobFailureReasons) == 0 || slices.Contains(rule.OnJobFailureReasons, reason)) &&
			(len(rule.TargetReplicatedJobs) == 0 || slices.Contains(rule.TargetReplicatedJobs, job)) {
			return rule.Action != jobset.FailJobSet && (mayRestart || rule.Action == jobset.RestartJobSetAndIgnoreMaxRestarts)
		}
	}
	return mayRestart
}
