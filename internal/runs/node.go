package runs

// A Node is a node that pods of a set ran on.
type Node struct {
	Name string `json:"name"`
	// InstanceType, Region and Zone are what the cloud calls the node, by the labels of Kubernetes.
	InstanceType string `json:"instanceType,omitempty"`
	Region       string `json:"region,omitempty"`
	Zone         string `json:"zone,omitempty"`
	// Architecture is the architecture in Go's words: amd64, arm64.
	Architecture string `json:"architecture,omitempty"`
	// CPUModel is the model of the processor by the labels of Node Feature Discovery: "Intel 6/143". It is often unknown.
	CPUModel string `json:"cpuModel,omitempty"`
	// CPUs is the number of processors, and Memory the memory in bytes, of the whole node.
	CPUs   float64 `json:"cpus,omitempty"`
	Memory int64   `json:"memory,omitempty"`
	// Kernel, OS, Kubelet and Runtime are the versions that the node reports: "6.8.0-45-generic", "Ubuntu 24.04.1 LTS",
	// "v1.36.0", "containerd://2.1.4".
	Kernel  string `json:"kernel,omitempty"`
	OS      string `json:"os,omitempty"`
	Kubelet string `json:"kubelet,omitempty"`
	Runtime string `json:"runtime,omitempty"`
}
