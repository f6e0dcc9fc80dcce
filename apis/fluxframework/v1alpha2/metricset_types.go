package v1alpha2

import (
	"encoding/json"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// MetricSetKind is the kind of a set of metrics.
const MetricSetKind = "MetricSet"

// MetricSet measures something: it runs one or more metrics, each in its own pods, and prints the results.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=metricsets
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
type MetricSet struct {
	metav1.TypeMeta `json:",inline"`
	// Metadata of the set. Generated names begin with this name, unless a field sets another name. All generated
	// objects get the labels, and the JobSet the annotations.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// Spec says what is measured.
	// +optional
	Spec MetricSetSpec `json:"spec,omitzero"`
	// Status is empty. It has no effect.
	// +optional
	Status MetricSetStatus `json:"status,omitzero"`

	// PodsDefaulted is true if Default has filled in the number of pods. It is never read from or written to YAML.
	PodsDefaulted bool `json:"-"`
	// Legacy contains the values of a v1alpha1 object for which v1alpha2 has no field. Only the conversion fills it. It
	// is never read from or written to YAML.
	Legacy MetricSetLegacy `json:"-"`
}

// MetricSetSpec is the wanted state of a MetricSet.
type MetricSetSpec struct {
	// Metrics to run, at least one. The same metric may be there twice with different options.
	// +listType=atomic
	Metrics []Metric `json:"metrics,omitempty"`

	// Pods is the number of pods of each metric, launchers included, default 1.
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=100000
	Pods *int32 `json:"pods,omitempty"`
	// ServiceName is the name of the headless Service that the set makes for its own pods, and the subdomain of the pods, default the
	// set's name. Where somebody else runs a Service of this name, leave the set's out with the option include.
	ServiceName string `json:"serviceName,omitempty"`
	// DeadlineSeconds ends each job after this many seconds, 1 or more, default 31500000, which is about a year.
	// +kubebuilder:default=31500000
	// +kubebuilder:validation:Minimum=1
	DeadlineSeconds *int64 `json:"deadlineSeconds,omitempty"`
	// DontSetFQDN keeps the host name of a pod short, default true. An explicit false makes the full name the host
	// name. It may then have at most 64 characters.
	DontSetFQDN *bool `json:"dontSetFQDN,omitempty"`
	// Logging says what happens when a metric has ended.
	// +optional
	Logging MetricSetLogging `json:"logging,omitzero"`
	// Pod holds the fields of the pods of the set.
	// +optional
	Pod MetricSetPod `json:"pod,omitzero"`
	// Resources are limits and requests of every container that measures, for example cpu: 4. The metric's own
	// resources win.
	Resources corev1.ResourceList `json:"resources,omitempty"`
}

// Metric is one thing to measure.
type Metric struct {
	// Name of the metric in the catalogue, for example io-fio.
	Name string `json:"name"`
	// Image of the metric's containers, default the catalogue's.
	Image string `json:"image,omitempty"`
	// Options of the metric with a single value. Each metric has its own options and defaults.
	Options map[string]OptionValue `json:"options,omitempty"`
	// ListOptions are options of the metric that are lists.
	ListOptions map[string][]OptionValue `json:"listOptions,omitempty"`
	// MapOptions are options of the metric that are maps.
	MapOptions map[string]map[string]OptionValue `json:"mapOptions,omitempty"`
	// Attributes of the container that measures.
	// +optional
	Attributes MetricAttributes `json:"attributes,omitzero"`
	// Resources of the container that measures.
	// +optional
	Resources ContainerResources `json:"resources,omitzero"`
	// Addons change how the metric runs: volumes, an application beside it, wrappers of its command. The first
	// wrapper is the outermost.
	// +listType=atomic
	Addons []Addon `json:"addons,omitempty"`
}

// Addon changes how a metric runs.
type Addon struct {
	// Name of the addon in the catalogue, for example volume-pvc.
	Name string `json:"name"`
	// Options of the addon with a single value.
	Options map[string]OptionValue `json:"options,omitempty"`
	// ListOptions are options of the addon that are lists.
	ListOptions map[string][]OptionValue `json:"listOptions,omitempty"`
	// MapOptions are options of the addon that are maps.
	MapOptions map[string]map[string]OptionValue `json:"mapOptions,omitempty"`
}

// MetricAttributes are attributes of a container that measures.
type MetricAttributes struct {
	// SecurityContext says what the container may do.
	// +optional
	SecurityContext MetricSecurity `json:"securityContext,omitzero"`
}

// MetricSecurity says what a container that measures may do.
type MetricSecurity struct {
	// Privileged gives the container all rights on the node, default false.
	Privileged bool `json:"privileged,omitempty"`
	// AllowPtrace adds the capability SYS_PTRACE, whatever the option ptrace says, default false.
	AllowPtrace bool `json:"allowPtrace,omitempty"`
	// AllowAdmin adds the capability SYS_ADMIN, default false.
	AllowAdmin bool `json:"allowAdmin,omitempty"`
}

// MetricSetLogging says what happens when a metric has ended.
type MetricSetLogging struct {
	// Interactive keeps the container that measured alive after the end, so that people can look around, default false.
	Interactive bool `json:"interactive,omitempty"`
}

// MetricSetPod holds the fields of the pods of a set.
type MetricSetPod struct {
	// Labels of the pods.
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations of the pods.
	Annotations map[string]string `json:"annotations,omitempty"`
	// ServiceAccountName is the account of the pods, default the namespace's.
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// NodeSelector names labels that a node must have.
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
}

// MetricSetStatus is empty.
type MetricSetStatus struct{}

// MetricSetLegacy contains the values of a v1alpha1 MetricSet for which v1alpha2 has no field.
type MetricSetLegacy struct {
	// Set says that the object has the version v1alpha1. Then containers keep their names of that version, because
	// readers of logs choose by name, and the metadata lines contain more.
	Set bool
	// MetricType is application, storage or standalone.
	MetricType string
	// Completions of the jobs of metrics that are not standalone. 0 stands for the number of pods.
	Completions int32
	// ApplicationImage and ApplicationCommand are the image and the command of spec.application.
	ApplicationImage, ApplicationCommand string
	// StorageVolume is the part of spec.storage.volume that the metadata lines contain.
	StorageVolume StorageVolume
}

// StorageVolume is the volume that a storage metric of v1alpha1 measured.
type StorageVolume struct {
	Path          string `json:"path,omitempty"`
	HostPath      string `json:"hostPath,omitempty"`
	SecretName    string `json:"secretName,omitempty"`
	ClaimName     string `json:"claimName,omitempty"`
	ConfigMapName string `json:"configMapName,omitempty"`
}

// OptionValue is the value of an option of a metric or an addon: a string or an integer. The option decides which it is
// to be, so that 5 and "5" mean the same. A boolean is written in quotes, as "true".
//
// +kubebuilder:validation:Type=""
// +kubebuilder:validation:XIntOrString
type OptionValue string

// UnmarshalJSON accepts a string or a number. The schema of the kind refuses everything but strings and integers.
func (o *OptionValue) UnmarshalJSON(data []byte) error {
	if strings.HasPrefix(string(data), `"`) {
		return json.Unmarshal(data, (*string)(o))
	}
	if string(data) != "null" {
		*o = OptionValue(data)
	}
	return nil
}
