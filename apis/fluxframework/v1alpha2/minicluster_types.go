package v1alpha2

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"
)

// Kind is the kind of the objects in this package.
const Kind = "MiniCluster"

// GroupVersion is the API group and version of the objects in this package.
var GroupVersion = schema.GroupVersion{Group: "flux-framework.org", Version: "v1alpha2"}

// MiniCluster is a Flux instance in Kubernetes: a set of pods, each with one Flux broker.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=miniclusters
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.size,statuspath=.status.size,selectorpath=.status.selector
type MiniCluster struct {
	metav1.TypeMeta `json:",inline"`
	// Metadata of the set. Generated names begin with this name, unless a field sets another name. All generated
	// objects get the labels, and the JobSet the annotations.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// Spec says which containers the set has and what it runs.
	// +optional
	Spec MiniClusterSpec `json:"spec,omitzero"`
	// Status is written by the Flux Operator in a cluster. It has no effect here.
	// +optional
	Status MiniClusterStatus `json:"status,omitzero"`

	// Legacy contains the values of a v1alpha1 object for which v1alpha2 has no field. Only the conversion fills it. It
	// is never read from or written to YAML.
	Legacy Legacy `json:"-"`
	// TasksDefaulted says that Default has filled spec.tasks.
	TasksDefaulted bool `json:"-"`
	// MaxSizeDefaulted says that Default has filled spec.maxSize.
	MaxSizeDefaulted bool `json:"-"`
}

// MiniClusterSpec is the wanted state of a MiniCluster.
type MiniClusterSpec struct {
	// Containers of every pod. Exactly one of them is the runner, which runs Flux. The others are sidecars.
	// +listType=atomic
	Containers []Container `json:"containers"`
	// Services are containers of one extra pod, <set>-services, which lives as long as the set.
	// Each needs a name. Hooks that belong to Flux (pre, brokerPre, workerPre) are errors here.
	// +listType=atomic
	Services []Container `json:"services,omitempty"`

	// Size is the number of pods, the lead included, default 1. Each pod has one broker. Flux starts its first job when
	// all brokers are there, unless minSize says otherwise.
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=100000
	Size *int32 `json:"size,omitempty"`
	// MinSize is the number of brokers that must be there before Flux starts its first job, default size, or 1 with
	// maxSize. 0 means not set. It may not exceed size or maxSize. It does not change the number of pods or tasks.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100000
	MinSize int32 `json:"minSize,omitempty"`
	// MaxSize is the number of hosts that Flux knows, default size. 0 means not set. It is at least size. If it is set,
	// size may change while the set runs, from minSize to maxSize, and the submitted job asks for tasks and not for nodes.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100000
	MaxSize int32 `json:"maxSize,omitempty"`
	// Tasks is the number of tasks of the submitted job, over the whole set, default 1. An explicit 0 asks for nodes
	// only. If there are fewer tasks than pods, Flux places them and may use one node. With batch it is the number of slots
	// of the batch job. It has no effect with launcher and without a command.
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=0
	Tasks *int32 `json:"tasks,omitempty"`
	// BackoffLimit is how often the whole set starts again after a failure, default 0. One pod never restarts without the others,
	// because the brokers of a set live and die together. The Flux Operator retries single pods 100 times if this is
	// absent or 0.
	// +kubebuilder:validation:Minimum=0
	BackoffLimit *int32 `json:"backoffLimit,omitempty"`
	// DeadlineSeconds ends the set after this many seconds, 1 or more, default 31500000, which is about a year.
	// +kubebuilder:default=31500000
	// +kubebuilder:validation:Minimum=1
	DeadlineSeconds *int64 `json:"deadlineSeconds,omitempty"`

	// Interactive starts Flux without a job, so that people can connect. A set is always interactive if the runner has
	// neither command nor commands.script. With a command this field has no effect.
	// +kubebuilder:default=false
	Interactive bool `json:"interactive,omitempty"`
	// Cleanup makes the Flux Operator delete the set when the lead ends. It has no effect in static manifests: use the
	// option ttlSeconds.
	// +kubebuilder:default=false
	Cleanup bool `json:"cleanup,omitempty"`
	// ShareProcessNamespace lets the containers of a pod see each other's processes, default false. It is always true
	// if a MetricSet is attached.
	ShareProcessNamespace *bool `json:"shareProcessNamespace,omitempty"`
	// JobLabels are labels of the generated JobSet and of the Job of its brokers, not of the pods.
	JobLabels map[string]string `json:"jobLabels,omitempty"`

	// Network names the Service of the set and says how pods are spread.
	// +optional
	Network Network `json:"network,omitzero"`
	// Archive keeps the state of Flux between two runs.
	// +optional
	Archive Archive `json:"archive,omitzero"`
	// Logging says how much the runner prints, and how strict it is.
	// +optional
	Logging Logging `json:"logging,omitzero"`
	// Flux holds the options of the brokers and of the image that brings Flux.
	// +optional
	Flux FluxSpec `json:"flux,omitzero"`
	// Pod holds the fields of the pods of the set.
	// +optional
	Pod PodSpec `json:"pod,omitzero"`
}

// Network names the Service of a set and says how its pods are spread.
type Network struct {
	// HeadlessName is the name of the headless Service and the subdomain of the pods, default the set's
	// name (in v1alpha1 flux-service).
	HeadlessName string `json:"headlessName,omitempty"`
	// DisableAffinity removes the preference for one pod per node within one zone, default false. It has no effect on
	// pod.nodeAffinity.
	DisableAffinity bool `json:"disableAffinity,omitempty"`
}

// Archive is a file with the state of Flux.
type Archive struct {
	// Path of the archive in the runner. If the file exists when the lead starts, the state is restored from it. The
	// state is written when the lead ends. If empty, there is no archive.
	Path string `json:"path,omitempty"`
}

// Logging says how much the runner prints, and how strict it is.
type Logging struct {
	// Quiet prints only the output of the job, default false.
	// +kubebuilder:default=false
	Quiet bool `json:"quiet,omitempty"`
	// Strict ends the start script at the first hook that fails, default false (in v1alpha1 true). The exit status of
	// the job counts in both cases.
	// +kubebuilder:default=false
	Strict bool `json:"strict,omitempty"`
	// Debug adds -vvv to flux submit, default false. It has no effect on flux batch, which has no such flag.
	// +kubebuilder:default=false
	Debug bool `json:"debug,omitempty"`
	// Zeromq logs the events of the sockets between the brokers (tbon.zmqdebug), default false.
	// +kubebuilder:default=false
	Zeromq bool `json:"zeromq,omitempty"`
	// Timed prints the wall time of flux start and flux submit on lines with FLUXTIME, default false.
	// +kubebuilder:default=false
	Timed bool `json:"timed,omitempty"`
}

// MiniClusterStatus is what the Flux Operator reports. Nothing here is read.
type MiniClusterStatus struct {
	// Jobid has no effect.
	Jobid string `json:"jobid"`
	// MaximumSize is the size at creation, in pods. It has no effect.
	MaximumSize int32 `json:"maximumSize"`
	// Size serves the scale subresource, in pods. It has no effect.
	Size int32 `json:"size"`
	// Selector serves the scale subresource. It has no effect.
	Selector string `json:"selector"`
	// Conditions have no effect.
	// +listType=atomic
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// PodSpec holds the fields of the pods of the set.
type PodSpec struct {
	// Annotations of the pods.
	Annotations map[string]string `json:"annotations,omitempty"`
	// Labels of the pods.
	Labels map[string]string `json:"labels,omitempty"`
	// RestartPolicy is Never or OnFailure. It has no effect: one pod never restarts without the others. backoffLimit says how often
	// the whole set restarts.
	// +kubebuilder:validation:Enum=Never;OnFailure
	RestartPolicy string `json:"restartPolicy,omitempty"`

	// ServiceAccountName is the service account of the pods, default the namespace's.
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// AutomountServiceAccountToken mounts the token of the service account. With serviceAccountName the service account
	// sets the default. Otherwise the default is false.
	AutomountServiceAccountToken *bool `json:"automountServiceAccountToken,omitempty"`
	// SecurityContext of the pods.
	SecurityContext *corev1.PodSecurityContext `json:"securityContext,omitempty"`

	// RuntimeClassName names the RuntimeClass of the pods.
	RuntimeClassName string `json:"runtimeClassName,omitempty"`
	// SchedulerName names the scheduler of the pods, default Kubernetes' own.
	SchedulerName string `json:"schedulerName,omitempty"`
	// DNSPolicy of the pods, default ClusterFirst. The brokers find each other by the cluster's DNS.
	// +kubebuilder:validation:Enum=ClusterFirst;ClusterFirstWithHostNet;Default
	DNSPolicy string `json:"dnsPolicy,omitempty"`
	// HostIPC uses the node's IPC namespace, default false.
	HostIPC bool `json:"hostIPC,omitempty"`
	// HostPID uses the node's process namespace, default false. It excludes shareProcessNamespace.
	HostPID bool `json:"hostPID,omitempty"`

	// NodeSelector are labels that a node must have.
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// NodeAffinity are labels that a node must have, each with one of the listed values.
	NodeAffinity map[string][]string `json:"nodeAffinity,omitempty"`
	// Tolerations of the pods.
	// +listType=atomic
	Tolerations []Toleration `json:"tolerations,omitempty"`
	// Resources of a pod as a whole, as names and quantities. They become requests and limits of the runner. The
	// runner's own resources win.
	Resources corev1.ResourceList `json:"resources,omitempty"`
}

// Toleration lets pods onto nodes with a matching taint. There is no tolerationSeconds, as in flux-operator.
type Toleration struct {
	// Key of the taint, default any.
	Key string `json:"key,omitempty"`
	// Operator is Equal or Exists, default Equal.
	// +kubebuilder:validation:Enum=Equal;Exists
	Operator string `json:"operator,omitempty"`
	// Value of the taint, for Equal.
	Value string `json:"value,omitempty"`
	// Effect of the taint: NoSchedule, PreferNoSchedule or NoExecute, default any.
	// +kubebuilder:validation:Enum=NoSchedule;PreferNoSchedule;NoExecute
	Effect string `json:"effect,omitempty"`
}

// Elastic says whether the size may change while the set runs, from minSize (default 1) to maxSize. It is so if maxSize is
// set and above minSize. Nothing but the number of pods may then depend on size. Call it after Default.
func (mc *MiniCluster) Elastic() bool {
	isSet := !mc.MaxSizeDefaulted || mc.Spec.MaxSize != ptr.Deref(mc.Spec.Size, 1)
	return isSet && mc.Spec.MaxSize > max(mc.Spec.MinSize, 1)
}

// Bursts reports whether sets of other clusters belong to the same instance of Flux.
func (mc *MiniCluster) Bursts() bool {
	bursting := mc.Spec.Flux.Bursting
	return bursting.Hostlist != "" || len(bursting.Clusters) > 0 || bursting.LeadBroker != FluxBroker{}
}
