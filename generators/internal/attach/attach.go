// Package attach contains what the generators of MiniClusters and of attached MetricSets tell each other. Neither
// generator imports the other. A [Carrier] describes the MiniCluster, and an [Addition] is the MetricSet's answer. A set
// that is attached to a workload of the package gets a Carrier that describes a pod template.
package attach

import corev1 "k8s.io/api/core/v1"

// A Carrier is the MiniCluster or the pod template that a set is attached to, as the set sees it.
type Carrier struct {
	// Name of the MiniCluster, or the target of a workload as users write it: "Job/bench". Title is what messages call
	// it, and PodField the path of the field for its pods: "spec.pod", "spec.template.spec".
	Name, Title, PodField string
	// Workload says that this is a pod template of any workload. Otherwise it is a MiniCluster.
	Workload bool
	// Pods is the number of broker pods, 0 for a workload.
	Pods int32
	// Main has, for a workload, the containers that can be watched, by their names, with the users that they run as.
	Main map[string]User
	// Runner is the command of the container in which the broker runs. All processes that Flux starts descend from it.
	Runner []string
	// Application is the command that Flux runs, as the user wrote it. It is "" for an interactive MiniCluster.
	Application string
	// Launches says that Flux starts the command itself, as its initial program. Otherwise the command is a job.
	Launches bool
	// Containers are the names of the containers of a broker pod. The broker's container has the name of the
	// MiniCluster. Sidecars are the names of containers that other attached sets have added.
	Containers, Sidecars []string
	// Labels of the workload that contains all sidecars.
	Labels map[string]string
	// User is that of the application. For a workload it is that of all containers in Main together.
	User
	// NonRoot says that the pods exclude root, except for containers that allow it themselves.
	NonRoot bool
	// HostPID says that the containers see the processes of the node.
	HostPID bool
	// Unshared says that the MiniCluster sets shareProcessNamespace to false.
	Unshared bool
}

// A User is what the manifests say about the user of a container.
type User struct {
	// UID and GID are those of its user and group, nil if only the image knows them.
	UID, GID *int64
	// Plain says that the container has no more rights than other containers of its user.
	Plain bool
	// Mixed says that this is the user for a look at containers of several users.
	Mixed bool
}

// FilesVolume is the name of the volume with the files of an [Addition], as its containers know it. The MiniCluster may
// rename this volume, and any other, if two have the same name.
const FilesVolume = "latchkey-metrics"

// An Addition is what an attached set adds to every broker pod.
type Addition struct {
	// Set is the name of the set.
	Set string
	// Files of a ConfigMap that the MiniCluster makes. They are mounted as executable files.
	Files map[string]string
	// Sidecars start before the runner, in this order.
	Sidecars []Sidecar
	// SharesProcesses says that a sidecar must see the processes of the other containers.
	SharesProcesses bool
}

// A Sidecar is a container of an [Addition].
type Sidecar struct {
	// Container is a native sidecar if it has a restart policy. Otherwise it is an ordinary container.
	Container corev1.Container
	// Volumes that the container mounts beside FilesVolume. Different volumes of two sidecars may have the same name.
	Volumes []corev1.Volume
}
