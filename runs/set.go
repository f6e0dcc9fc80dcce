package runs

import "time"

// A Set is what is known about a set that runs or ran. Times are UTC. What is not known is left out of the JSON.
type Set struct {
	// Kind is the kind of the source: MiniCluster or MetricSet.
	Kind string `json:"kind"`
	// Namespace and Name are those of the workload in the cluster.
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
	// Command is the text of the application's command, or "" if there is none.
	Command string `json:"command,omitempty"`
	// Application is the name of the container that runs the application.
	Application string `json:"application"`
	// Images are the images of the containers by the names of the containers.
	Images map[string]string `json:"images"`
	// Environment is the environment that the application's container names by value. Variables of Latchkey's own, and
	// those that come from Secrets or fields, are left out.
	Environment map[string]string `json:"environment,omitempty"`
	// Labels and Annotations are those of the workload. Annotations of kubectl and of controllers are left out.
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

	// Pods are the pods of the set, those of the brokers or measured pods first, by job, index and name. Pods of
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

// A Pod is one pod of a set.
type Pod struct {
	Name string `json:"name"`
	// Job is the replicated job of a JobSet, such as "m" or "keygen", or the name of a Job.
	Job string `json:"job"`
	// Index is the index of the pod in its job, or nil if the job has no indexes.
	Index *int32 `json:"index,omitempty"`
	// Life counts the starts of the whole set, from 0: pods of one life ran together.
	Life int32 `json:"life"`
	// Node is the node that the pod ran on, or "" if it was not scheduled.
	Node string `json:"node,omitempty"`
	// Phase is the phase of the pod: Pending, Running, Succeeded, Failed or Unknown.
	Phase string `json:"phase"`
	// Created is when the pod was created.
	Created *time.Time `json:"created,omitempty"`
	// Containers are the containers, init containers first, in the order of the pod.
	Containers []Container `json:"containers"`
}

// A Container is one container of a pod.
type Container struct {
	Name  string `json:"name"`
	Image string `json:"image"`
	// ImageID is the image that really ran, with its digest.
	ImageID string `json:"imageID,omitempty"`
	// State is waiting, running or ended.
	State string `json:"state"`
	// Reason says why, in the words of Kubernetes: ImagePullBackOff, OOMKilled, ...
	Reason string `json:"reason,omitempty"`
	// ExitStatus is nil as long as the container has not ended.
	ExitStatus *int32     `json:"exitStatus,omitempty"`
	Started    *time.Time `json:"started,omitempty"`
	Ended      *time.Time `json:"ended,omitempty"`
	// Restarts counts the starts of this container after its first.
	Restarts int32 `json:"restarts"`
	// Log is the file with its log, with / between folders, relative to the folder of set.json. It is "" if there is none.
	Log string `json:"log,omitempty"`
	// PreviousLog is the log of the container's life before, likewise.
	PreviousLog string `json:"previousLog,omitempty"`
}

// States of a container.
const (
	ContainerWaiting = "waiting"
	ContainerRunning = "running"
	ContainerEnded   = "ended"
)

// Missing says what could not be got.
type Missing struct {
	Pod       string `json:"pod,omitempty"`
	Container string `json:"container,omitempty"`
	// Reason says why, in words.
	Reason string `json:"reason"`
}
