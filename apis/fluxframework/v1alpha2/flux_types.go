package v1alpha2

import corev1 "k8s.io/api/core/v1"

// FluxSpec holds the options of the brokers, shared by all pods of the set.
type FluxSpec struct {
	// Container is the init container that brings Flux, the view, into every pod.
	// +optional
	Container FluxContainer `json:"container,omitzero"`
	// Arch has no effect. It chose a download in earlier versions. Now the image in container.image decides.
	Arch string `json:"arch,omitempty"`

	// SubmitCommand takes the place of `flux submit`, as words of a shell, default "flux submit". It has no effect with
	// launcher, with batch, and without a command.
	SubmitCommand string `json:"submitCommand,omitempty"`
	// OptionFlags are further flags of flux submit and flux batch, as words of a shell, for example
	// "-ompi=openmpi@5". They have no effect with launcher and without a command.
	OptionFlags string `json:"optionFlags,omitempty"`
	// Wrap is the value of --wrap of flux start, words separated by commas: the program under which each broker runs.
	Wrap string `json:"wrap,omitempty"`

	// ConnectTimeout is how long a broker tries to reach its parent, as a Flux duration (a number with ms,
	// s, m, h or d), default "5s". An explicit "" leaves it to Flux.
	// +kubebuilder:default="5s"
	ConnectTimeout *string `json:"connectTimeout,omitempty"`
	// Topology is the shape of the tree of brokers: kary:K, binomial, mincrit or mincrit:K, or custom. If empty, the
	// tree is flat: every broker is below the lead.
	Topology string `json:"topology,omitempty"`
	// MinimalService makes the Service select only the lead, default false. It spares the DNS of large sets. It works
	// with a flat topology only.
	MinimalService bool `json:"minimalService,omitempty"`
	// DisableSocket calls the broker's socket local-<rank> instead of local, as Flux does by itself, default false.
	DisableSocket bool `json:"disableSocket,omitempty"`
	// NoWaitSocket starts sidecars at once instead of waiting for the broker's socket, default false.
	NoWaitSocket bool `json:"noWaitSocket,omitempty"`
	// CompleteWorkers ends a worker when its broker ends for the first time, with any status, default false.
	CompleteWorkers bool `json:"completeWorkers,omitempty"`
	// LogLevel is the most detailed level that brokers log to standard error, 0 (emergencies) to 7
	// (debugging), or -1 for none; default 6. It has no effect with logging.quiet.
	// +kubebuilder:default=6
	// +kubebuilder:validation:Minimum=-1
	// +kubebuilder:validation:Maximum=7
	LogLevel *int32 `json:"logLevel,omitempty"`

	// CurveCert is the CURVE certificate that lets brokers know each other. It goes into a Secret. Better
	// leave it empty: then the key is made in the cluster.
	CurveCert string `json:"curveCert,omitempty"`
	// MungeSecret names a Secret with a munge key. It has no effect, because the brokers of a set belong to one user.
	MungeSecret string `json:"mungeSecret,omitempty"`
	// BrokerConfig is a whole broker.toml that takes the place of the generated one. Its hosts must name the pods of
	// the set.
	BrokerConfig string `json:"brokerConfig,omitempty"`
	// Environment are variables of the broker and its jobs. flux-view.sh sets them too.
	Environment map[string]string `json:"environment,omitempty"`
	// Scheduler chooses and configures the scheduler.
	// +optional
	Scheduler Scheduler `json:"scheduler,omitzero"`
	// Bursting joins this set with sets in other clusters into one Flux instance.
	// +optional
	Bursting Bursting `json:"bursting,omitzero"`
}

// FluxContainer is the init container that brings Flux, the view, into every pod.
type FluxContainer struct {
	// Image with Flux under /opt/views and /opt/software, default
	// ghcr.io/converged-computing/flux-view-ubuntu:tag-noble. Its libc must suit the application's image.
	// +kubebuilder:default="ghcr.io/converged-computing/flux-view-ubuntu:tag-noble"
	Image string `json:"image,omitempty"`
	// Name of the init container and of the volume for the view, default flux-view.
	// +kubebuilder:default="flux-view"
	Name string `json:"name,omitempty"`
	// MountPath is where view and configuration are mounted in all containers, default /mnt/flux.
	// +kubebuilder:default="/mnt/flux"
	MountPath string `json:"mountPath,omitempty"`
	// Disable copies no view, because the application's image has Flux, default false. The init container still runs
	// for the configuration. Its image then needs only bash and coreutils.
	// +kubebuilder:default=false
	Disable bool `json:"disable,omitempty"`
	// WorkingDir is the working directory of the init container, default the image's.
	WorkingDir string `json:"workingDir,omitempty"`
	// PythonPath takes the place of the view's site-packages in PYTHONPATH. If empty, they are found at the start.
	PythonPath string `json:"pythonPath,omitempty"`
	// PullAlways pulls the image each time, default false. Otherwise it is pulled if the node does not have it.
	// +kubebuilder:default=false
	PullAlways bool `json:"pullAlways,omitempty"`
	// ImagePullSecret names a Secret for pulling the image.
	ImagePullSecret string `json:"imagePullSecret,omitempty"`
	// Resources are requests and limits of the init container.
	// +optional
	Resources ContainerResources `json:"resources,omitzero"`
	// SecurityContext of the init container.
	SecurityContext *corev1.SecurityContext `json:"securityContext,omitempty"`
}

// Scheduler chooses and configures the scheduler of Flux.
type Scheduler struct {
	// Simple uses sched-simple instead of Fluxion, default false. It knows no GPUs.
	Simple bool `json:"simple,omitempty"`
	// QueuePolicy of Fluxion: conservative, easy, fcfs or hybrid, default fcfs. It has no effect with simple.
	// +kubebuilder:validation:Enum=conservative;easy;fcfs;hybrid
	QueuePolicy string `json:"queuePolicy,omitempty"`
}

// Bursting joins sets in several clusters into one Flux instance. All sets must list the same hosts in the same order,
// because a host's position is its rank.
type Bursting struct {
	// LeadBroker is the remote rank 0. If it is set, this set is a child.
	// +optional
	LeadBroker FluxBroker `json:"leadBroker,omitzero"`
	// Hostlist is the complete list of hosts. It excludes clusters.
	Hostlist string `json:"hostlist,omitempty"`
	// Clusters are the sets that join, in the order of their ranks.
	// +listType=atomic
	Clusters []BurstedCluster `json:"clusters,omitempty"`
}

// FluxBroker is the lead of another set.
type FluxBroker struct {
	// Address is the host name or IPv4 address at which the lead is reached.
	Address string `json:"address"`
	// Name of the lead's set. Its host names begin with this name.
	Name string `json:"name"`
	// Size of the lead's set, in pods.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=100000
	Size int32 `json:"size"`
	// Port of the lead, default 8050.
	// +kubebuilder:default=8050
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	Port int32 `json:"port,omitempty"`
}

// BurstedCluster is a set in another cluster that joins this one.
type BurstedCluster struct {
	// Name of the set, default burst-<position>, counted from 0. Its host names begin with this name.
	Name string `json:"name,omitempty"`
	// Size of the set, in pods, default maxSize of the set that it joins, which is its size if maxSize is not set.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100000
	Size int32 `json:"size,omitempty"`
}
