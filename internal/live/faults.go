package live

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// A fault is something that can make a set fail.
type fault struct {
	runs.Cause
	at time.Time
	// effect says that the fault may be the effect of another one: a status, or a pod that is gone.
	effect bool
}

// cause returns the first thing that went wrong in a set that has failed. What tells its reason goes before what may be an
// effect, and the earlier before the later.
func (s *Set) cause() *runs.Cause {
	if made := s.keyCause(); made != nil {
		return made
	}
	var all []fault
	for _, p := range s.parts {
		all = append(all, s.overdue(p)...)
	}
	for _, pod := range s.current() {
		all = append(all, s.faultsOf(pod)...)
	}
	all = append(all, s.takenAway()...)
	if len(all) == 0 {
		return s.causeInConditions()
	}
	slices.SortStableFunc(all, func(a, b fault) int {
		return cmp.Or(compareBool(a.effect, b.effect), a.at.Compare(b.at))
	})
	return &all[0].Cause
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}

// keyCause is why no key could be made, or nil.
func (s *Set) keyCause() *runs.Cause {
	for _, p := range s.parts {
		if state, _ := jobEnd(p.job); p.role != key || state != runs.Failed {
			continue
		}
		cause := &runs.Cause{What: jobFailure(p.job.Status.Conditions), Remedy: "Look at the events of the job: kubectl describe job " + p.job.Name + "."}
		all := s.overdue(p)
		for _, pod := range s.withRole(key) {
			all = append(all, s.faultsOf(pod)...)
		}
		if len(all) > 0 {
			cause = &all[len(all)-1].Cause // of the last try
		}
		cause.What = "no key: " + cause.What
		return cause
	}
	return nil
}

// faultsOf returns the faults of a pod that is there.
func (s *Set) faultsOf(pod corev1.Pod) (found []fault) {
	if cause := causeOfPod(pod); cause != nil {
		return []fault{{Cause: *cause, at: s.ended(pod)}}
	}
	for _, c := range containers(pod.Spec) {
		status, _ := statusOf(pod, c.Name)
		if ended := status.State.Terminated; ended != nil && !isSidecar(c) {
			if one := s.faultOf(pod, c, ended); one != nil {
				one.Pod, one.Container, one.at = pod.Name, c.Name, ended.FinishedAt.Time
				found = append(found, *one)
			}
		}
	}
	return found
}

// ended is when the first container of a pod ended.
func (s *Set) ended(pod corev1.Pod) (first time.Time) {
	for _, status := range statuses(pod) {
		if t := status.State.Terminated; t != nil && t.ExitCode != 0 && (first.IsZero() || t.FinishedAt.Time.Before(first)) {
			first = t.FinishedAt.Time
		}
	}
	return first
}

// causeOfPod is why a node or the cluster ended a pod as a whole, or nil.
func causeOfPod(pod corev1.Pod) *runs.Cause {
	message := sentence(pod.Status.Message)
	for _, condition := range pod.Status.Conditions {
		if condition.Type == corev1.DisruptionTarget && condition.Status == corev1.ConditionTrue && pod.Status.Reason == "" {
			return &runs.Cause{
				What:   fmt.Sprintf("the pod %s was taken away (%s): %s", pod.Name, condition.Reason, sentence(condition.Message)),
				Remedy: "Apply the set again, or render it with onDisruption: Restart.", Pod: pod.Name,
			}
		}
	}
	switch reason := pod.Status.Reason; {
	case pod.Status.Phase != corev1.PodFailed || reason == "":
		return nil
	case reason == "Evicted":
		return &runs.Cause{What: fmt.Sprintf("the node evicted the pod %s: %s", pod.Name, message), Remedy: evictionRemedy(message), Pod: pod.Name}
	default:
		return &runs.Cause{
			What:   fmt.Sprintf("the node ended the pod %s (%s): %s", pod.Name, reason, message),
			Remedy: "Look at the node: kubectl describe node " + pod.Spec.NodeName + ".", Pod: pod.Name,
		}
	}
}

// evictionRemedy says what to do about an eviction: kubernetes/kubernetes, pkg/kubelet/eviction/helpers.go has the messages.
func evictionRemedy(message string) string {
	switch {
	case strings.Contains(message, "EmptyDir"):
		return "Raise the size limit of the volume, or write less to it."
	case strings.Contains(message, "phemeral local storage") || strings.Contains(message, "phemeral-storage"):
		return "Raise resources.limits.ephemeral-storage, or write to a volume."
	default:
		return "Ask for what the containers use with resources.requests, so that nodes with enough are chosen."
	}
}

// faultOf returns what was wrong with a container that ended, or nil.
func (s *Set) faultOf(pod corev1.Pod, c corev1.Container, ended *corev1.ContainerStateTerminated) *fault {
	who := s.nameOf(pod, c)
	switch {
	case ended.Reason == "OOMKilled":
		return &fault{Cause: outOfMemory(who, c)}
	case slices.Contains([]string{"StartError", "ContainerCannotRun", "CreateContainerError"}, ended.Reason):
		return &fault{Cause: cannotStart(who, c, ended.Message)}
	case ended.ExitCode == 0:
		return nil
	}
	if limit, limited := variable(c, names.Deadline); limited && ended.ExitCode == 124 {
		return &fault{Cause: runs.Cause{What: fmt.Sprintf("%s was ended shortly before the deadline of %s s (status 124)", who, limit), Remedy: "Raise deadlineSeconds."}}
	}
	return &fault{Cause: runs.Cause{What: who + " " + endInWords(ended), Remedy: s.statusRemedy(pod, c, ended)}, effect: true}
}

// nameOf is what people call a container: "the application" is that of the lead.
func (s *Set) nameOf(pod corev1.Pod, c corev1.Container) string {
	if lead, found := s.lead(); found && lead.Name == pod.Name && c.Name == s.application() {
		return "the application"
	}
	return c.Name + " in the pod " + pod.Name
}

func outOfMemory(who string, c corev1.Container) runs.Cause {
	if limit, limited := c.Resources.Limits[corev1.ResourceMemory]; limited {
		return runs.Cause{
			What:   fmt.Sprintf("%s ran out of memory: the kernel killed a process at the limit of %s (OOMKilled)", who, limit.String()),
			Remedy: "Raise resources.limits.memory, or start fewer tasks in each pod.",
		}
	}
	return runs.Cause{
		What:   who + " ran out of memory: the kernel killed a process, because the node had no more (OOMKilled)",
		Remedy: "Ask for memory with resources.requests.memory, so that nodes with enough are chosen, or start fewer tasks in each pod.",
	}
}

var executable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`exec: \\?"([^"\\]+)\\?": (?:(stat )|(executable file not found)|(permission denied))`)
})

// cannotStart is why a container did not begin, as container runtimes say it.
func cannotStart(who string, c corev1.Container, message string) runs.Cause {
	match := executable().FindStringSubmatch(message)
	switch {
	case match == nil:
		return runs.Cause{What: fmt.Sprintf("%s could not be started: %s", who, sentence(message)), Remedy: "Correct the container, or choose another image."}
	case match[4] != "":
		return runs.Cause{
			What:   fmt.Sprintf("%s could not be started: %s of the image %s may not be executed", who, match[1], c.Image),
			Remedy: "Make the program executable in the image.",
		}
	case path.Base(match[1]) == "bash" || path.Base(match[1]) == "sh":
		return runs.Cause{
			What:   fmt.Sprintf("%s could not be started: the image %s has no %s", who, c.Image, match[1]),
			Remedy: "Use an image that has bash and coreutils.",
		}
	default:
		return runs.Cause{
			What:   fmt.Sprintf("%s could not be started: the image %s has no %s", who, c.Image, match[1]),
			Remedy: "Correct the name of the program, or use an image that has it.",
		}
	}
}

// sentence is a message of a cluster within a sentence: in one line, and without an end.
func sentence(message string) string {
	return cmp.Or(strings.TrimRight(oneLine(message), ". "), "no reason is given")
}
