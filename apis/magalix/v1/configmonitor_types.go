package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ConfigMonitor lets pods start again when a ConfigMap of their namespace changes.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=configmonitors
type ConfigMonitor struct {
	metav1.TypeMeta `json:",inline"`
	// Metadata of the monitor. The ConfigMap and the workloads are in its namespace.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// Spec says what is watched, and for whom.
	Spec ConfigMonitorSpec `json:"spec"`
}

// ConfigMonitorSpec is the wanted state of a ConfigMonitor.
type ConfigMonitorSpec struct {
	// ConfigMap is the name of the ConfigMap, which has to be in the package, or to be made in the same run.
	ConfigMap string `json:"configmap"`
	// PodSelector holds labels. A workload counts when its pods have them all.
	PodSelector map[string]string `json:"podSelector"`
}
