package live

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// Record returns the record of the set. Files of logs and what is missing are left out: who collects them knows.
func (s *Set) Record() *runs.Set {
	runner := s.runner()
	out := &runs.Set{
		Version: runs.Version, UID: string(s.meta.UID),
		Kind: s.kind(), Namespace: s.Namespace, Name: s.Name, Source: s.Source, Workload: "Job",
		Tasks: tasksOf(runner), QueuePolicy: s.queuePolicyOf(runner), OptionFlags: optionFlagsOf(runner),
		Command: s.commandOf(runner), Application: runner.Name, Environment: environmentOf(runner),
		Images: map[string]string{}, Resources: map[string]runs.Resources{}, Pods: []runs.Pod{},
		Labels: withoutForeign(s.meta.Labels), Annotations: withoutForeign(s.meta.Annotations),
		Created: timeOf(s.meta.CreationTimestamp), Restarts: s.restarts(),
	}
	if s.jobset != nil {
		out.Workload = "JobSet"
	}
	for _, p := range s.parts {
		if p.role == measured || p.role == helping {
			out.Size += p.pods()
		}
		for _, c := range containers(p.spec.Template.Spec) {
			out.Images[c.Name] = c.Image
			if len(c.Resources.Requests)+len(c.Resources.Limits) > 0 {
				out.Resources[c.Name] = runs.Resources{Requests: quantities(c.Resources.Requests), Limits: quantities(c.Resources.Limits)}
			}
		}
	}
	for _, pod := range s.pods {
		out.Pods = append(out.Pods, s.recordOf(pod))
	}
	s.recordTimes(out)
	if out.State == runs.Failed {
		others := *s // whoever reads the record has other contexts
		others.Hints = Hints{Flags: []string{"--namespace=" + s.Namespace}}
		out.Cause = others.cause()
	}
	out.Phases = s.phases(out)
	return out
}

func quantities(list corev1.ResourceList) map[string]string {
	texts := map[string]string{}
	for name, quantity := range list {
		texts[string(name)] = quantity.String()
	}
	return texts
}

// queuePolicyOf returns the queue policy that the runner of a Flux instance is told, or the default.
func (s *Set) queuePolicyOf(c corev1.Container) string {
	if _, own := s.texts[names.BrokerConfig]; own || !s.isFlux() {
		return ""
	}
	if simple, _ := variable(c, names.SimpleScheduler); simple == "true" {
		return "simple"
	}
	policy, _ := variable(c, names.QueuePolicy)
	return cmp.Or(policy, v1alpha2.DefaultQueuePolicy)
}

var tasksFlag = lazily(`(?:^| )-n '?(\d+)`)

// tasksOf returns the number of tasks that the scripts of Latchkey are told, or 0.
func tasksOf(c corev1.Container) int32 {
	for _, submission := range []string{names.Submit, names.BatchWords} {
		if text, said := variable(c, submission); said {
			if match := tasksFlag().FindStringSubmatch(text); match != nil {
				return number(match[1], 0)
			}
		}
	}
	tasks, _ := variable(c, names.Tasks)
	return number(tasks, 0)
}

// submission matches the beginning of a submission, with the numbers of nodes and tasks.
var submission = lazily(`^flux (?:submit|batch)(?: -N \d+)?(?: -n \d+)? ?`)

// optionFlagsOf returns the options with which the scripts of Latchkey submit the application.
func optionFlagsOf(c corev1.Container) string {
	submit, _ := variable(c, names.Submit)
	batch, _ := variable(c, names.BatchWords)
	return submission().ReplaceAllString(cmp.Or(submit, batch), "")
}

// commandOf returns the command of a container, which is in a ConfigMap.
func (s *Set) commandOf(c corev1.Container) string {
	for _, kind := range []string{names.Command, names.Script, names.Batch} {
		if text := s.texts[c.Name+"."+kind]; text != "" {
			return strings.TrimSpace(text)
		}
	}
	key, _ := variable(c, names.Key)
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(s.texts)) {
		if rest, found := strings.CutPrefix(name, key+"."); key != "" && found && (rest == "application" || strings.HasPrefix(rest, "command")) {
			lines = append(lines, strings.TrimSpace(s.texts[name]))
		}
	}
	return strings.Join(lines, "\n")
}

// environmentOf returns the variables that the user gave a container by value.
func environmentOf(c corev1.Container) map[string]string {
	values := map[string]string{}
	for _, v := range c.Env {
		if v.ValueFrom == nil && !strings.HasPrefix(v.Name, names.VariablePrefix) {
			values[v.Name] = v.Value
		}
	}
	return values
}

// withoutForeign leaves out what kubectl and controllers write, and what says that Latchkey made the object.
func withoutForeign(values map[string]string) map[string]string {
	kept := maps.Clone(values)
	maps.DeleteFunc(kept, func(name, _ string) bool {
		domain, _, _ := strings.Cut(name, "/")
		return name == names.ManagedByLabel || name == latchkey.AnnotationSource || name == latchkey.AnnotationSet ||
			domain == "kubectl.kubernetes.io" || strings.HasSuffix(domain, ".k8s.io")
	})
	return kept
}

// timeOf returns a time, or nil if there is none. A container that could not be started has begun in 1970.
func timeOf(t metav1.Time) *time.Time {
	if t.IsZero() || t.Unix() <= 0 {
		return nil
	}
	return new(t.UTC())
}

// recordOf returns the record of a pod.
func (s *Set) recordOf(pod corev1.Pod) runs.Pod {
	out := runs.Pod{
		Name: pod.Name, Job: jobOf(pod), Life: life(pod), Node: pod.Spec.NodeName, Phase: string(pod.Status.Phase),
		Reason: pod.Status.Reason, Created: timeOf(pod.CreationTimestamp), Containers: []runs.Container{},
	}
	if scheduled := podCondition(pod, corev1.PodScheduled); scheduled.Status == corev1.ConditionTrue {
		out.Scheduled = timeOf(scheduled.LastTransitionTime)
	}
	if at := index(pod); at >= 0 {
		out.Index = &at
	}
	for _, c := range containers(pod.Spec) {
		own := recordOfContainer(c, statusOf(pod, c.Name))
		own.Pull = s.pull(pod.Name, c.Name)
		out.Containers = append(out.Containers, own)
	}
	return out
}

func recordOfContainer(c corev1.Container, status corev1.ContainerStatus) runs.Container {
	out := runs.Container{Name: c.Name, Image: c.Image, ImageID: status.ImageID, State: runs.ContainerWaiting, Restarts: status.RestartCount}
	switch state := status.State; {
	case state.Terminated != nil:
		out.State, out.Reason, out.ExitStatus = runs.ContainerEnded, state.Terminated.Reason, &state.Terminated.ExitCode
		out.Started, out.Ended = timeOf(state.Terminated.StartedAt), timeOf(state.Terminated.FinishedAt)
	case state.Running != nil:
		out.State, out.Started = runs.ContainerRunning, timeOf(state.Running.StartedAt)
	case state.Waiting != nil:
		out.Reason = state.Waiting.Reason
	}
	return out
}

// recordTimes adds the state of the set, its times and its exit status.
func (s *Set) recordTimes(out *runs.Set) {
	state, ended := s.terminal()
	out.State, out.Ended = state, timeOf(ended)
	for _, pod := range s.withRole(measured) {
		c := recordOfContainer(corev1.Container{}, statusOf(pod, s.application()))
		if c.Started != nil && (out.Started == nil || c.Started.Before(*out.Started)) {
			out.Started = c.Started
		}
		if out.State == "" && c.State == runs.ContainerRunning {
			out.State = runs.Running
		}
	}
	if end := s.leadStatus().State.Terminated; end != nil {
		out.ExitStatus, out.Ended = &end.ExitCode, timeOf(end.FinishedAt)
		if out.State == "" {
			out.State = runs.Running // until Kubernetes has judged it
		}
	}
	switch {
	case state == "" && s.isDoomed():
		out.State = runs.Failed
	case out.State == "":
		out.State = runs.Waiting
	}
}

// terminal returns the state in which the set has ended, and when, or "".
func (s *Set) terminal() (runs.State, metav1.Time) {
	if s.jobset != nil {
		end := meta.FindStatusCondition(s.jobset.Status.Conditions, s.jobset.Status.TerminalState)
		if end == nil || end.Status != metav1.ConditionTrue {
			return "", metav1.Time{}
		}
		return runs.State(end.Type), end.LastTransitionTime
	}
	var last metav1.Time
	for _, p := range s.parts {
		if p.role != measured {
			continue
		}
		state, at := jobEnd(p.job)
		if state != runs.Completed {
			return state, at
		}
		if last.Before(&at) {
			last = at
		}
	}
	return runs.Completed, last
}

// jobEnd returns the state in which a Job has ended, and when, or "".
func jobEnd(job *batchv1.Job) (runs.State, metav1.Time) {
	end := conditionOf(job, batchv1.JobComplete, batchv1.JobFailed)
	switch {
	case end == nil:
		return "", metav1.Time{}
	case end.Type == batchv1.JobComplete:
		return runs.Completed, end.LastTransitionTime
	default:
		return runs.Failed, end.LastTransitionTime
	}
}

// conditionOf returns the first condition of a Job, which may be nil, that is true and of one of some types, or nil.
func conditionOf(job *batchv1.Job, types ...batchv1.JobConditionType) *batchv1.JobCondition {
	if job == nil {
		return nil
	}
	for at, condition := range job.Status.Conditions {
		if condition.Status == corev1.ConditionTrue && slices.Contains(types, condition.Type) {
			return &job.Status.Conditions[at]
		}
	}
	return nil
}
