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

// cause returns the first thing that went wrong in a set that has failed, with what the application said last if nothing else tells why.
func (s *Set) cause() *runs.Cause {
	first := s.firstFault()
	if first == nil {
		return nil
	}
	if first.effect && s.said != "" && s.isOutput(first.Pod, first.Container) {
		first.What += fmt.Sprintf("; it printed %q", s.said)
		first.Remedy = "Read what it printed: " + s.logsOf(first.Pod, first.Container) + "."
	}
	return &first.Cause
}

// firstFault is the first thing that went wrong. What tells its reason goes before what may be an effect, and the earlier before the later.
func (s *Set) firstFault() *fault {
	all := s.podsGone()
	for _, p := range s.parts {
		if conditionOf(p.job, batchv1.JobComplete) == nil { // otherwise a later try has made up for it
			all = append(all, s.faultsIn(p)...)
		}
	}
	if len(all) == 0 {
		if said := s.causeInConditions(); said != "" {
			return &fault{Cause: runs.Cause{What: said, Remedy: "Save its logs while it runs: " + s.Hints.Command("logs", s.Name, "--wait", "-o", "DIR") + "."}}
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
		return []fault{{Cause: nodeLost(pod.Spec.NodeName, pod.Name, "its pods are not ready, though their containers are"), at: lostSince(pod).Time}}
	}
	if cause := s.causeOfPod(pod); cause.What != "" {
		return []fault{{Cause: cause, at: podCondition(pod, corev1.DisruptionTarget).LastTransitionTime.Time}}
	}
	for _, c := range containers(pod.Spec) {
		if ended := statusOf(pod, c.Name).State.Terminated; ended != nil && !isSidecar(c) {
			if one := s.faultOf(pod, c, ended); one.What != "" {
				one.at = ended.FinishedAt.Time
				if ended.ExitCode == 143 { // by SIGTERM, and times are in whole seconds: what led to it may have the same one
					one.at = one.at.Add(time.Second - 1)
				}
				found = append(found, one)
			}
		}
	}
	return found
}

// causeOfPod tells why a node or the cluster ended a pod as a whole. It is empty if none did.
func (s *Set) causeOfPod(pod corev1.Pod) runs.Cause {
	reason, message := pod.Status.Reason, sentence(pod.Status.Message)
	disrupted := podCondition(pod, corev1.DisruptionTarget)
	switch {
	case pod.Status.Phase == corev1.PodSucceeded: // it was taken away later, and nothing was lost
		return runs.Cause{}
	case disrupted.Status == corev1.ConditionTrue && reason == "":
		return takenAway(pod.Name, disrupted.Reason, disrupted.Message)
	case pod.Status.Phase != corev1.PodFailed || reason == "":
		return runs.Cause{}
	case reason == "Evicted":
		return evicted(pod.Name, message)
	default:
		return runs.Cause{
			Pod: pod.Name, What: fmt.Sprintf("the node ended the pod %s (%s): %s", pod.Name, reason, message),
			Remedy: "Look at the node: kubectl describe node " + pod.Spec.NodeName + s.Hints.flags() + ".",
		}
	}
}

func takenAway(pod, reason, message string) runs.Cause {
	return runs.Cause{Pod: pod, What: fmt.Sprintf("the pod %s was taken away (%s): %s", pod, reason, sentence(message)), Remedy: afterDisruption}
}

func evicted(pod, message string) runs.Cause {
	return runs.Cause{
		Pod: pod, What: fmt.Sprintf("the node evicted the pod %s: %s", pod, sentence(message)),
		Remedy: "Raise the limit that it names, or write less. If the node was short of something, ask for what the containers use with resources.requests.",
	}
}

// nodeLost is the loss of the node of a pod.
func nodeLost(node, pod, message string) runs.Cause {
	return runs.Cause{
		Pod: pod, What: fmt.Sprintf("the node %s of the pod %s was lost: %s", node, pod, sentence(message)),
		Remedy: afterDisruption + " If the node does not come back, its pods stay until you say so: " + goodbye(node) + ".",
	}
}

const afterDisruption = "A set with onDisruption: Restart starts again by itself, unless another failure came first."

// faultOf returns what was wrong with a container that ended. It is empty if nothing was.
func (s *Set) faultOf(pod corev1.Pod, c corev1.Container, ended *corev1.ContainerStateTerminated) fault {
	memory, isLimited := c.Resources.Limits[corev1.ResourceMemory]
	deadline, hasDeadline := variable(c, names.Deadline)
	what, remedy, effect := "", "", false
	switch {
	case ended.Reason == "OOMKilled" && isLimited:
		what = fmt.Sprintf("ran out of memory: the kernel killed a process at the limit of %s (OOMKilled)", memory.String())
		remedy = "Raise resources.limits.memory, or start fewer tasks in each pod."
	case ended.Reason == "OOMKilled":
		what = "ran out of memory: the kernel killed a process, because the node had no more (OOMKilled)"
		remedy = "Ask for memory with resources.requests.memory, so that nodes with enough are chosen, or start fewer tasks in each pod."
	case slices.Contains([]string{"StartError", "ContainerCannotRun", "CreateContainerError"}, ended.Reason):
		layers := strings.Split(ended.Message, "runc create failed: ") // those above say only that they failed
		what = "could not be started: " + sentence(layers[len(layers)-1])
		remedy = "Correct the name of the program, make it executable, or use an image that has it: " + c.Image + " has to have bash and coreutils, too."
	case ended.ExitCode == 0:
		return fault{}
	case ended.ExitCode == 124 && hasDeadline && wasNear(deadline, pod, ended):
		what, remedy = fmt.Sprintf("was ended shortly before the deadline of %s s (status 124)", deadline), s.afterDeadline(pod.Name, c.Name)
	default:
		what, remedy, effect = endInWords(ended), s.remedyOf(ended.ExitCode, pod, c.Name), true
	}
	return fault{effect: effect, Cause: runs.Cause{What: s.nameOf(pod, c) + " " + what, Remedy: remedy, Pod: pod.Name, Container: c.Name}}
}

// longer is the remedy for a deadline of a program of which nobody knows whether it was at work: what it printed last may be of others.
const longer = "If it was still at work, raise deadlineSeconds."

// afterDeadline says what to do about an application that was ended at its deadline. One that hangs needs no more time.
func (s *Set) afterDeadline(pod, container string) string {
	if s.silence == nil {
		return longer
	}
	return fmt.Sprintf("It had printed nothing for %s: find out whether it hung (%s) before you raise deadlineSeconds.", duration(*s.silence), s.logsOf(pod, container))
}

// remedyOf says what to do about the exit status of a container.
func (s *Set) remedyOf(status int32, pod corev1.Pod, container string) string {
	logs := s.logsOf(pod.Name, container)
	switch status {
	case 126:
		return "Make the program executable, and look whether it is made for this processor: " + logs + " says which."
	case 127:
		return "Correct the name of the program or PATH, or use an image that has it: " + logs + " says which."
	case 129, 143:
		return "Find out who ended it: kubectl get events --field-selector involvedObject.name=" + pod.Name + s.Hints.flags() + "."
	case 132:
		return "If mpirun could not execute the program, correct its path. Otherwise it has an error, or is made for another processor: " + logs + " says which."
	case 135, 136, 139:
		return "The program has an error, or is made for another processor: " + logs + " says how far it came."
	case 137:
		return "Find out what killed it, often the kernel of a node without memory: kubectl describe node " + pod.Spec.NodeName + s.Hints.flags() + "."
	default:
		return "Read what it printed: " + logs + "."
	}
}

// meanings are what exit statuses mean by the conventions of shells: 128 and the number of a signal, signal(7). The mpirun of Open MPI 4
// uses two of them for a program that it could not start (seen).
var meanings = map[int32]string{
	126: "a program may not be executed",
	127: "a program was not found",
	129: "killed by SIGHUP",
	130: "killed by SIGINT",
	131: "killed by SIGQUIT",
	132: "killed by SIGILL, or mpirun could not execute a program",
	134: "killed by SIGABRT, or mpirun found no program",
	135: "killed by SIGBUS",
	136: "killed by SIGFPE",
	137: "killed by SIGKILL",
	139: "killed by SIGSEGV",
	141: "killed by SIGPIPE",
	143: "killed by SIGTERM",
	152: "killed by SIGXCPU",
}

// logsOf is the command that prints the log of a container.
func (s *Set) logsOf(pod, name string) string {
	if s.isOutput(pod, name) {
		return s.Hints.Command("logs", s.Name)
	}
	return fmt.Sprintf("kubectl logs %s -c %s%s", pod, name, s.Hints.flags())
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
