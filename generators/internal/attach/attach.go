// Package attach is what a MiniCluster and a MetricSet that joins it have to know of each other. Neither generator
// knows the other one: [Host] is what the MiniCluster tells, [Addition] what the MetricSet answers.
package attach

import corev1 "k8s.io/api/core/v1"

// A Host is a MiniCluster as a set that joins it sees it.
type Host struct {
	// Name of the MiniCluster, and the number of its broker pods.
	Name string
	Pods int32
	// Runner is the command of the container that the broker runs in. All that Flux starts descends from it.
	Runner []string
	// Application is the command that Flux runs, as the user wrote it, "" where there is none.
	Application string
	// Launches says that Flux starts the command itself, as the initial program, and not as a job.
	Launches bool
	// Containers are the names of the containers of a broker pod, of which that of the broker is called like the
	// MiniCluster, and Sidecars those that other sets have added.
	Containers, Sidecars []string
	// Labels of the workload that all sidecars are part of.
	Labels map[string]string
	// User that the application runs as, nil where only the image knows, and its Group.
	User, Group *int64
	// Plain says that the application has no more rights than a container of that user has by itself.
	Plain bool
	// NonRoot says that the pods exclude root for containers that do not say otherwise.
	NonRoot bool
	// HostPID says that the containers see the processes of the node.
	HostPID bool
	// Unshared says that they were told not to see each other's processes.
	Unshared bool
}

// FilesVolume is how the containers of an [Addition] call the volume of its files. The MiniCluster may rename it, as
// any volume, where two have one name.
const FilesVolume = "latchkey-metrics"

// An Addition is what a set adds to every broker pod of the MiniCluster that it joins.
type Addition struct {
	// Set is its name.
	Set string
	// Files of a ConfigMap that the MiniCluster makes; executable where they are mounted.
	Files map[string]string
	// Sidecars start before the runner, in this order.
	Sidecars []Sidecar
}

// A Sidecar is a container of an [Addition].
type Sidecar struct {
	Container corev1.Container
	// Volumes that it mounts beside FilesVolume. Those of two sidecars may have one name and still differ.
	Volumes []corev1.Volume
}
