package live

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

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

// cause returns the first thing that went wrong in a set that has failed, with the commands of its remedy as hints name them.
func (s *Set) cause(h Hints) *runs.Cause {
	first := s.firstFault()
	if first == nil {
		return nil
	}
	found := s.withSaid(*first).Cause
	found.Remedy = h.in(found.Remedy)
	return &found
}

// firstFault is the first thing that went wrong, before its remedy is complete. What tells its reason goes before what may be an
// effect, and the earlier before the later.
func (s *Set) firstFault() *fault {
	all := s.podsGone()
	for _, p := range s.parts {
		if conditionOf(p.job, batchv1.JobComplete) == nil { // otherwise a later try has made up for it
			all = append(all, s.faultsIn(p)...)
		}
	}
	if len(all) == 0 {
		if said := s.causeInConditions(); said != nil {
			return &fault{Cause: *said}
		}
		return nil
	}
	slices.SortStableFunc(all, func(a, b fault) int { return a.at.Compare(b.at) })
	first := max(0, slices.IndexFunc(all, func(f fault) bool { return !f.effect })) // there may be effects only
	return &all[first]
}

// faultsIn returns the faults of a part and of its pods that are there.
func (s *Set) faultsIn(p part) []fault {
	all := s.overdue(p)
	for _, pod := range s.current() {
		if jobOf(pod) == p.name {
			all = append(all, s.faultsOf(pod)...)
		}
	}
	for at := range all {
		if p.role == key {
			all[at].What = "no key: " + all[at].What
		}
	}
	return all
}

// faultsOf returns the faults of a pod that is there.
func (s *Set) faultsOf(pod corev1.Pod) (found []fault) {
	if isRestless(pod) {
		return []fault{{Cause: lossOfNode(pod.Spec.NodeName, pod.Name, "its pods are not ready, though their containers are"), at: lostSince(pod).Time}}
	}
	if cause, isOver := causeOfPod(pod); isOver {
		cause.Pod = pod.Name
		return []fault{{Cause: cause, at: podCondition(pod, corev1.DisruptionTarget).LastTransitionTime.Time}}
	}
	for _, c := range containers(pod.Spec) {
		if ended := statusOf(pod, c.Name).State.Terminated; ended != nil && !isSidecar(c) {
			if one := s.faultOf(pod, c, ended); one.What != "" {
				one.Pod, one.Container, one.at = pod.Name, c.Name, ended.FinishedAt.Time
				if ended.ExitCode == 143 { // by SIGTERM, and times are in whole seconds: what led to it may have the same one
					one.at = one.at.Add(time.Second - 1)
				}
				found = append(found, one)
			}
		}
	}
	return found
}

// causeOfPod tells whether a node or the cluster ended a pod as a whole, and why.
func causeOfPod(pod corev1.Pod) (cause runs.Cause, isOver bool) {
	if pod.Status.Phase == corev1.PodSucceeded { // it was taken away later, and nothing was lost
		return cause, false
	}
	if c := podCondition(pod, corev1.DisruptionTarget); c.Status == corev1.ConditionTrue && pod.Status.Reason == "" {
		return takenAway.cause("{pod}", pod.Name, "{reason}", c.Reason, "{message}", sentence(c.Message)), true
	}
	message := sentence(pod.Status.Message)
	switch reason := pod.Status.Reason; {
	case pod.Status.Phase != corev1.PodFailed || reason == "":
		return cause, false
	case reason == "Evicted":
		return evicted.cause("{pod}", pod.Name, "{message}", message), true
	default:
		return endedByNode.cause("{pod}", pod.Name, "{reason}", reason, "{message}", message, "{node}", pod.Spec.NodeName), true
	}
}

// faultOf returns what was wrong with a container that ended. It is empty if nothing was.
func (s *Set) faultOf(pod corev1.Pod, c corev1.Container, ended *corev1.ContainerStateTerminated) fault {
	who := s.nameOf(pod, c)
	memory, isLimited := c.Resources.Limits[corev1.ResourceMemory]
	deadline, hasDeadline := variable(c, names.Deadline)
	switch {
	case ended.Reason == "OOMKilled" && isLimited:
		return fault{Cause: atMemoryLimit.cause("{who}", who, "{limit}", memory.String())}
	case ended.Reason == "OOMKilled":
		return fault{Cause: atNodeMemory.cause("{who}", who)}
	case slices.Contains([]string{"StartError", "ContainerCannotRun", "CreateContainerError"}, ended.Reason):
		layers := strings.Split(ended.Message, "runc create failed: ") // those above say only that they failed
		return fault{Cause: notStarted.cause("{who}", who, "{image}", c.Image, "{message}", sentence(layers[len(layers)-1]))}
	case ended.ExitCode == 0:
		return fault{}
	case ended.ExitCode == 124 && hasDeadline && wasNear(deadline, pod, ended):
		return fault{Cause: atDeadline.cause("{who}", who, "{limit}", deadline)}
	}
	why := reason{who + " " + endInWords(ended), cmp.Or(exitStatuses[ended.ExitCode].remedy, otherStatus)}
	cause := why.cause("{logs}", s.logsOf(pod.Name, c.Name), "{node}", pod.Spec.NodeName, "{pod}", pod.Name)
	return fault{Cause: cause, effect: true}
}

// logsOf is the command that prints the log of a container.
func (s *Set) logsOf(pod, name string) string {
	if s.isOutput(pod, name) {
		return "{latchkey} logs " + s.Name + "{flags}"
	}
	return fmt.Sprintf("kubectl logs %s -c %s{flags}", pod, name)
}

// wasNear tells whether a container ended when broker-deadline.sh ends it. timeout(1) in a command gives the same status earlier.
func wasNear(deadline string, pod corev1.Pod, ended *corev1.ContainerStateTerminated) bool {
	seconds := number(deadline, 0)
	last := seconds - min(30, seconds/4) - 1 // times are in whole seconds
	return ended.FinishedAt.Sub(ptr.Deref(pod.Status.StartTime, metav1.Time{}).Time) >= time.Duration(last)*time.Second
}

// nameOf is what people call a container: "the application" is the application's container of the lead.
func (s *Set) nameOf(pod corev1.Pod, c corev1.Container) string {
	if lead, found := s.lead(); found && lead.Name == pod.Name && c.Name == s.application() {
		return "the application"
	}
	return c.Name + " in the pod " + pod.Name
}

// sentence is a message of a cluster within a sentence: in one line, and without an end.
func sentence(message string) string {
	return cmp.Or(strings.TrimRight(oneLine(message), ". "), "no reason is given")
}
