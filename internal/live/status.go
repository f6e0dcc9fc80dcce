package live

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A Status says how a set is. The words are for people and may change.
type Status struct {
	// Record is what is known, for programs.
	Record *runs.Set `json:"set"`
	// Brokers are the brokers of a MiniCluster, or the measured pods of a MetricSet.
	Brokers Up `json:"brokers"`
	// Application says what became of the application.
	Application string `json:"application"`
	// Sidecars are the other containers of the measured pods that run beside the application, by name.
	Sidecars []Sidecar `json:"sidecars,omitempty"`
	// Stuck says why an application that runs may never end, or "".
	Stuck string `json:"stuck,omitempty"`
	// WaitsFor says what the set waits for, one reason each.
	WaitsFor []string `json:"waitsFor,omitempty"`
	// Gang says that the cluster starts each pod by itself although the set asks for a gang, or "".
	Gang string `json:"gang,omitempty"`
	// Restarts says how often the whole set was started again, or "" for never.
	Restarts string `json:"restarts,omitempty"`
	// Failure is the first thing that went wrong in a set that has failed. Remedy is what to do about it, or about what the set waits
	// for, or "".
	Failure string `json:"failure,omitempty"`
	Remedy  string `json:"remedy,omitempty"`
	// Again says how to start a set that has failed again, after the remedy, or how to change a set that waits, or "".
	Again string `json:"again,omitempty"`
	// Output says where the output of the application is, or "" if there is none.
	Output string `json:"output,omitempty"`
	// Shell says how to work in the Flux instance of an interactive set that runs, or "".
	Shell string `json:"shell,omitempty"`
}

// Up counts the pods in which something runs.
type Up struct {
	Up   int32 `json:"up"`
	Size int32 `json:"size"`
}

// Status returns how the set is.
func (s *Set) Status() Status {
	record := s.Record()
	status := Status{
		Record: record, Brokers: s.brokers(record.Size), Application: s.applicationState(record),
		Sidecars: s.sidecars(record.Application), Gang: s.gang(), Restarts: s.restartsInWords(), Output: s.output(), Shell: s.shell(),
	}
	if !record.HasEnded() {
		waits := s.waits()
		status.WaitsFor, status.Remedy, status.Stuck = waits.inWords(), waits.remedy(), s.stuck
		if waits.areOfManifests() {
			status.Again = s.toChange()
		}
	}
	if cause := record.Cause; cause != nil {
		status.Failure, status.Remedy = cause.What, s.cause().Remedy
	}
	if record.State == runs.Failed {
		status.Again = s.again()
	}
	return status
}

// again says how to start a set again. To apply it does nothing as long as its JobSet or Jobs are there, or is refused after a change.
func (s *Set) again() string {
	if s.meta.Annotations[latchkey.AnnotationSet] != "" {
		return cmp.Or(s.Hints.Program, "latchkey") + " study run FILE... -o DIR --retry"
	}
	words := s.Hints.Command("delete", s.Name, "--yes") + ", and apply the set"
	if _, isRenamed := latchkey.Stem(s.Name); !isRenamed {
		words += ": over this one the server refuses a change (field is immutable)"
	}
	return words
}

// toChange says how to change a set that runs or waits. A study has runs of one template, so all of its sets go.
func (s *Set) toChange() string {
	if study := s.meta.Labels[names.StudyLabel]; study != "" {
		return "to change it, " + s.Hints.Command("delete", "--study", study, "--yes") + ", and run the study into a new folder"
	}
	return "to change it, " + s.again()
}

// shell says how to work in an interactive set, which runs until somebody deletes it.
func (s *Set) shell() string {
	mode, _ := variable(s.runner(), names.Mode)
	if s.leadStatus().State.Running == nil || !s.isFlux() || mode != names.Interactive {
		return ""
	}
	return s.Hints.Command("connect", s.Name)
}

// restartsInWords says how many restarts there were, and how many more a failure may cause. A restart after a disruption
// may not count.
func (s *Set) restartsInWords() string {
	if s.restarts() == 0 {
		return ""
	}
	most := ptr.Deref(s.jobset.Spec.FailurePolicy, jobset.FailurePolicy{}).MaxRestarts
	words := fmt.Sprintf("%d, of which %d count towards the %d of maxRestarts", s.restarts(), s.jobset.Status.RestartsCountTowardsMax, most)
	if loss := s.lastLoss(); loss != "" {
		words += ". Before: " + loss
	}
	return words
}

// brokers counts the pods in which the first container runs: the broker of a MiniCluster, and what a MetricSet measures.
func (s *Set) brokers(size int32) Up {
	up := Up{Size: size}
	for _, pod := range append(s.withRole(measured), s.withRole(helping)...) {
		if statusOf(pod, pod.Spec.Containers[0].Name).State.Running != nil && !isRestless(pod) {
			up.Up++
		}
	}
	return up
}

// applicationState says what became of the application.
func (s *Set) applicationState(record *runs.Set) string {
	lead, found := s.lead()
	state := s.leadStatus().State
	switch ended := state.Terminated; {
	case isRestless(lead):
		return "on the node " + lead.Spec.NodeName + ", which does not answer"
	case ended != nil && ended.Reason == unknownStatus:
		return "ran, and its status is lost"
	case ended != nil && !hasBegun(state):
		return "could not be started"
	case ended != nil && ended.ExitCode == 0 && ended.Reason == "Completed":
		return "ended with status 0 at " + clock(ended.FinishedAt)
	case ended != nil:
		return endInWords(ended) + " at " + clock(ended.FinishedAt)
	case state.Running != nil && s.isGathering(record.Size):
		return fmt.Sprintf("waits: Flux starts it once %d brokers are up", s.quorum(record.Size))
	case state.Running != nil:
		return "running since " + clock(state.Running.StartedAt)
	case record.HasEnded():
		return s.goneInWords(found)
	default:
		return "waiting"
	}
}

// isGathering tells whether Flux waits for brokers of this life that have not begun yet, before it starts the application.
func (s *Set) isGathering(size int32) bool {
	began := int32(0)
	for _, pod := range s.withRole(measured) {
		if hasBegun(statusOf(pod, s.application()).State) {
			began++
		}
	}
	mode, _ := variable(s.runner(), names.Mode)
	return s.isFlux() && mode != names.Interactive && began < s.quorum(size)
}

var quorumOption = lazily(`broker\.quorum=(\d+)`)

// quorum is the number of brokers that Flux waits for: all, or those of the quorum in the broker's options.
func (s *Set) quorum(size int32) int32 {
	options, _ := variable(s.runner(), names.BrokerOptions)
	if found := quorumOption().FindStringSubmatch(options); found != nil {
		return number(found[1], size)
	}
	return size
}

// unknownStatus is the reason of a status that the kubelet makes up, because the container is not there any more. It has no times.
const unknownStatus = "ContainerStatusUnknown"

// goneInWords says what is known of an application if its container did not begin, or if its pod is not there. JobSet deletes
// other jobs with their pods when one has failed.
func (s *Set) goneInWords(isThere bool) string {
	keyFailed := slices.ContainsFunc(s.parts, func(p part) bool {
		state, _ := jobEnd(p.job)
		return p.role == key && state != runs.Completed
	})
	if isThere || keyFailed || len(s.overdue(s.main())) > 0 && s.obstacle(s.main()) != "" {
		return "has not run"
	}
	return "its pod is gone, and its status with it"
}

// endInWords says how a container ended, with its message, which is the end of its log or what it wrote for this purpose.
func endInWords(ended *corev1.ContainerStateTerminated) string {
	words := fmt.Sprintf("ended with status %d", ended.ExitCode)
	if ended.Reason != "" && ended.Reason != "Error" && ended.Reason != "Completed" {
		words += " (" + ended.Reason + ")"
	} else if meaning := meanings[ended.ExitCode]; meaning != "" {
		words += " (" + meaning + ")"
	}
	if message := messageOf(ended); message != "" {
		words += ": " + message
	}
	return words
}

// messageOf is the message of a container that has ended: what it says is wrong, if it is one of Latchkey's, or its lines, without
// repetitions.
func messageOf(ended *corev1.ContainerStateTerminated) string {
	const wrong = "latchkey: error: "
	if at := strings.LastIndex(ended.Message, wrong); at >= 0 {
		return oneLine(ended.Message[at:])
	}
	return oneLine(strings.Join(slices.Compact(strings.Split(ended.Message, "\n")), " "))
}

// clock is a time of the day, in UTC, with its date: a set may run for days.
func clock(t metav1.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

// output says where the output of the application is, or "" if there is none: the application's, or another metric's of the set.
func (s *Set) output() string {
	if lead, _ := s.lead(); isRestless(lead) { // nobody can read it
		return ""
	}
	for _, of := range s.outputs() {
		if status, _ := s.statusOf(of); begun(status) {
			return fmt.Sprintf("%s (pod %s, container %s)", s.Hints.Command("logs", s.Name), of.pod, of.name)
		}
	}
	return ""
}

// gang says that pods have lost the field that puts them into a PodGroup. A server without the feature gate drops it without a
// word, from the template of a Job too (kubernetes/kubernetes, pkg/api/pod, dropDisabledSchedulingGroup).
func (s *Set) gang() string {
	isLost := func(pod corev1.Pod) bool { return pod.Spec.SchedulingGroup == nil }
	if s.meta.Annotations[latchkey.AnnotationGang] == "" || !slices.ContainsFunc(s.withRole(measured), isLost) {
		return ""
	}
	return "the cluster starts each pod by itself: the feature gate GenericWorkload of its API server is off, or it has a Kubernetes before 1.36"
}

// Text returns the status of a set for people: one line for the set, then its parts. now is the present time. Messages of a cluster may
// hold anything, so each line is made printable.
func (s Status) Text(now time.Time) string {
	out := text.Printable(fmt.Sprintf("%s  %s of %d  %s", s.Record.Name, s.Record.Kind, s.Record.Size, s.headline(now))) + "\n"
	add := func(name, value string) {
		if value != "" {
			out += text.Printable(fmt.Sprintf("  %-12s %s", name, value)) + "\n"
		}
	}
	if s.Record.State != runs.Completed { // then none is up
		add(s.unit(), fmt.Sprintf("%d of %d up", s.Brokers.Up, s.Brokers.Size))
	}
	add("application", s.Application)
	add("stuck?", s.Stuck)
	for _, sidecar := range s.Sidecars {
		add("sidecar", sidecar.Name+": "+sidecar.State)
	}
	for _, reason := range s.WaitsFor {
		add("waits for", reason)
	}
	add("gang", s.Gang)
	add("failed", s.Failure)
	add("remedy", s.Remedy)
	add("again", s.Again)
	add("restarts", s.Restarts)
	add("output", s.Output)
	add("shell", s.Shell)
	return out
}

// Line returns the status of a set in short: its state, and what it waits for first, or how many brokers are up. now is the present time.
func (s Status) Line(now time.Time) string {
	line := s.Record.Name + ": " + s.headline(now)
	switch {
	case len(s.WaitsFor) > 0:
		line += ", waits for " + s.WaitsFor[0]
	case !s.Record.HasEnded():
		line += fmt.Sprintf(", %d of %d %s up", s.Brokers.Up, s.Brokers.Size, s.unit())
	}
	return text.Printable(line)
}

// unit is what [Status.Brokers] counts.
func (s Status) unit() string {
	if s.Record.Kind == "MiniCluster" {
		return "brokers"
	}
	return "pods"
}

// headline is the state of the set with one count: since it was created, or at the end how long the application ran.
func (s Status) headline(now time.Time) string {
	r := s.Record
	switch {
	case r.HasEnded():
		return strings.ToLower(string(r.State)) + Took(r)
	case r.Created != nil:
		return strings.ToLower(string(r.State)) + ", created " + duration(now.Sub(*r.Created)) + " ago"
	default:
		return strings.ToLower(string(r.State))
	}
}

// Took says how long the application ran: " after 2m5s". It is empty if nobody knows.
func Took(r *runs.Set) string {
	if r.Started == nil || r.Ended == nil {
		return ""
	}
	return " after " + duration(r.Ended.Sub(*r.Started))
}

// duration is a duration in whole seconds.
func duration(d time.Duration) string { return max(0, d.Round(time.Second)).String() }
