package v1alpha2

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"
)

// Container is a container of the pods (containers) or of the services pod (services).
type Container struct {
	// Name of the container. A sidecar or service needs one, a DNS label. The runner always has the name of the set.
	Name string `json:"name,omitempty"`
	// Image of the container, default ghcr.io/rse-ops/accounting:app-latest. The default is a demonstration: name your
	// own.
	// +kubebuilder:default="ghcr.io/rse-ops/accounting:app-latest"
	Image string `json:"image,omitempty"`
	// RunFlux marks the runner, the container with the broker, default true for the only container. Exactly one
	// container is the runner. A service cannot be the runner.
	RunFlux *bool `json:"runFlux,omitempty"`

	// Command is what the set runs. The runner submits it to Flux as one job, unless launcher or batch is set. Without
	// a command the set is interactive. In a sidecar a shell runs it.
	Command string `json:"command,omitempty"`
	// Commands are hooks around the command.
	// +optional
	Commands Commands `json:"commands,omitzero"`
	// Launcher runs the command in Flux without submitting it, for programs that submit jobs themselves,
	// default false. It excludes batch. It has no effect on sidecars.
	Launcher bool `json:"launcher,omitempty"`
	// Batch makes every line of the command a job of one batch script, default false. It has no effect on
	// sidecars.
	Batch bool `json:"batch,omitempty"`
	// BatchRaw uses the lines of the command as the batch script itself, default false. It needs batch.
	BatchRaw bool `json:"batchRaw,omitempty"`
	// Logs is the directory for the output of batch lines, files job-<i>.out and job-<i>.err, default
	// /tmp/fluxout. It has no effect on sidecars.
	Logs string `json:"logs,omitempty"`
	// NoWrapEntrypoint starts a sidecar without the script that waits for Flux, default false. Then the command runs as
	// it is. Without a command the image's entrypoint runs. It has no effect on the runner.
	NoWrapEntrypoint bool `json:"noWrapEntrypoint,omitempty"`
	// WorkingDir is the working directory, default the image's.
	WorkingDir string `json:"workingDir,omitempty"`

	// PullAlways pulls the image each time, default false. It wins over imagePullPolicy.
	// +kubebuilder:default=false
	PullAlways bool `json:"pullAlways,omitempty"`
	// ImagePullPolicy is Always, Never or IfNotPresent, default IfNotPresent, or Always with pullAlways.
	// +kubebuilder:validation:Enum=Always;IfNotPresent;Never
	ImagePullPolicy string `json:"imagePullPolicy,omitempty"`
	// ImagePullSecret names a Secret for pulling the image.
	ImagePullSecret string `json:"imagePullSecret,omitempty"`

	// Ports are TCP ports of the container. A sidecar with ports gets a Service with the sidecar's name. A service has
	// the host name <set>-services.
	// +listType=atomic
	// +kubebuilder:validation:items:Minimum=1
	// +kubebuilder:validation:items:Maximum=65535
	Ports []int32 `json:"ports,omitempty"`
	// Environment are variables of the container.
	Environment map[string]string `json:"environment,omitempty"`
	// Secrets are variables of the container with values from Secrets. The key is the variable's name.
	Secrets map[string]Secret `json:"secrets,omitempty"`
	// Volumes are existing volumes to mount. The key is the volume's name in the pod.
	Volumes map[string]ContainerVolume `json:"volumes,omitempty"`
	// LifeCycle are commands that the kubelet runs in the container.
	// +optional
	LifeCycle LifeCycle `json:"lifeCycle,omitzero"`
	// Resources are requests and limits of the container. Flux advertises as many cores as the runner's CPU limit.
	// Without a limit it advertises the cores of the node.
	// +optional
	Resources ContainerResources `json:"resources,omitzero"`
	// SecurityContext of the container.
	SecurityContext *corev1.SecurityContext `json:"securityContext,omitempty"`
}

// ContainerResources are the resources of a container.
type ContainerResources struct {
	// Limits are the largest amounts that the container may use, for example memory: 2Gi.
	Limits corev1.ResourceList `json:"limits,omitempty"`
	// Requests are the amounts that a node must have free for the container, default the limits.
	Requests corev1.ResourceList `json:"requests,omitempty"`
}

// Requirements returns the resources as Kubernetes writes them.
func (r ContainerResources) Requirements() corev1.ResourceRequirements {
	return corev1.ResourceRequirements{Limits: r.Limits, Requests: r.Requests}
}

// Commands are hooks around the command of a container, each of one or more lines of shell code. In the runner the order
// is init, pre, brokerPre or workerPre, command, post. In a sidecar it is init, servicePre, command, post.
type Commands struct {
	// Init runs first, in every pod.
	Init string `json:"init,omitempty"`
	// Pre runs in the runner of every pod, after Flux is present and before the broker starts.
	Pre string `json:"pre,omitempty"`
	// BrokerPre runs in the runner of the lead, after pre.
	BrokerPre string `json:"brokerPre,omitempty"`
	// WorkerPre runs in the runners of the workers, after pre.
	WorkerPre string `json:"workerPre,omitempty"`
	// Post runs last in every pod, whatever the status of the command. It does not change this status.
	Post string `json:"post,omitempty"`
	// ServicePre runs in a sidecar before it waits for the broker's socket. It has no effect on the runner.
	ServicePre string `json:"servicePre,omitempty"`
	// Prefix are words of a shell, for example a wrapper that mounts storage. On the lead they stand before the program
	// that flux start runs, and on workers before flux start. They have no effect on sidecars, nor on the lead of an
	// interactive set.
	Prefix string `json:"prefix,omitempty"`
	// Script is a script that takes the place of command. The container gets it unchanged.
	Script string `json:"script,omitempty"`
}

// LifeCycle are commands that the kubelet runs in a container, by /bin/sh -c.
type LifeCycle struct {
	// PostStartExec runs right after the container has started.
	PostStartExec string `json:"postStartExec,omitempty"`
	// PreStopExec runs before the container is stopped. It has no effect when the container ends by itself.
	PreStopExec string `json:"preStopExec,omitempty"`
}

// Secret is one key of a Secret in the set's namespace.
type Secret struct {
	// Name of the Secret.
	Name string `json:"name"`
	// Key in the Secret.
	Key string `json:"key"`
}

// A Snippet is shell code that a user wrote for a container, and the field that holds it.
//
// +kubebuilder:object:generate=false
type Snippet struct {
	// Name of the field: command, or the name of a hook.
	Name  string
	At    *field.Path
	Value string
}

// Snippets returns the snippets of a container, also if they are empty: its command first, and then its hooks. Without the path
// of the container they have no paths, which take longer to make than all the rest.
func (c *Container) Snippets(at *field.Path) []Snippet {
	snippets := []Snippet{
		{Name: "command", Value: c.Command},
		{Name: "init", Value: c.Commands.Init},
		{Name: "pre", Value: c.Commands.Pre},
		{Name: "brokerPre", Value: c.Commands.BrokerPre},
		{Name: "workerPre", Value: c.Commands.WorkerPre},
		{Name: "servicePre", Value: c.Commands.ServicePre},
		{Name: "post", Value: c.Commands.Post},
		{Name: "script", Value: c.Commands.Script},
	}
	if at == nil {
		return snippets
	}
	snippets[0].At = at.Child("command")
	commands := at.Child("commands")
	for i := range snippets[1:] {
		snippets[i+1].At = commands.Child(snippets[i+1].Name)
	}
	return snippets
}

// ContainerVolume mounts a volume into a container. It has exactly one source: hostPath, configMapName,
// claimName, secretName, emptyDir or csiDriver.
type ContainerVolume struct {
	// Path in the container at which the volume is mounted. It is required, except with emptyDir: the default is then
	// /dev/shm.
	Path string `json:"path,omitempty"`
	// ReadOnly mounts the volume read-only, default false.
	// +kubebuilder:default=false
	ReadOnly bool `json:"readOnly,omitempty"`

	// HostPath is a directory of the node. It must exist.
	HostPath string `json:"hostPath,omitempty"`
	// ConfigMapName names a ConfigMap in the set's namespace.
	ConfigMapName string `json:"configMapName,omitempty"`
	// Items are the keys of the ConfigMap or Secret to mount, default all. Each has its path below path. They have no
	// effect on other sources.
	Items map[string]string `json:"items,omitempty"`
	// ClaimName names a PersistentVolumeClaim in the set's namespace.
	ClaimName string `json:"claimName,omitempty"`
	// SecretName names a Secret in the set's namespace.
	SecretName string `json:"secretName,omitempty"`

	// EmptyDir makes an empty directory for the life of the pod, default false.
	// +kubebuilder:default=false
	EmptyDir bool `json:"emptyDir,omitempty"`
	// EmptyDirMedium is Memory, in any case, or empty for the node's disk. It has no effect without emptyDir.
	EmptyDirMedium string `json:"emptyDirMedium,omitempty"`
	// EmptyDirSizeLimit is a quantity of bytes, for example 64Gi, default no limit. It has no effect
	// without emptyDir.
	EmptyDirSizeLimit string `json:"emptyDirSizeLimit,omitempty"`

	// CSIDriver names a driver for an inline CSI volume.
	CSIDriver string `json:"csiDriver,omitempty"`
	// CSIDriverAttributes are passed to the CSI driver. They have no effect without csiDriver.
	CSIDriverAttributes map[string]string `json:"csiDriverAttributes,omitempty"`
}

// RunsFlux reports whether the broker runs in the container.
func (c Container) RunsFlux() bool { return ptr.Deref(c.RunFlux, false) }

// HasCommand reports whether the container has a command to run.
func (c *Container) HasCommand() bool {
	return strings.TrimSpace(c.Command) != "" || strings.TrimSpace(c.Commands.Script) != ""
}
