package runs

import (
	"fmt"
	"time"
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
	// Reason says why the pod is in this phase, in the words of Kubernetes: Evicted, ...
	Reason string `json:"reason,omitempty"`
	// Created is when the pod was created, and Scheduled when it got its node.
	Created   *time.Time `json:"created,omitempty"`
	Scheduled *time.Time `json:"scheduled,omitempty"`
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
	// Pull is how the image came to the node, or nil if the cluster does not say so any more.
	Pull *Pull `json:"pull,omitempty"`
	// Log is the file with its log, with / between folders, relative to the folder of set.json. It is "" if there is none.
	Log string `json:"log,omitempty"`
	// SHA256 is the digest of Log when the record was written, as "sha256sum" prints it. Old records have none.
	SHA256 string `json:"sha256,omitempty"`
	// FirstLine is the time of the first line of Log that neither Latchkey nor a broker of Flux wrote. LastLine is the time of
	// the last line. The node noted both.
	FirstLine *time.Time `json:"firstLine,omitempty"`
	LastLine  *time.Time `json:"lastLine,omitempty"`
	// Whole says that Log has everything that the container wrote up to its end, but for gaps.
	Whole bool `json:"whole,omitempty"`
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
	// Remark says that the run is complete without it: it is not of the application's output.
	Remark bool `json:"remark,omitempty"`
}

// String returns what it is and why, for messages.
func (m Missing) String() string {
	if m.Pod == "" {
		return m.Reason
	}
	return fmt.Sprintf("%s of %s: %s", m.Container, m.Pod, m.Reason)
}

// A Pull is how an image came to a node.
type Pull struct {
	// Seconds is the time of pulling, without the time in which the node pulled other images first. It is 0 if the node had
	// the image.
	Seconds float64 `json:"seconds"`
}

// A Node is a node that pods of a set ran on.
type Node struct {
	Name string `json:"name"`
	// InstanceType, Region and Zone are what the cloud calls the node, by the labels of Kubernetes.
	InstanceType string `json:"instanceType,omitempty"`
	Region       string `json:"region,omitempty"`
	Zone         string `json:"zone,omitempty"`
	// Architecture is the architecture in Go's words: amd64, arm64.
	Architecture string `json:"architecture,omitempty"`
	// CPUModel is the model of the processor as /proc/cpuinfo has it, by the log of a broker of Flux, or else by the labels of Node Feature
	// Discovery: "Intel 6/143".
	CPUModel string `json:"cpuModel,omitempty"`
	// CPUs is the number of processors, and Memory the memory in bytes, of the whole node. What the cluster
	// does not tell is from the log of a broker.
	CPUs   float64 `json:"cpus,omitempty"`
	Memory int64   `json:"memory,omitempty"`
	// Kernel, OS, Kubelet and Runtime are the versions that the node reports: "6.8.0-45-generic", "Ubuntu 24.04.1 LTS",
	// "v1.36.0", "containerd://2.1.4".
	Kernel  string `json:"kernel,omitempty"`
	OS      string `json:"os,omitempty"`
	Kubelet string `json:"kubelet,omitempty"`
	Runtime string `json:"runtime,omitempty"`
}
