package live

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/internal/runs"
)

// takenAway returns the pods that somebody else than the set's own jobs has deleted, as events tell.
func (s *Set) takenAway() (found []fault) {
	for _, event := range s.events {
		name := event.InvolvedObject.Name
		if event.InvolvedObject.Kind != "Pod" || s.hasStayed(name) || s.isCleanedUp(name) {
			continue
		}
		one := fault{at: eventTime(event), Cause: runs.Cause{Pod: name}}
		switch event.Reason {
		case "Evicted":
			one.What, one.Remedy = fmt.Sprintf("the node evicted the pod %s: %s", name, sentence(event.Message)), evictionRemedy(event.Message)
		case "Preempted", "Preempting", "TaintManagerEviction", "NodeShutdown":
			one.What = fmt.Sprintf("the pod %s was taken away (%s): %s", name, event.Reason, sentence(event.Message))
			one.Remedy = "Apply the set again, or render it with onDisruption: Restart."
		case "Killing":
			one.effect = true
			one.What = fmt.Sprintf("the pod %s was deleted while it ran, by a user, a drain or an eviction", name)
			one.Remedy = "Apply the set again. With onDisruption: Restart, drains and evictions start it again."
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

// isCleanedUp tells whether a job of the set has deleted a pod, because another one had failed.
func (s *Set) isCleanedUp(name string) bool {
	return slices.ContainsFunc(s.events, func(event corev1.Event) bool {
		return event.Reason == "SuccessfulDelete" && strings.HasSuffix(event.Message, ": "+name)
	})
}

// overdue returns the deadline of a part if it has passed.
func (s *Set) overdue(p part) []fault {
	condition := s.failing(p)
	if condition == nil || condition.Reason != batchv1.JobReasonDeadlineExceeded {
		return nil
	}
	one := fault{at: condition.LastTransitionTime.Time, Cause: runs.Cause{
		What: fmt.Sprintf("the job %s was not done at its deadline of %d s", p.job.Name, ptr.Deref(p.spec.ActiveDeadlineSeconds, 0)), Remedy: "Raise deadlineSeconds.",
	}}
	if obstacle := s.obstacle(p); obstacle != "" {
		one.What += ", because it had not begun: " + obstacle
		one.Remedy = "Mend what kept it from starting, and apply it again."
	}
	return []fault{one}
}

// obstacles are the reasons of events about what keeps a pod from starting.
var obstacles = []string{"Failed", "FailedScheduling", "FailedMount", "FailedAttachVolume", "FailedCreatePodSandBox", "FailedCreate"}

// obstacle is what the newest event says that kept a pod of a part from starting, or "" if the part has run.
func (s *Set) obstacle(p part) string {
	if s.hasRun(p) {
		return ""
	}
	var found *corev1.Event
	for at, event := range s.events {
		if !slices.Contains(obstacles, event.Reason) || !strings.HasPrefix(event.InvolvedObject.Name, p.job.Name) || strings.HasPrefix(event.Message, "Error: ") {
			continue
		}
		if found == nil || !eventTime(event).Before(eventTime(*found)) {
			found = &s.events[at]
		}
	}
	if found == nil {
		return ""
	}
	return sentence(unpacked().ReplaceAllString(found.Message, ""))
}

// unpacked matches what container runtimes put before the reason for which they cannot get an image.
var unpacked = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`failed to pull and unpack image .*failed to resolve reference "[^"]*": `)
})

// hasRun tells whether the first container of a part was started, as pods or events tell.
func (s *Set) hasRun(p part) bool {
	name := p.spec.Template.Spec.Containers[0].Name
	for _, pod := range s.withRole(p.role) {
		if status, _ := statusOf(pod, name); jobOf(pod) == p.name && hasBegun(status.State) {
			return true
		}
	}
	return slices.ContainsFunc(s.events, func(event corev1.Event) bool {
		return (event.Reason == "Started" || event.Reason == "Killing") && event.InvolvedObject.FieldPath == "spec.containers{"+name+"}"
	})
}

// causeInConditions is what the jobs of the set and the set itself say, when nothing is known of its pods.
func (s *Set) causeInConditions() *runs.Cause {
	const remedy = "Apply it again, and save its logs meanwhile: latchkey logs SET --wait -o DIR."
	for _, p := range s.parts {
		if condition := s.failing(p); condition != nil {
			return &runs.Cause{What: fmt.Sprintf("its pods are gone, and the job %s says: %s", p.job.Name, sentence(condition.Message)), Remedy: strings.Replace(remedy, "SET", s.Name, 1)}
		}
	}
	if s.jobset != nil {
		for _, condition := range s.jobset.Status.Conditions {
			if condition.Type == string(jobset.JobSetFailed) {
				return &runs.Cause{What: sentence(condition.Message), Remedy: strings.Replace(remedy, "SET", s.Name, 1)}
			}
		}
	}
	return nil
}

// failing is the condition of a Job of the present life that has failed, or that fails as soon as its pods have ended, or
// nil.
func (s *Set) failing(p part) *batchv1.JobCondition {
	if p.job == nil || number(p.job.Labels[jobsetLife], 0) != s.restarts() {
		return nil
	}
	for at, condition := range p.job.Status.Conditions {
		if (condition.Type == batchv1.JobFailed || condition.Type == batchv1.JobFailureTarget) && condition.Status == corev1.ConditionTrue {
			return &p.job.Status.Conditions[at]
		}
	}
	return nil
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
	action := jobset.RestartJobSet
	for _, rule := range policy.Rules {
		if len(rule.OnJobFailureMessagePatterns) > 0 {
			return true // JobSet itself will tell
		}
		if (len(rule.OnJobFailureReasons) == 0 || slices.Contains(rule.OnJobFailureReasons, reason)) &&
			(len(rule.TargetReplicatedJobs) == 0 || slices.Contains(rule.TargetReplicatedJobs, job)) {
			action = rule.Action
			break
		}
	}
	switch action {
	case jobset.FailJobSet:
		return false
	case jobset.RestartJobSet, jobset.RestartJob:
		return s.jobset.Status.RestartsCountTowardsMax < policy.MaxRestarts
	default:
		return true
	}
}
