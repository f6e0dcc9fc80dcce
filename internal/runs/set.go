package runs

import (
	"slices"
	"time"
)

// Version is the version of the form of set.json. Fields are added without a new version. A new
// version says that a field has another meaning. 1: up to the first release with versions; its files say none.
const Version = 2

// A Set is what is known about a set that runs or ran. Times are UTC. What is not known is left out of the JSON.
type Set struct {
	// Version is the version of the form, see [Version]. [Read] returns 1 for a file without it.
	Version int `json:"version"`
	// Latchkey is the version of the Latchkey that wrote the file, as "latchkey version" prints it.
	Latchkey string `json:"latchkey,omitempty"`
	// UID is the identity of the workload in the cluster: two sets of one name differ in it.
	UID string `json:"uid,omitempty"`
	// Kind is the kind of the source: MiniCluster or MetricSet.
	Kind string `json:"kind"`
	// Namespace and Name are where the workload is in the cluster.
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	// Source is the mark of the set, "<group>/<Kind>/<namespace>/<name>" of the source. An overlay may have renamed the
	// workload since.
	Source string `json:"source"`
	// Workload is the kind of the workload: JobSet or Job.
	Workload string `json:"workload"`

	// Size is the number of pods in which the application runs or is measured.
	Size int32 `json:"size"`
	// Tasks is the number of tasks of the application, or 0 if the set does not say.
	Tasks int32 `json:"tasks,omitempty"`
	// QueuePolicy is the queue policy of the Flux instance, such as fcfs, or "simple" for the simple scheduler. It is "" for
	// sets without Flux, and where the broker's configuration is the user's own.
	QueuePolicy string `json:"queuePolicy,omitempty"`
	// OptionFlags are the words with which Flux submits the application, without "flux submit" or "flux batch" and without
	// the numbers of nodes and tasks: "-o cpu-affinity=per-task". It is "" for other ways to start an application.
	OptionFlags string `json:"optionFlags,omitempty"`
	// Command is the text of the application's command, or "" if there is none.
	Command string `json:"command,omitempty"`
	// Application is the name of the container that runs the application.
	Application string `json:"application"`
	// Images are the images of the containers by the names of the containers.
	Images map[string]string `json:"images"`
	// Resources are the requests and limits of the containers by the names of the containers. Containers without any are
	// left out.
	Resources map[string]Resources `json:"resources,omitempty"`
	// Environment is the environment that the application's container names by value. Variables of Latchkey's own, and
	// variables from Secrets or fields, are left out.
	Environment map[string]string `json:"environment,omitempty"`
	// Labels and Annotations are the labels and annotations of the workload. Annotations of kubectl and of controllers are left out.
	Labels      map[string]string `json:"labels,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`

	// Created is when the workload was created, Started when its application's container first ran, and Ended when the
	// application's container or the workload ended.
	Created *time.Time `json:"created,omitempty"`
	Started *time.Time `json:"started,omitempty"`
	Ended   *time.Time `json:"ended,omitempty"`
	// State is the state of the set.
	State State `json:"state"`
	// ExitStatus is the exit status of the application's container, or nil if it has not ended or its pod is gone.
	ExitStatus *int32 `json:"exitStatus,omitempty"`
	// Restarts counts how often the whole set was started again.
	Restarts int32 `json:"restarts"`
	// Cause is why the set failed, or nil if it has not failed.
	Cause *Cause `json:"cause,omitempty"`
	// Phases are the times that the parts of the last life of the set took.
	Phases Phases `json:"phases,omitzero"`

	// Flux is the version of Flux, "0.81.0", and MPI are the names and versions of MPI libraries, "Open MPI 4.1.2", as the logs of the
	// application say them. Several are separated by commas.
	Flux string `json:"flux,omitempty"`
	MPI  string `json:"mpi,omitempty"`
	// Kubernetes is the version of the API server: "v1.36.3".
	Kubernetes string `json:"kubernetes,omitempty"`
	// Kept names the files with what the set was made of, or is nil if there are none.
	Kept *Kept `json:"kept,omitempty"`
	// Unknown says what the cluster did not tell, and why: "nodes: the user may not read them".
	Unknown []string `json:"unknown,omitempty"`
	// Nodes are the nodes of the pods, by name. Nodes that the user may not read have a name only.
	Nodes []Node `json:"nodes,omitempty"`
	// Pods are the pods of the set, sorted by job, index and name. Pods with brokers or with a measured program are first. Pods of
	// earlier lives are among them if they were seen.
	Pods []Pod `json:"pods"`
	// Missing is what should be there and could not be got.
	Missing []Missing `json:"missing,omitempty"`
}

// A State is the state of a set.
type State string

// States of a set.
const (
	// Waiting says that the application has not begun.
	Waiting State = "Waiting"
	// Running says that the application runs.
	Running State = "Running"
	// Completed says that the set has ended with success.
	Completed State = "Completed"
	// Failed says that the set has ended without success.
	Failed State = "Failed"
)

// HasEnded tells whether the set has completed or failed.
func (s *Set) HasEnded() bool { return s.State == Completed || s.State == Failed }

// IsSaved tells whether the set has ended and every log is saved as a whole, or is listed in Missing. Containers that never started
// need no log.
func (s *Set) IsSaved() bool {
	if !s.HasEnded() {
		return false
	}
	for _, pod := range s.Pods {
		for _, c := range pod.Containers {
			isMissing := slices.ContainsFunc(s.Missing, func(m Missing) bool { return m.Pod == pod.Name && m.Container == c.Name })
			if c.Started != nil && !isMissing && !c.Whole {
				return false
			}
		}
	}
	return true
}

// Lacks returns the first thing that is missing and without which the run is not complete: the application's output, or its end. It
// is nil if the run is complete.
func (s *Set) Lacks() *Missing {
	for at := range s.Missing {
		if !s.Missing[at].Remark {
			return &s.Missing[at]
		}
	}
	return nil
}

// Resources are quantities by the names of resources, such as cpu and memory, as the set has them.
type Resources struct {
	Requests map[string]string `json:"requests,omitempty"`
	Limits   map[string]string `json:"limits,omitempty"`
}

// A Cause is the first thing that went wrong in a set.
type Cause struct {
	// What is one sentence: what happened, and to which container of which pod.
	What string `json:"what"`
	// Remedy is one more sentence: what to do about it. It is "" if nobody can tell.
	Remedy string `json:"remedy,omitempty"`
	// Pod and Container are where it happened, if it happened there.
	Pod       string `json:"pod,omitempty"`
	Container string `json:"container,omitempty"`
}

// Phases are times in seconds. But for Pull, each phase begins where the one before ends, and their sum is the time from
// the creation of the set, or from its turn in a study, to its end. They are about the pods that run the application or are measured.
// A phase is nil if it has not ended, or if its begin or end is unknown. So are HookUp and Application of a MiniCluster that does not
// say when its application begins. Kubernetes notes whole seconds.
type Phases struct {
	// Pods is the time from the creation of the set, or from its turn in a study, until all pods are created: queues and the
	// key job among them.
	Pods *float64 `json:"pods,omitempty"`
	// Containers is the time until the first container has started in each pod: scheduling, volumes, network, first image.
	Containers *float64 `json:"containers,omitempty"`
	// Brokers is the time until the application's container, which for a MiniCluster is the broker, has started in each
	// pod: further images, init containers.
	Brokers *float64 `json:"brokers,omitempty"`
	// HookUp is the time until the application's first line of output. Lines of Latchkey itself do not count. In it the
	// brokers find each other, and the application starts.
	HookUp *float64 `json:"hookUp,omitempty"`
	// Application is the time until the container of the application has ended.
	Application *float64 `json:"application,omitempty"`
	// Pull is the longest time that one pod took to pull its images. It is a part of Containers and Brokers, and 0 if the
	// nodes had all images.
	Pull *float64 `json:"pull,omitempty"`
}
