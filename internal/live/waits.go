package live

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
)

// ItsTurn is what a run of a study waits for before its turn.
const ItsTurn = "its turn among the runs of its study"

// waits says what the set waits for. Pods that wait for the same are named together.
func (s *Set) waits() (r reasons) {
	if held := s.held(); held != "" {
		return reasons{{words: held}}
	}
	s.addLost(&r)
	for _, pod := range s.current() {
		if pod.DeletionTimestamp == nil && pod.Status.Phase != corev1.PodSucceeded && pod.Status.Phase != corev1.PodFailed {
			for _, reason := range s.waitsOf(pod) {
				r.add(reason, pod.Name)
			}
		}
	}
	for _, p := range s.parts {
		s.addJob(&r, p)
	}
	s.addRunningOn(&r)
	switch {
	case len(r) > 0 || !isYetToStart(s.leadStatus()):
	case s.waitsFor(turn):
		r.add(ItsTurn)
	case s.waitsFor(key):
		r.add("the key")
	default:
		s.addEvents(&r)
	}
	return r
}

// addRunningOn adds the containers that run on though the application has ended.
func (s *Set) addRunningOn(r *reasons) {
	if s.leadStatus().State.Terminated == nil {
		return
	}
	for _, pod := range s.withRole(measured) {
		for _, c := range containers(pod.Spec) {
			if statusOf(pod, c.Name).State.Running != nil && !isRestless(pod) {
				r.add("the container "+c.Name+" to end: the application has ended, and a pod ends with the last of its containers", pod.Name)
			}
		}
	}
}

// waitsFor tells whether the set has a job with a role that is not over: to make the key, or to wait for a turn.
func (s *Set) waitsFor(r role) bool {
	return slices.ContainsFunc(s.parts, func(p part) bool { return p.role == r && !isOver(p.job) })
}

// isYetToStart tells whether a container neither runs nor has ended.
func isYetToStart(status corev1.ContainerStatus) bool {
	return status.State.Running == nil && status.State.Terminated == nil
}

// held says why the set is suspended, or "".
func (s *Set) held() string {
	queue := s.meta.Labels["kueue.x-k8s.io/queue-name"]
	switch {
	case !s.isSuspended():
		return ""
	case s.holding != nil && s.holding.heldBy() != "":
		return fmt.Sprintf("quota of the queue %s: %s", queue, s.holding.heldBy())
	case queue != "":
		return fmt.Sprintf("the queue %s: Kueue has said nothing about the set yet", queue)
	default:
		return "someone to resume it: spec.suspend is true"
	}
}

// reasons are reasons to wait, in the order of the pods.
type reasons []reasonToWait

// A reasonToWait is a reason with the pods that have it, and what to do about it, or "".
type reasonToWait struct {
	words  string
	pods   []string
	remedy string
}

// Beginnings of reasons that a change of the manifests may remove.
const (
	forNode, forImage, forPods = "a node: ", "the image ", "the pods of "
)

// areOfManifests tells whether a change of the manifests may be needed.
func (r reasons) areOfManifests() bool {
	return slices.ContainsFunc(r, func(one reasonToWait) bool {
		begins := func(words string) bool { return strings.HasPrefix(one.words, words) }
		return one.remedy == "" && slices.ContainsFunc([]string{forNode, forImage, forPods}, begins)
	})
}

// remedy is what to do about the first reason for which something is known.
func (r reasons) remedy() (first string) {
	for _, one := range r {
		first = cmp.Or(first, one.remedy)
	}
	return first
}

func (r *reasons) add(words string, pods ...string) {
	at := slices.IndexFunc(*r, func(known reasonToWait) bool { return known.words == words })
	if at < 0 {
		*r = append(*r, reasonToWait{words: words, pods: pods})
		return
	}
	(*r)[at].pods = append((*r)[at].pods, pods...)
}

// inWords returns the reasons, each with its first pod and the number of the others.
func (r reasons) inWords() (all []string) {
	for _, reason := range r {
		words := reason.words
		switch len(reason.pods) {
		case 0:
		case 1:
			words += " (pod " + reason.pods[0] + ")"
		default:
			words += fmt.Sprintf(" (%d pods, first %s)", len(reason.pods), reason.pods[0])
		}
		all = append(all, words)
	}
	return all
}

// waitsOf says what a pod waits for.
func (s *Set) waitsOf(pod corev1.Pod) (all []string) {
	if node := waitForNode(pod); node != "" {
		return []string{node}
	}
	for _, c := range containers(pod.Spec) {
		if reason := waitOf(c, statusOf(pod, c.Name)); reason != "" {
			all = append(all, reason)
		}
	}
	if mount := s.mountProblem(pod); mount != "" && all == nil {
		all = []string{mount}
	}
	for _, c := range pod.Spec.InitContainers {
		if statusOf(pod, c.Name).State.Running != nil && !isSidecar(c) && all == nil {
			all = []string{"the container " + c.Name + ", which prepares the pod, to end"}
		}
	}
	if isYetToStart(statusOf(pod, pod.Spec.Containers[0].Name)) && all == nil {
		all = []string{"the pod to start"}
	}
	return all
}

// waitForNode says why a pod has no node, or "". The scheduler says nothing about a pod of a group that it cannot try yet.
func waitForNode(pod corev1.Pod) string {
	group := ""
	if pod.Spec.SchedulingGroup != nil {
		group = ptr.Deref(pod.Spec.SchedulingGroup.PodGroupName, "")
	}
	scheduled := podCondition(pod, corev1.PodScheduled)
	message, _, _ := strings.Cut(scheduled.Message, ". ")
	switch {
	case scheduled.Status == "" && group != "" && pod.Spec.NodeName == "":
		return "the PodGroup " + group + " or some of its pods, which are not there"
	case scheduled.Status != corev1.ConditionFalse:
		return ""
	case group != "" && strings.HasPrefix(message, "pod group is unschedulable"):
		return "nodes for all pods of the PodGroup " + group + " at once"
	default:
		return forNode + cmp.Or(strings.TrimSuffix(message, "."), scheduled.Reason)
	}
}

// unresolved matches what kubelets and container runtimes put before the reason for which they cannot get an image, and in a group
// what of it stays.
var unresolved = lazily(`^(Failed to pull image "[^"]*": )?.*failed to resolve reference "[^"]*": `)

// waitOf says why a container cannot start, or "".
func waitOf(c corev1.Container, status corev1.ContainerStatus) string {
	waiting := status.State.Waiting
	if waiting == nil {
		return ""
	}
	switch waiting.Reason {
	case "ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull", "ImageInspectError", "RegistryUnavailable":
		message := unresolved().ReplaceAllString(waiting.Message, "$1")
		return fmt.Sprintf(forImage+"%s of the container %s: %s", c.Image, c.Name, cmp.Or(message, waiting.Reason))
	case "CrashLoopBackOff":
		words := "the container " + c.Name + " to be started again"
		if ended := status.LastTerminationState.Terminated; ended != nil {
			words += ": it " + endInWords(ended)
		}
		return words
	case "", "ContainerCreating", "PodInitializing":
		return ""
	default:
		return fmt.Sprintf("the container %s: %s", c.Name, strings.TrimPrefix(waiting.Reason+": "+waiting.Message, ": "))
	}
}

// mountProblem says which volume or sandbox a pod waits for, as its newest event tells, or "".
func (s *Set) mountProblem(pod corev1.Pod) string {
	if slices.ContainsFunc(statuses(pod), func(status corev1.ContainerStatus) bool { return !isYetToStart(status) }) {
		return ""
	}
	if event := s.newest(about(pod.Name, "FailedMount", "FailedAttachVolume", "FailedCreatePodSandBox")); event != nil {
		return "its volumes or its network: " + oneLine(event.Message)
	}
	return ""
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// newest returns the newest event that is wanted, or nil.
func (s *Set) newest(isWanted func(corev1.Event) bool) *corev1.Event {
	for at, event := range slices.Backward(s.events) {
		if isWanted(event) {
			return &s.events[at]
		}
	}
	return nil
}

// about wants events about an object with one of some reasons.
func about(name string, reasons ...string) func(corev1.Event) bool {
	return func(event corev1.Event) bool {
		return event.InvolvedObject.Name == name && slices.Contains(reasons, event.Reason)
	}
}

func eventTime(event corev1.Event) time.Time {
	switch {
	case !event.LastTimestamp.IsZero():
		return event.LastTimestamp.Time
	case event.Series != nil:
		return event.Series.LastObservedTime.Time
	default:
		return event.EventTime.Time
	}
}

var forbidden = lazily(`^Error creating: pods "[^"]*" is forbidden: `)

// addJob adds why the pods of a job cannot be created, if some of them are not there.
func (s *Set) addJob(r *reasons, p part) {
	if p.job == nil || p.job.Status.Active >= p.pods() || isOver(p.job) {
		return
	}
	if there := len(slices.DeleteFunc(s.current(), func(pod corev1.Pod) bool { return jobOf(pod) != p.name })); int32(there) >= p.pods() {
		return
	}
	event := s.newest(about(p.job.Name, "FailedCreate"))
	if event == nil {
		return
	}
	message := forbidden().ReplaceAllString(oneLine(event.Message), "")
	r.add(fmt.Sprintf(forPods+"%s, which cannot be created: %s", p.job.Name, message))
	if lost := noAccount().FindStringSubmatch(message); lost != nil {
		remedy := "Create the ServiceAccount " + lost[1] + ", or correct serviceAccountName: " + s.toChange() + "."
		if p.role == key || p.role == turn {
			remedy = "Apply the set again: the ServiceAccount " + lost[1] + " is one of its objects, and is not there."
		}
		(*r)[len(*r)-1].remedy = remedy
	}
}

// noAccount matches what the server says of a pod whose account is not there: kubernetes/kubernetes,
// plugin/pkg/admission/serviceaccount.
var noAccount = lazily(`serviceaccount "([^"]+)" not found`)

func isOver(job *batchv1.Job) bool {
	state, _ := jobEnd(job)
	return state != ""
}

// addEvents adds the newest warning about the set, if nothing else says why it waits.
func (s *Set) addEvents(r *reasons) {
	found := s.newest(func(event corev1.Event) bool { return event.Type == corev1.EventTypeWarning })
	switch {
	case found != nil:
		r.add(fmt.Sprintf("%s %s: %s", found.InvolvedObject.Kind, found.InvolvedObject.Name, oneLine(found.Message)))
	case len(s.current()) == 0:
		r.add("its pods to be created")
	}
}

// Waits remembers what a user was told that a set waits for.
type Waits struct {
	since map[string]time.Time // by the beginning of a reason: messages of a cluster may alternate
	told  []string
}

// Fresh returns what the set waits for, has waited for longer than some time, and was not returned before. Pods are left out: each
// start of a set has others.
func (w *Waits) Fresh(set *Set, long time.Duration) (fresh []string) {
	since := map[string]time.Time{}
	if !set.HasEnded() {
		for _, reason := range set.waits() {
			what, _, _ := strings.Cut(reason.words, ": ")
			began, known := w.since[what]
			if !known {
				began = time.Now()
			}
			if since[what] = began; time.Since(began) >= long && !slices.Contains(w.told, reason.words) {
				w.told = append(w.told, reason.words)
				fresh = append(fresh, reason.words)
			}
		}
	}
	w.since = since
	return fresh
}
