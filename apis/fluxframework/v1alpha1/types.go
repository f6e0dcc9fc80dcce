package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// MiniCluster is a Flux instance in Kubernetes: a set of pods, each with one Flux broker.
//
// +kubebuilder:object:root=true
type MiniCluster struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitzero"`

	Spec   MiniClusterSpec            `json:"spec,omitzero"`
	Status v1alpha2.MiniClusterStatus `json:"status,omitzero"`
}

// MiniClusterSpec has PersistentVolumes to make, and users and a REST server, which have no effect.
type MiniClusterSpec struct {
	v1alpha2.MiniClusterSpec `json:",inline"`

	Containers  []Container            `json:"containers"`
	Services    []Container            `json:"services,omitempty"`
	Volumes     map[string]Volume      `json:"volumes,omitempty"`
	Logging     Logging                `json:"logging,omitzero"`
	Flux        FluxSpec               `json:"flux,omitzero"`
	Users       []runtime.RawExtension `json:"users,omitempty"`
	FluxRestful *runtime.RawExtension  `json:"fluxRestful,omitempty"`
}

// Container names the volumes of the set and existing volumes apart, and the user in two places.
type Container struct {
	v1alpha2.Container `json:",inline"`

	Commands        Commands                            `json:"commands,omitzero"`
	Diagnostics     bool                                `json:"diagnostics,omitempty"`
	Cores           int32                               `json:"cores,omitempty"`
	FluxUser        FluxUser                            `json:"fluxUser,omitzero"`
	ExistingVolumes map[string]v1alpha2.ContainerVolume `json:"existingVolumes,omitempty"`
	SecurityContext SecurityContext                     `json:"securityContext,omitzero"`
}

// Commands may run the container as user 0.
type Commands struct {
	v1alpha2.Commands `json:",inline"`

	RunFluxAsRoot bool `json:"runFluxAsRoot,omitempty"`
}

// FluxUser is the user that Flux runs as. Its name has no effect: no user is added to the image.
type FluxUser struct {
	Name string `json:"name,omitempty"`
	UID  *int64 `json:"uid,omitempty"`
}

// SecurityContext has the rights of a container.
type SecurityContext struct {
	Privileged      bool                `json:"privileged,omitempty"`
	AddCapabilities []corev1.Capability `json:"addCapabilities,omitempty"`
}

// Volume is a PersistentVolume to make for the set. Its storage class and delete have other defaults than the zero values.
type Volume struct {
	v1alpha2.PersistentVolume `json:",inline"`

	StorageClass *string `json:"storageClass,omitempty"`
	Delete       *bool   `json:"delete,omitempty"`
}

// Logging is strict by default.
type Logging struct {
	v1alpha2.Logging `json:",inline"`

	Strict *bool `json:"strict,omitempty"`
}

// FluxSpec has no Flux view: Flux is in the image of the application, below InstallRoot.
type FluxSpec struct {
	v1alpha2.FluxSpec `json:",inline"`

	InstallRoot     string `json:"installRoot,omitempty"`
	CurveCertSecret string `json:"curveCertSecret,omitempty"`
}

// MetricSet measures an application, a storage, or a program that the metric itself brings.
//
// +kubebuilder:object:root=true
type MetricSet struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitzero"`

	Spec   MetricSetSpec            `json:"spec,omitzero"`
	Status v1alpha2.MetricSetStatus `json:"status,omitzero"`
}

// MetricSetSpec has the application and the storage of all metrics, which are addons of each metric in v1alpha2.
type MetricSetSpec struct {
	v1alpha2.MetricSetSpec `json:",inline"`

	Application *Application `json:"application,omitempty"`
	Storage     *Storage     `json:"storage,omitempty"`
	Completions int32        `json:"completions,omitempty"`
}

// Application is a program that metrics watch. Entrypoint is the command that starts it, default command.
type Application struct {
	Image      string                      `json:"image"`
	Command    string                      `json:"command"`
	Entrypoint string                      `json:"entrypoint,omitempty"`
	WorkingDir string                      `json:"workingDir,omitempty"`
	PullSecret string                      `json:"pullSecret,omitempty"`
	Volumes    map[string]MetricVolume     `json:"volumes,omitempty"`
	Resources  v1alpha2.ContainerResources `json:"resources,omitzero"`
	Attributes v1alpha2.MetricAttributes   `json:"attributes,omitzero"`
}

// Storage is what metrics of the type storage measure, with shell code around the measurement.
type Storage struct {
	Volume   MetricVolume    `json:"volume,omitzero"`
	Commands StorageCommands `json:"commands,omitzero"`
}

// StorageCommands set the options of the same names, if the metric has these options.
type StorageCommands struct {
	Pre    string `json:"pre,omitempty"`
	Prefix string `json:"prefix,omitempty"`
	Post   string `json:"post,omitempty"`
}

// MetricVolume is an existing volume with one source.
type MetricVolume struct {
	v1alpha2.StorageVolume `json:",inline"`

	ReadOnly bool              `json:"readOnly,omitempty"`
	EmptyVol bool              `json:"emptyVol,omitempty"`
	Items    map[string]string `json:"items,omitempty"`
}
