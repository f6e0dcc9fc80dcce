package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// MetricSet measures an application, a storage, or a program that the metric itself brings.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=metricsets
// +kubebuilder:subresource:status
type MetricSet struct {
	metav1.TypeMeta `json:",inline"`
	// Metadata of the set. All generated names begin with its name. All generated objects get the labels, and the
	// JobSet the annotations.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// Spec says what is measured.
	// +optional
	Spec MetricSetSpec `json:"spec,omitzero"`
	// Status is empty. It has no effect.
	// +optional
	Status v1alpha2.MetricSetStatus `json:"status,omitzero"`
}

// MetricSetSpec is the wanted state of a MetricSet.
type MetricSetSpec struct {
	// Metrics to run, at least one. All must have the same type: metrics that watch an application, or metrics that
	// measure a storage. There can be only one metric of any other type.
	// +listType=atomic
	Metrics []Metric `json:"metrics,omitempty"`
	// Application runs beside metrics that watch an application.
	Application *Application `json:"application,omitempty"`
	// Storage is measured by metrics of the type storage.
	Storage *Storage `json:"storage,omitempty"`

	// Pods is the number of pods of each metric, launchers included, default 1.
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=100000
	Pods *int32 `json:"pods,omitempty"`
	// Completions of the jobs of metrics that watch an application or measure a storage, default pods.
	// +kubebuilder:validation:Minimum=0
	Completions int32 `json:"completions,omitempty"`
	// ServiceName is the name of the headless Service and the subdomain of the pods, default the set's name.
	ServiceName string `json:"serviceName,omitempty"`
	// DeadlineSeconds ends each job after so many seconds, 1 or more, default 31500000, which is about a
	// year.
	// +kubebuilder:default=31500000
	// +kubebuilder:validation:Minimum=1
	DeadlineSeconds *int64 `json:"deadlineSeconds,omitempty"`
	// DontSetFQDN leaves the host name of a pod short, default true. With an explicit false the full name is the host
	// name, which may have 64 characters at most.
	DontSetFQDN *bool `json:"dontSetFQDN,omitempty"`
	// Logging says what happens when a metric has ended.
	// +optional
	Logging v1alpha2.MetricSetLogging `json:"logging,omitzero"`
	// Pod holds the fields of the pods of the set.
	// +optional
	Pod MetricSetPod `json:"pod,omitzero"`
	// Resources are limits and requests of every container that measures, unless the metric has its own.
	Resources corev1.ResourceList `json:"resources,omitempty"`
}

// Metric is a program that measures, from the catalogue.
type Metric struct {
	// Name of the metric in the catalogue, for example io-fio.
	Name string `json:"name"`
	// Options of the metric with a single value.
	Options map[string]v1alpha2.OptionValue `json:"options,omitempty"`
	// ListOptions are options of the metric that are lists.
	ListOptions map[string][]v1alpha2.OptionValue `json:"listOptions,omitempty"`
	// MapOptions are options of the metric that are mappings.
	MapOptions map[string]map[string]v1alpha2.OptionValue `json:"mapOptions,omitempty"`
	// Attributes of the container that measures.
	// +optional
	Attributes ContainerAttributes `json:"attributes,omitzero"`
	// Resources of the container that measures.
	// +optional
	Resources v1alpha2.ContainerResources `json:"resources,omitzero"`
}

// ContainerAttributes are attributes of a container.
type ContainerAttributes struct {
	// SecurityContext has the rights of the container.
	// +optional
	SecurityContext ContainerSecurity `json:"securityContext,omitzero"`
}

// ContainerSecurity has the rights of a container.
type ContainerSecurity struct {
	// Privileged gives the container all rights on the node, default false.
	Privileged bool `json:"privileged"`
}

// Application is a program that metrics watch.
type Application struct {
	// Image of the application.
	Image string `json:"image"`
	// Command is the command line of the process to watch.
	Command string `json:"command"`
	// Entrypoint is the command that starts the application, default command.
	Entrypoint string `json:"entrypoint,omitempty"`
	// WorkingDir of the application, default the image's.
	WorkingDir string `json:"workingDir,omitempty"`
	// PullSecret names the Secret for pulling the image.
	PullSecret string `json:"pullSecret,omitempty"`
	// Volumes are mounted by every container. The key is the name of the volume.
	Volumes map[string]MetricVolume `json:"volumes,omitempty"`
	// Resources of the application.
	// +optional
	Resources v1alpha2.ContainerResources `json:"resources,omitzero"`
	// Attributes of the container of the application.
	// +optional
	Attributes ContainerAttributes `json:"attributes,omitzero"`
}

// Storage is what metrics of the type storage measure.
type Storage struct {
	// Volume to measure, mounted by every container.
	// +optional
	Volume MetricVolume `json:"volume,omitzero"`
	// Commands run around the measurement.
	// +optional
	Commands StorageCommands `json:"commands,omitzero"`
}

// StorageCommands are texts for a shell around the measurement of a storage. They set the options of the same names, if
// the metric has these options.
type StorageCommands struct {
	// Pre runs before the measurement.
	Pre string `json:"pre,omitempty"`
	// Prefix is put before the command that measures.
	Prefix string `json:"prefix,omitempty"`
	// Post runs after the measurement.
	Post string `json:"post,omitempty"`
}

// MetricVolume is an existing volume. It has one source: emptyVol, hostPath, secretName, configMapName or claimName.
type MetricVolume struct {
	// Path in the containers at which the volume is mounted.
	Path string `json:"path,omitempty"`
	// ReadOnly mounts the volume read-only, default false.
	// +kubebuilder:default=false
	ReadOnly bool `json:"readOnly,omitempty"`
	// EmptyVol makes the volume an empty directory of each pod, default false.
	// +kubebuilder:default=false
	EmptyVol bool `json:"emptyVol,omitempty"`
	// HostPath is a directory of the node.
	HostPath string `json:"hostPath,omitempty"`
	// SecretName names a Secret.
	SecretName string `json:"secretName,omitempty"`
	// ConfigMapName names a ConfigMap. Its keys in items are mounted.
	ConfigMapName string `json:"configMapName,omitempty"`
	// Items are the keys of the ConfigMap to mount, each with its path below path.
	Items map[string]string `json:"items,omitempty"`
	// ClaimName names a PersistentVolumeClaim.
	ClaimName string `json:"claimName,omitempty"`
}

// MetricSetPod holds the fields of the pods of a set.
type MetricSetPod struct {
	// ServiceAccountName is the service account of the pods, default the namespace's.
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// NodeSelector are labels that a node must have.
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
}
