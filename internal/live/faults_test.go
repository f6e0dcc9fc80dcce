package live

import (
	"slices"
	"strings"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/internal/runs"
)

const (
	podIsGone   = "its pod is gone, and its status with it"
	moreMemory  = "Raise resources.limits.memory, or start fewer tasks in each pod."
	whoKilled   = "Find out what killed it, often the kernel of a node without memory: kubectl describe node lab-node."
	wrongName   = "Correct the name of the program or PATH, or use an image that has it: latchkey logs "
	deleted     = " was deleted while it ran, by a user, a drain or an eviction"
	evictedOver = "Raise the limit that it names, or write less. If the node was short of something, ask for what the containers use with resources.requests."
	notThere    = "Correct the name of the program, make it executable, or use an image that has it: localhost/pause:1 has to have bash and coreutils, too."
	unstarted   = "Mend what kept it from starting."
	startsAgain = "A set with onDisruption: Restart starts again by itself, unless another failure came first."
	afterDelete = "If a user has deleted it, render the set with maxRestarts: 1, and it starts again. After a drain or an eviction it does so with onDisruption: Restart."
)

// faults are recordings of sets that failed in a real cluster, in testdata/faults, with what a status says: the first cause,
// what to do about it, and what became of the application.
var faults = map[string]struct{ what, remedy, application string }{
	"exit1":      {"the application ended with status 9", "Read what it printed: latchkey logs exit1.", "ended with status 9 at 2026-11-23 07:06:50 UTC"},
	"jobkind":    {"the application ended with status 5", "Read what it printed: latchkey logs jobkind.", "ended with status 5 at 2026-11-23 07:19:42 UTC"},
	"restart":    {"the application ended with status 5", "Read what it printed: latchkey logs restart.", "ended with status 5 at 2026-11-23 07:19:09 UTC"},
	"notfound":   {"the application ended with status 127 (a program was not found)", wrongName + "notfound says which.", "ended with status 127 (a program was not found) at 2026-11-23 07:15:10 UTC"},
	"segv":       {"the application ended with status 139 (killed by SIGSEGV)", "The program has an error, or is made for another processor: latchkey logs segv says how far it came.", "ended with status 139 (killed by SIGSEGV) at 2026-11-23 07:51:58 UTC"},
	"deadline":   {"the application was ended shortly before the deadline of 40 s (status 124)", "If it was still at work, raise deadlineSeconds.", "ended with status 124 at 2026-11-23 07:17:15 UTC"},
	"oom":        {"the application ran out of memory: the kernel killed a process at the limit of 200Mi (OOMKilled)", moreMemory, "ended with status 137 (OOMKilled) at 2026-11-23 07:07:15 UTC"},
	"oomw":       {"oomw in the pod oomw-m-0-1-rhbqw ran out of memory: the kernel killed a process at the limit of 200Mi (OOMKilled)", moreMemory, "ended with status 137 (killed by SIGKILL) at 2026-11-23 07:23:06 UTC"},
	"metricoom":  {"the application ran out of memory: the kernel killed a process at the limit of 400Mi (OOMKilled)", moreMemory, "ended with status 137 (OOMKilled) at 2026-11-23 07:21:49 UTC"},
	"empty":      {`the node evicted the pod empty-m-0-1-mkzsj: Usage of EmptyDir volume "scratch" exceeds the limit "50Mi"`, evictedOver, podIsGone},
	"nobash":     {`the application could not be started: unable to start container process: exec: "/bin/bash": stat /bin/bash: no such file or directory: unknown`, notThere, "could not be started"},
	"killed":     {"the application ended with status 137 (killed by SIGKILL)", whoKilled, "ended with status 137 (killed by SIGKILL) at 2026-11-23 07:09:43 UTC"},
	"killedw":    {"killedw in the pod killedw-m-0-1-2pm7p ended with status 137 (killed by SIGKILL)", whoKilled, podIsGone},
	"podgone":    {"the pod podgone-m-0-1-2swnm" + deleted, afterDelete, podIsGone},
	"leadgone":   {"the pod leadgone-m-0-0-n7z97" + deleted, afterDelete, podIsGone},
	"evict":      {"the pod evict-m-0-1-5dkrs" + deleted, afterDelete, podIsGone},
	"twometrics": {"the application ended with status 127 (a program was not found)", wrongName + "twometrics says which.", "ended with status 127 (a program was not found) at 2026-11-23 07:19:56 UTC"},
	"two2":       {"app in the pod two2-m1-0-0-zwnjl ended with status 127 (a program was not found)", wrongName + "two2 says which.", podIsGone},
	"fiopods":    {"storage in the pod fiopods-m-0-1-qf8qw ended with status 137 (killed by SIGKILL)", whoKilled, podIsGone},
	"sshd":       {"workers in the pod sshd-w-0-0-zgrfm ended with status 137 (killed by SIGKILL)", whoKilled, podIsGone},
	"imgdead": {
		`the job imgdead-m-0 was not done at its deadline of 30 s, because it had not begun: Failed to pull image "docker.io/library/no-such-image:latest": ` +
			`failed to do request: Head "https://registry-1.docker.io/v2/library/no-such-image/manifests/latest": dial tcp: lookup registry-1.docker.io on 10.255.255.53:53: no such host`,
		unstarted, "has not run",
	},
	"bigdead": {
		"the job bigdead-m-0 was not done at its deadline of 30 s, because it had not begun: 0/1 nodes are available: 1 Insufficient cpu. " +
			"no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling",
		unstarted, "has not run",
	},
	"noexec": {
		"the application ended with status 126 (a program may not be executed)",
		"Make the program executable, and look whether it is made for this processor: latchkey logs noexec says which.",
		"ended with status 126 (a program may not be executed) at 2026-11-23 08:00:04 UTC",
	},
}

func TestFaults(t *testing.T) {
	t.Parallel()
	for name, want := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status := theSet(t, "faults/"+name).Status()
			if status.Failure != want.what || status.Remedy != want.remedy || status.Application != want.application {
				t.Errorf("the status is %q, %q, %q", status.Failure, status.Remedy, status.Application)
			}
			if status.Record.State != runs.Failed || status.Record.Cause == nil || status.Record.Cause.What != want.what {
				t.Errorf("the record says %s: %+v", status.Record.State, status.Record.Cause)
			}
		})
	}
}

// podOf returns the pod of a recording that has a part in its name.
func podOf(t *testing.T, o *Objects, part string) *corev1.Pod {
	t.Helper()
	for at := range o.Pods {
		if strings.Contains(o.Pods[at].Name, part) {
			return &o.Pods[at]
		}
	}
	t.Fatalf("there is no pod %s", part)
	return nil
}

// addEvents adds events about a pod of the set that is gone: reasons and messages in turn.
func addEvents(o *Objects, pod string, at time.Time, texts ...string) {
	set := corev1.ObjectReference{Kind: "JobSet", Name: o.JobSets[0].Name, UID: o.JobSets[0].UID}
	o.Events = append(o.Events, corev1.Event{InvolvedObject: set, Message: "Created pod: " + pod})
	for n := 0; n < len(texts); n += 2 {
		about := corev1.ObjectReference{Kind: "Pod", Name: pod}
		o.Events = append(o.Events, corev1.Event{InvolvedObject: about, Reason: texts[n], Message: texts[n+1], LastTimestamp: metav1.NewTime(at)})
	}
}

// TestFaultsChanged changes one thing of a recording.
func TestFaultsChanged(t *testing.T) {
	t.Parallel()
	event := func(reason, message string) func(*testing.T, *Objects) {
		return func(_ *testing.T, o *Objects) {
			o.Events = append(o.Events, corev1.Event{
				InvolvedObject: corev1.ObjectReference{Kind: "Pod", Name: "podgone-m-0-1-2swnm"}, Reason: reason, Message: message,
			})
		}
	}
	for name, tc := range map[string]struct {
		of           string
		edit         func(*testing.T, *Objects)
		what, remedy string
	}{
		"a node that is switched off": {
			"empty", func(t *testing.T, o *Objects) {
				pod := podOf(t, o, "m-0-1")
				pod.Status.Reason, pod.Status.Message = "Terminated", "Pod was terminated in response to imminent node shutdown."
			},
			"the node ended the pod empty-m-0-1-mkzsj (Terminated): Pod was terminated in response to imminent node shutdown",
			"Look at the node: kubectl describe node lab-node.",
		},
		"preemption": {
			"killedw", func(t *testing.T, o *Objects) {
				podOf(t, o, "m-0-1").Status.Conditions = []corev1.PodCondition{{
					Type: corev1.DisruptionTarget, Status: corev1.ConditionTrue, Reason: "PreemptionByScheduler", Message: "default-scheduler: preempting to accommodate a higher priority pod",
				}}
			},
			"the pod killedw-m-0-1-2pm7p was taken away (PreemptionByScheduler): default-scheduler: preempting to accommodate a higher priority pod",
			startsAgain,
		},
		"preemption of a pod that is gone": {
			"podgone", event("Preempted", "Preempted by pod 7a on node one"),
			"the pod podgone-m-0-1-2swnm was taken away (Preempted): Preempted by pod 7a on node one",
			startsAgain,
		},
		"eviction of a pod that is gone": {
			"podgone", event("Evicted", "The node had condition: [DiskPressure]. "),
			"the node evicted the pod podgone-m-0-1-2swnm: The node had condition: [DiskPressure]",
			evictedOver,
		},
		"a message of the application": {
			"exit1", func(t *testing.T, o *Objects) {
				podOf(t, o, "m-0-0").Status.ContainerStatuses[0].State.Terminated.Message = "no input\nfile\n"
			},
			"the application ended with status 9: no input file", "Read what it printed: latchkey logs exit1.",
		},
		"status 124 long before the deadline": {
			"deadline", func(t *testing.T, o *Objects) {
				pod := podOf(t, o, "m-0-0")
				pod.Status.StartTime = &pod.CreationTimestamp
				pod.Status.ContainerStatuses[0].State.Terminated.FinishedAt = metav1.NewTime(pod.CreationTimestamp.Add(28 * time.Second))
			},
			"the application ended with status 124", "Read what it printed: latchkey logs deadline.",
		},
		"a pod that had completed before it was taken away": {
			"exit1", func(t *testing.T, o *Objects) {
				pod := podOf(t, o, "keygen-0")
				pod.Status.Phase, pod.DeletionTimestamp = corev1.PodSucceeded, &metav1.Time{}
				pod.Status.Conditions = append(pod.Status.Conditions, corev1.PodCondition{
					Type: corev1.DisruptionTarget, Status: corev1.ConditionTrue, Reason: "DeletionByTaintManager", Message: "Taint manager: deleting due to NoExecute taint",
				})
			},
			"the application ended with status 9", "Read what it printed: latchkey logs exit1.",
		},
		"a try to make the key, after which another one made it": {
			"exit1", func(t *testing.T, o *Objects) {
				try := podOf(t, o, "keygen-0").DeepCopy()
				try.Name, try.Status.Phase = "exit1-keygen-0-zzzzz", corev1.PodFailed
				try.Status.ContainerStatuses[0].State.Terminated = &corev1.ContainerStateTerminated{ExitCode: 1}
				o.Pods = append(o.Pods, *try)
			},
			"the application ended with status 9", "Read what it printed: latchkey logs exit1.",
		},
		"a pod that made the key of the next life, and is gone": {
			"exit1", func(t *testing.T, o *Objects) {
				name := podOf(t, o, "keygen-0").Name
				o.Pods = slices.DeleteFunc(o.Pods, func(pod corev1.Pod) bool { return pod.Name == name })
				o.Made = slices.DeleteFunc(o.Made, func(job batchv1.Job) bool { return strings.HasSuffix(job.Name, "keygen-0") })
				addEvents(o, name, time.Time{}, "TaintManagerEviction", "Marking for deletion Pod")
			},
			"the application ended with status 9", "Read what it printed: latchkey logs exit1.",
		},
		"a pod on a node that is lost": {
			"exit1", func(t *testing.T, o *Objects) {
				addEvents(o, "exit1-m-0-1-zzzzz", podOf(t, o, "m-0-0").CreationTimestamp.Time,
					"Scheduled", "Successfully assigned a/exit1-m-0-1-zzzzz to far", "NodeNotReady", "Node is not ready")
			},
			"the node far of the pod exit1-m-0-1-zzzzz was lost: Node is not ready",
			startsAgain + " If the node does not come back, its pods stay until you say so: " +
				"kubectl delete node far, or kubectl taint node far node.kubernetes.io/out-of-service=nodeshutdown:NoExecute.",
		},
		"a pod on a lost node, which is gone since a job deleted it": {
			"exit1", func(t *testing.T, o *Objects) {
				at := podOf(t, o, "m-0-0").CreationTimestamp.Time
				addEvents(o, "exit1-m-0-1-zzzzz", at, "NodeNotReady", "Node is not ready")
				o.Events = append(o.Events, corev1.Event{
					InvolvedObject: corev1.ObjectReference{Kind: "JobSet", UID: o.JobSets[0].UID}, Reason: "SuccessfulDelete",
					Message: "Deleted pod: exit1-m-0-1-zzzzz", LastTimestamp: metav1.NewTime(at.Add(time.Second)),
				})
				addEvents(o, "exit1-m-0-1-zzzzz", at.Add(2*time.Second), "TaintManagerEviction", "Cancelling deletion of Pod a/exit1-m-0-1-zzzzz")
			},
			"the node NODE of the pod exit1-m-0-1-zzzzz was lost: Node is not ready",
			startsAgain + " If the node does not come back, its pods stay until you say so: " +
				"kubectl delete node NODE, or kubectl taint node NODE node.kubernetes.io/out-of-service=nodeshutdown:NoExecute.",
		},
		"a pod on a node that came back in time": {
			"exit1", func(t *testing.T, o *Objects) {
				addEvents(o, "exit1-m-0-1-zzzzz", podOf(t, o, "m-0-0").CreationTimestamp.Time,
					"NodeNotReady", "Node is not ready", "TaintManagerEviction", "Cancelling deletion of Pod a/exit1-m-0-1-zzzzz")
			},
			"the application ended with status 9", "Read what it printed: latchkey logs exit1.",
		},
		"a pod that had completed, and is gone": {
			"exit1", func(t *testing.T, o *Objects) {
				name := podOf(t, o, "keygen-0").Name
				o.Pods = slices.DeleteFunc(o.Pods, func(pod corev1.Pod) bool { return pod.Name == name })
				for at := range o.Made {
					if strings.HasSuffix(o.Made[at].Name, "keygen-0") {
						about := corev1.ObjectReference{Kind: "Job", Name: o.Made[at].Name, UID: o.Made[at].UID}
						o.Events = append(o.Events, corev1.Event{InvolvedObject: about, Message: "Created pod: " + name})
					}
				}
				about := corev1.ObjectReference{Kind: "Pod", Name: name}
				o.Events = append(o.Events, corev1.Event{InvolvedObject: about, Reason: "TaintManagerEviction", Message: "Marking for deletion Pod"})
			},
			"the application ended with status 9", "Read what it printed: latchkey logs exit1.",
		},
		"the same line again and again": {
			"exit1", func(t *testing.T, o *Objects) {
				podOf(t, o, "m-0-0").Status.ContainerStatuses[0].State.Terminated.Message = strings.Repeat("waiting\n", 15) + "no input\n"
			},
			"the application ended with status 9: waiting no input", "Read what it printed: latchkey logs exit1.",
		},
		"an error of Latchkey after many lines": {
			"exit1", func(t *testing.T, o *Objects) {
				podOf(t, o, "m-0-0").Status.ContainerStatuses[0].State.Terminated.Message = "latchkey: waiting\nlatchkey: error: no use of it:\ndo this"
			},
			"the application ended with status 9: latchkey: error: no use of it: do this", "Read what it printed: latchkey logs exit1.",
		},
		"mpirun could not execute a program, or the program has an error": {
			"segv", func(t *testing.T, o *Objects) {
				podOf(t, o, "m-0-0").Status.ContainerStatuses[0].State.Terminated.ExitCode = 132
			},
			"the application ended with status 132 (killed by SIGILL, or mpirun could not execute a program)",
			"If mpirun could not execute the program, correct its path. Otherwise it has an error, or is made for another processor: latchkey logs segv says which.",
		},
		"mpirun found no program, or the program has ended itself": {
			"segv", func(t *testing.T, o *Objects) {
				podOf(t, o, "m-0-0").Status.ContainerStatuses[0].State.Terminated.ExitCode = 134
			},
			"the application ended with status 134 (killed by SIGABRT, or mpirun found no program)", "Read what it printed: latchkey logs segv.",
		},
		"events are forgotten": {
			"podgone", func(_ *testing.T, o *Objects) { o.Events = nil },
			"its pods are gone, and the job podgone-m-0 says: Job has reached the specified backoff limit",
			"Save its logs while it runs: latchkey logs podgone --wait -o DIR.",
		},
		"a pod that a job of the set has deleted": {
			"podgone", func(_ *testing.T, o *Objects) {
				o.Events = slices.DeleteFunc(o.Events, func(e corev1.Event) bool { return e.InvolvedObject.Name == "podgone-m-0-1-2swnm" })
			},
			"its pods are gone, and the job podgone-m-0 says: Job has reached the specified backoff limit",
			"Save its logs while it runs: latchkey logs podgone --wait -o DIR.",
		},
		"what tells its reason comes after an effect": {
			"oomw", func(t *testing.T, o *Objects) {
				podOf(t, o, "m-0-1").Status.ContainerStatuses[0].State.Terminated.FinishedAt = metav1.Now()
			},
			"oomw in the pod oomw-m-0-1-rhbqw ran out of memory: the kernel killed a process at the limit of 200Mi (OOMKilled)", moreMemory,
		},
		"the earlier of two": {
			"oomw", func(t *testing.T, o *Objects) {
				ended := podOf(t, o, "m-0-1").Status.ContainerStatuses[0].State.Terminated
				ended.Reason, ended.ExitCode, ended.FinishedAt = "Error", 5, metav1.Unix(1, 0)
			},
			"oomw in the pod oomw-m-0-1-rhbqw ended with status 5", "Read what it printed: kubectl logs oomw-m-0-1-rhbqw -c oomw.",
		},
		"one that was told to end in the same second": {
			"oomw", func(t *testing.T, o *Objects) {
				lead := podOf(t, o, "m-0-0").Status.ContainerStatuses[0].State.Terminated
				ended := podOf(t, o, "m-0-1").Status.ContainerStatuses[0].State.Terminated
				lead.ExitCode, ended.Reason, ended.ExitCode, ended.FinishedAt = 143, "Error", 5, lead.FinishedAt
			},
			"oomw in the pod oomw-m-0-1-rhbqw ended with status 5", "Read what it printed: kubectl logs oomw-m-0-1-rhbqw -c oomw.",
		},
		"a sidecar that was killed before does not count": {
			"exit1", func(t *testing.T, o *Objects) {
				pod := podOf(t, o, "m-0-0")
				always := corev1.ContainerRestartPolicyAlways
				pod.Spec.InitContainers = append(pod.Spec.InitContainers, corev1.Container{Name: "watch", RestartPolicy: &always})
				pod.Status.InitContainerStatuses = append(pod.Status.InitContainerStatuses, corev1.ContainerStatus{
					Name: "watch", State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{Reason: "OOMKilled", ExitCode: 137}},
				})
			},
			"the application ended with status 9", "Read what it printed: latchkey logs exit1.",
		},
		"a job that fails once its pods have ended": {
			"killedw", func(_ *testing.T, o *Objects) {
				o.JobSets[0].Status = jobset.JobSetStatus{}
				for at, job := range o.Made {
					o.Made[at].Status.Conditions = job.Status.Conditions[:1]
				}
			},
			"killedw in the pod killedw-m-0-1-2pm7p ended with status 137 (killed by SIGKILL)", whoKilled,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status := change(t, "faults/"+tc.of, func(o *Objects) { tc.edit(t, o) }).Status()
			if status.Failure != tc.what || status.Remedy != tc.remedy {
				t.Errorf("the status is %q, %q", status.Failure, status.Remedy)
			}
		})
	}
}

// TestDoomed tells a set that starts again after a failure from one that does not.
func TestDoomed(t *testing.T) {
	t.Parallel()
	policy := func(most int32, rules ...jobset.FailurePolicyRule) *jobset.FailurePolicy {
		return &jobset.FailurePolicy{MaxRestarts: most, Rules: rules}
	}
	rule := func(action jobset.FailurePolicyAction, reason string) jobset.FailurePolicyRule {
		return jobset.FailurePolicyRule{Action: action, OnJobFailureReasons: []string{reason}}
	}
	for name, tc := range map[string]struct {
		policy *jobset.FailurePolicy
		life   string
		want   runs.State
	}{
		"no policy":                  {nil, "0", runs.Failed},
		"no restart":                 {policy(0), "0", runs.Failed},
		"a restart is left":          {policy(1), "0", runs.Waiting},
		"a rule that fails":          {policy(1, rule(jobset.FailJobSet, batchv1.JobReasonBackoffLimitExceeded)), "0", runs.Failed},
		"a rule for another reason":  {policy(1, rule(jobset.FailJobSet, batchv1.JobReasonDeadlineExceeded)), "0", runs.Waiting},
		"a rule that does not count": {policy(0, rule(jobset.RestartJobSetAndIgnoreMaxRestarts, batchv1.JobReasonBackoffLimitExceeded)), "0", runs.Waiting},
		"a job of the life before":   {policy(0), "1", runs.Waiting},
	} {
		set := change(t, "faults/killedw", func(o *Objects) {
			o.JobSets[0].Status = jobset.JobSetStatus{}
			o.JobSets[0].Spec.FailurePolicy = tc.policy
			for at := range o.Made {
				o.Made[at].Labels[jobsetLife] = tc.life
			}
		})
		if got := set.Record().State; got != tc.want || set.HasEnded() {
			t.Errorf("%s: the set is %s, want %s", name, got, tc.want)
		}
	}
}

// TestNoYear1970 wants no time of a container that could not be started.
func TestNoYear1970(t *testing.T) {
	t.Parallel()
	set := theSet(t, "faults/nobash")
	data, err := runs.Encode(set.Record())
	if err != nil {
		t.Fatal(err)
	}
	if text := printed(set); strings.Contains(string(data)+text, "1970") || !strings.HasPrefix(text, "nobash  MiniCluster of 2  failed\n") {
		t.Errorf("it says:\n%s%s", text, data)
	}
	if at := timeOf(metav1.Unix(0, 0)); at != nil {
		t.Errorf("the time is %s", at)
	}
}
