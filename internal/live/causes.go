package live

import (
	"strings"

	"github.com/latchkey-dev/latchkey/internal/runs"
)

// A reason is why a set can fail: what happened, and what to do about it. Words in braces stand for what differs: {who} is "the
// application", or a container and its pod. [Hints] has the words of commands.
type reason struct{ what, remedy string }

// cause returns the cause with texts for the words in braces: "{pod}", "lammps-m-0-1-x2k4p".
func (r reason) cause(texts ...string) runs.Cause {
	words := strings.NewReplacer(texts...)
	return runs.Cause{What: words.Replace(r.what), Remedy: words.Replace(r.remedy)}
}

// These are all reasons for which a set can fail, but for the exit statuses below.
var (
	// In a container.
	atMemoryLimit = reason{
		"{who} ran out of memory: the kernel killed a process at the limit of {limit} (OOMKilled)",
		"Raise resources.limits.memory, or start fewer tasks in each pod.",
	}
	atNodeMemory = reason{
		"{who} ran out of memory: the kernel killed a process, because the node had no more (OOMKilled)",
		"Ask for memory with resources.requests.memory, so that nodes with enough are chosen, or start fewer tasks in each pod.",
	}
	notStarted = reason{
		"{who} could not be started: {message}",
		"Correct the name of the program, make it executable, or use an image that has it: {image} has to have bash and coreutils, too.",
	}
	atDeadline = reason{"{who} was ended shortly before the deadline of {limit} s (status 124)", "Raise deadlineSeconds."}

	// To a pod as a whole.
	evicted = reason{
		"the node evicted the pod {pod}: {message}",
		"Raise the limit that it names, or write less. If the node was short of something, ask for what the containers use with resources.requests.",
	}
	endedByNode = reason{"the node ended the pod {pod} ({reason}): {message}", "Look at the node: kubectl describe node {node}{flags}."}
	takenAway   = reason{"the pod {pod} was taken away ({reason}): {message}", afterDisruption}
	nodeLost    = reason{
		"the node {node} of the pod {pod} was lost: {message}",
		afterDisruption + " If the node does not come back, its pods stay until you say so: {goodbye}.",
	}
	podDeleted = reason{
		"the pod {pod} was deleted while it ran, by a user, a drain or an eviction",
		"If a user has deleted it, render the set with maxRestarts: 1, and it starts again. After a drain or an eviction it does so with onDisruption: Restart.",
	}

	// In a job.
	jobAtDeadline = reason{"the job {job} was not done at its deadline of {limit} s", "Raise deadlineSeconds."}
	notBegun      = reason{
		jobAtDeadline.what + ", because it had not begun: {message}",
		"Mend what kept it from starting.",
	}

	// When nothing is known of the pods.
	jobFailed = reason{
		"its pods are gone, and the job {job} says: {message}",
		"Save its logs while it runs: {latchkey} logs {set} --wait -o DIR{flags}.",
	}
	setFailed = reason{"{message}", jobFailed.remedy}
)

// exitStatuses are those that mean something by the conventions of shells: 128 and the number of a signal, signal(7). The mpirun
// of Open MPI 4 uses two of them for a program that it could not start (seen).
var exitStatuses = map[int32]reason{
	126: {"a program may not be executed", "Make the program executable, and look whether it is made for this processor: {logs} says which."},
	127: {"a program was not found", "Correct the name of the program or PATH, or use an image that has it: {logs} says which."},
	129: {"killed by SIGHUP", whoEnded},
	130: {"killed by SIGINT", otherStatus},
	131: {"killed by SIGQUIT", otherStatus},
	132: {
		"killed by SIGILL, or mpirun could not execute a program",
		"If mpirun could not execute the program, correct its path. Otherwise it has an error, or is made for another processor: {logs} says which.",
	},
	134: {"killed by SIGABRT, or mpirun found no program", otherStatus},
	135: {"killed by SIGBUS", faultyProgram},
	136: {"killed by SIGFPE", faultyProgram},
	137: {"killed by SIGKILL", "Find out what killed it, often the kernel of a node without memory: kubectl describe node {node}{flags}."},
	139: {"killed by SIGSEGV", faultyProgram},
	141: {"killed by SIGPIPE", otherStatus},
	143: {"killed by SIGTERM", whoEnded},
	152: {"killed by SIGXCPU", otherStatus},
}

const (
	afterDisruption = "A set with onDisruption: Restart starts again by itself, unless another failure came first."
	otherStatus     = "Read what it printed: {logs}."
	faultyProgram   = "The program has an error, or is made for another processor: {logs} says how far it came."
	whoEnded        = "Find out who ended it: kubectl get events --field-selector involvedObject.name={pod}{flags}."
)
