package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// Kind is the kind of the objects in this package.
const Kind = "MiniCluster"

// GroupVersion is the API group and version of the objects in this package.
var GroupVersion = schema.GroupVersion{Group: "flux-framework.org", Version: "v1alpha1"}

// MiniCluster is a Flux instance in Kubernetes: a set of pods, each with one Flux broker.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=miniclusters
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.size,statuspath=.status.size,selectorpath=.status.selector
type MiniCluster struct {
	metav1.TypeMeta `json:",inline"`
	// Metadata of the set. All generated names begin with its name. All generated objects get the labels, and the
	// JobSet the annotations.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// Spec describes the set and what it runs.
	// +optional
	Spec MiniClusterSpec `json:"spec,omitzero"`
	// Status is written by the Flux Operator in a cluster. It has no effect here.
	// +optional
	Status v1alpha2.MiniClusterStatus `json:"status,omitzero"`
}

// MiniClusterSpec is the wanted state of a MiniCluster.
type MiniClusterSpec struct {
	// Containers of every pod. Exactly one of them, the runner, runs Flux. The others are sidecars.
	// +listType=atomic
	Containers []Container `json:"containers"`
	// Services are containers of one extra pod, <set>-services, which lives as long as the set.
	// Each needs a name.
	// +listType=atomic
	Services []Container `json:"services,omitempty"`
	// Volumes are PersistentVolumes to make, each with a claim <name>-claim. Containers mount them by name.
	Volumes map[string]Volume `json:"volumes,omitempty"`

	// Size is the number of pods, the lead included, default 1.
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=100000
	Size *int32 `json:"size,omitempty"`
	// MaxSize is the number of hosts that Flux knows of, default size. 0 means not set.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100000
	MaxSize int32 `json:"maxSize,omitempty"`
	// Tasks is the number of tasks of the submitted job in the whole set, default 1. With an explicit 0 the job asks
	// for nodes only. With batch it is the number of slots of the batch job. It has no effect with launcher and without a
	// command.
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=0
	Tasks *int32 `json:"tasks,omitempty"`
	// DeadlineSeconds ends the set after so many seconds, 1 or more, default 31500000, which is about a
	// year.
	// +kubebuilder:default=31500000
	// +kubebuilder:validation:Minimum=1
	DeadlineSeconds *int64 `json:"deadlineSeconds,omitempty"`

	// Interactive starts Flux without a job, for people to connect to. A set is always interactive if its runner has no
	// command.
	// +kubebuilder:default=false
	Interactive bool `json:"interactive,omitempty"`
	// Cleanup makes the Flux Operator delete the set when the lead ends. It has no effect in static manifests. Use the
	// option ttlSeconds instead.
	// +kubebuilder:default=false
	Cleanup bool `json:"cleanup,omitempty"`
	// ShareProcessNamespace lets the containers of a pod see each other's processes, default false. It is always true
	// if a MetricSet is attached.
	ShareProcessNamespace *bool `json:"shareProcessNamespace,omitempty"`
	// JobLabels are labels of the generated JobSet and of the Job of its brokers, not of the pods.
	JobLabels map[string]string `json:"jobLabels,omitempty"`

	// Network names the Service of the set.
	// +optional
	Network Network `json:"network,omitzero"`
	// Archive says where the state of Flux is kept between two runs.
	// +optional
	Archive v1alpha2.Archive `json:"archive,omitzero"`
	// Logging says how much the runner prints, and how strict it is.
	// +optional
	Logging Logging `json:"logging,omitzero"`
	// Flux holds the options of the brokers.
	// +optional
	Flux FluxSpec `json:"flux,omitzero"`
	// Pod holds the fields of the pods of the set.
	// +optional
	Pod PodSpec `json:"pod,omitzero"`

	// Users of the REST server. They have no effect, because a set belongs to one user.
	// +listType=atomic
	Users []User `json:"users,omitempty"`
	// FluxRestful configures the REST server, which v1alpha1 downloaded when the pods started. It has no effect: the
	// set is interactive instead.
	// +optional
	FluxRestful FluxRestful `json:"fluxRestful,omitzero"`
}

// Network names the Service of a set.
type Network struct {
	// HeadlessName is the name of the headless Service and the subdomain of the pods, default
	// flux-service.
	// +kubebuilder:default="flux-service"
	HeadlessName string `json:"headlessName,omitempty"`
}

// Logging says how much the runner prints, and how strict it is.
type Logging struct {
	// Quiet prints only the output of the job, default false.
	// +kubebuilder:default=false
	Quiet bool `json:"quiet,omitempty"`
	// Strict ends the start script at the first hook that fails, default true.
	// +kubebuilder:default=true
	Strict *bool `json:"strict,omitempty"`
	// Debug adds -vvv to flux submit, default false. It has no effect on flux batch, which has no such option.
	// +kubebuilder:default=false
	Debug bool `json:"debug,omitempty"`
	// Zeromq logs the events of the sockets between the brokers (tbon.zmqdebug), default false.
	// +kubebuilder:default=false
	Zeromq bool `json:"zeromq,omitempty"`
	// Timed prints the wall time of flux start and flux submit on lines with FLUXTIME, default false.
	// +kubebuilder:default=false
	Timed bool `json:"timed,omitempty"`
}

// PodSpec holds the fields of the pods of the set.
type PodSpec struct {
	// Annotations of the pods.
	Annotations map[string]string `json:"annotations,omitempty"`
	// Labels of the pods.
	Labels map[string]string `json:"labels,omitempty"`
	// ServiceAccountName is the service account of the pods, default the namespace's.
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// NodeSelector are labels that a node must have.
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// Resources of a pod as a whole, as names and quantities. They become requests and limits of the runner, unless the
	// runner has its own.
	Resources corev1.ResourceList `json:"resources,omitempty"`
}

// User is an account of the REST server. It has no effect.
type User struct {
	// Name of the user.
	Name string `json:"name"`
	// Password of the user.
	Password string `json:"password,omitempty"`
}

// FluxRestful configures the REST server of v1alpha1. It has no effect.
type FluxRestful struct {
	// Branch of the REST server, in v1alpha1 default main. It has no effect.
	// +kubebuilder:default="main"
	Branch string `json:"branch,omitempty"`
	// Port of the REST server, in v1alpha1 default 5000. It has no effect.
	// +kubebuilder:default=5000
	Port int32 `json:"port,omitempty"`
	// SecretKey encodes requests. It has no effect.
	SecretKey string `json:"secretKey,omitempty"`
	// Username for the REST server. It has no effect.
	Username string `json:"username,omitempty"`
	// Token for the REST server. It has no effect.
	Token string `json:"token,omitempty"`
}
