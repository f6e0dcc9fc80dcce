package v1alpha1

import "github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"

// Container is a container of the pods (containers) or of the services pod (services).
type Container struct {
	// Name of the container, a DNS label. A sidecar or service needs one. The runner always has the name of the set.
	Name string `json:"name,omitempty"`
	// Image of the container. The default, ghcr.io/rse-ops/accounting:app-latest, is a demonstration: name your own.
	// The runner's image contains Flux.
	// +kubebuilder:default="ghcr.io/rse-ops/accounting:app-latest"
	Image string `json:"image,omitempty"`
	// RunFlux marks the runner, the container with the broker. It is true by default for the only container. Exactly
	// one container is the runner. A service cannot be the runner.
	RunFlux *bool `json:"runFlux,omitempty"`

	// Command is what the set runs. In the runner it is submitted to Flux as one job, unless launcher or batch is true.
	// An empty command makes an interactive set. In a sidecar a shell runs it.
	Command string `json:"command,omitempty"`
	// Commands are hooks around the command. In a sidecar they need a command.
	// +optional
	Commands Commands `json:"commands,omitzero"`
	// Launcher runs the command in Flux without submitting it, default false. It is for programs that submit jobs
	// themselves. It excludes batch. It has no effect on sidecars.
	Launcher bool `json:"launcher,omitempty"`
	// Batch makes every line of the command a job of one batch script, default false. It has no effect on
	// sidecars.
	Batch bool `json:"batch,omitempty"`
	// BatchRaw uses the lines of the command as the batch script itself, default false. It needs batch.
	BatchRaw bool `json:"batchRaw,omitempty"`
	// Diagnostics has no effect. In v1alpha1 the runner printed facts about Flux instead of running the command.
	Diagnostics bool `json:"diagnostics,omitempty"`
	// Logs is the directory for the output of batch lines, files job-<i>.out and job-<i>.err, default
	// /tmp/fluxout. It has no effect on sidecars.
	Logs string `json:"logs,omitempty"`
	// Cores is the number of cores per node that Flux advertises, if it is above 1. By default Flux finds the number.
	// It has no effect on sidecars.
	// +kubebuilder:validation:Minimum=0
	Cores int32 `json:"cores,omitempty"`
	// FluxUser is the user that Flux runs as.
	// +optional
	FluxUser FluxUser `json:"fluxUser,omitzero"`
	// WorkingDir is the working directory, default the image's.
	WorkingDir string `json:"workingDir,omitempty"`

	// PullAlways pulls the image each time, default false. Otherwise a node pulls only an image that it does not have.
	// +kubebuilder:default=false
	PullAlways bool `json:"pullAlways,omitempty"`
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
	// Secrets are variables of the container. Their values come from Secrets. The key is the name of the variable.
	Secrets map[string]v1alpha2.Secret `json:"secrets,omitempty"`
	// Volumes are volumes of the set to mount. The key is their name in spec.volumes.
	Volumes map[string]ContainerVolume `json:"volumes,omitempty"`
	// ExistingVolumes are volumes to mount that exist already. The key is the volume's name in the pod.
	ExistingVolumes map[string]ExistingVolume `json:"existingVolumes,omitempty"`
	// LifeCycle are commands that the kubelet runs in the container.
	// +optional
	LifeCycle v1alpha2.LifeCycle `json:"lifeCycle,omitzero"`
	// Resources are requests and limits of the container. Flux advertises as many cores as the runner's CPU limit,
	// unless cores gives another number.
	// +optional
	Resources v1alpha2.ContainerResources `json:"resources,omitzero"`
	// SecurityContext of the container.
	// +optional
	SecurityContext SecurityContext `json:"securityContext,omitzero"`
}

// Commands are hooks around the command of a container. Each is a shell text of one or more lines. In the runner the
// order is init, pre, brokerPre or workerPre, command, post. In a sidecar it is init, brokerPre, workerPre, pre,
// command, post.
type Commands struct {
	// Init runs first, in every pod.
	Init string `json:"init,omitempty"`
	// Pre runs in every pod, before the broker starts.
	Pre string `json:"pre,omitempty"`
	// BrokerPre runs in the runner of the lead, after pre.
	BrokerPre string `json:"brokerPre,omitempty"`
	// WorkerPre runs in the runners of the workers, after pre.
	WorkerPre string `json:"workerPre,omitempty"`
	// Post runs last in every pod, also after a failure. It does not change the status of the command.
	Post string `json:"post,omitempty"`
	// Prefix are words of a shell, for example a wrapper that mounts storage. On the lead they stand before the program
	// that flux start runs, and on workers before flux start. They have no effect on sidecars, nor on the lead of an
	// interactive set.
	Prefix string `json:"prefix,omitempty"`
	// RunFluxAsRoot runs the container as user 0, default false. It wins over fluxUser.uid.
	// +kubebuilder:default=false
	RunFluxAsRoot bool `json:"runFluxAsRoot,omitempty"`
}

// FluxUser is the user that Flux runs as.
type FluxUser struct {
	// Name of the user, in v1alpha1 default flux. It has no effect: no user is added to the image.
	// +kubebuilder:default="flux"
	Name string `json:"name,omitempty"`
	// UID is the user of the container, in v1alpha1 default 1000. Without it the image's user is used, because v1alpha1
	// started as root and made the user itself.
	// +kubebuilder:default=1000
	UID *int64 `json:"uid,omitempty"`
}

// SecurityContext of a container.
type SecurityContext struct {
	// Privileged runs the container privileged, default false.
	Privileged bool `json:"privileged,omitempty"`
	// AddCapabilities are Linux capabilities to add, for example SYS_PTRACE.
	// +listType=atomic
	AddCapabilities []string `json:"addCapabilities,omitempty"`
}
