package live

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
)

// signals are the names of signals with which a process may end, by number: signal(7).
var signals = map[int32]string{
	1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM", 24: "SIGXCPU",
}

// statusInWords says what an exit status means by the conventions of shells, or "".
func statusInWords(status int32) string {
	switch {
	case status == 126:
		return "a program may not be executed"
	case status == 127:
		return "a program was not found"
	case signals[status-128] != "":
		return "killed by " + signals[status-128]
	default:
		return ""
	}
}

// statusRemedy says what to do about an exit status.
func (s *Set) statusRemedy(pod corev1.Pod, c corev1.Container, ended *corev1.ContainerStateTerminated) string {
	logs := fmt.Sprintf("kubectl logs %s -c %s", pod.Name, c.Name)
	if s.prints(pod, c) {
		logs = "latchkey logs " + s.Name
	}
	switch ended.ExitCode {
	case 126:
		return "Make the program executable, and look whether it is made for this processor: " + logs + " says which."
	case 127:
		return "Correct the name of the program or PATH, or use an image that has it: " + logs + " says which."
	case 132, 135, 136, 139:
		return "The program has an error, or is made for another processor: " + logs + " says how far it came."
	case 137:
		return "Find out what killed it, often the kernel of a node without memory: kubectl describe node " + pod.Spec.NodeName + "."
	case 143, 129:
		return "Find out who ended it: kubectl get events --field-selector involvedObject.name=" + pod.Name + "."
	}
	return "Read what it printed: " + logs + "."
}

// prints tells whether "latchkey logs SET" prints the log of a container.
func (s *Set) prints(pod corev1.Pod, c corev1.Container) bool {
	return slices.ContainsFunc(s.outputs(), func(of container) bool { return of.pod == pod.Name && of.name == c.Name })
}
