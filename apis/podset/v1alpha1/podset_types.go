package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// PodSet is a number of equal pods.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=podsets
// +kubebuilder:subresource:status
type PodSet struct {
	metav1.TypeMeta `json:",inline"`
	// Metadata of the set. The pods are called <name>-pod-0 and so on.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// Spec says how many pods there are and what they run.
	// +optional
	Spec PodSetSpec `json:"spec,omitzero"`
	// Status is written by the operator in a cluster. It has no effect here.
	// +optional
	Status PodSetStatus `json:"status,omitzero"`
}

// PodSetSpec is the wanted state of a PodSet.
type PodSetSpec struct {
	// Replicas is the number of pods, 1 to 10, default 1.
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10
	Replicas *int32 `json:"replicas,omitempty"`
	// Image of the container, default docker.io/library/alpine:3.
	Image string `json:"image,omitempty"`
	// Command is the program of the container and its arguments, default sleep 3600.
	// +listType=atomic
	Command []string `json:"command,omitempty"`
	// RunAsUser is the user that the container runs as, any but root, default 65534, which is "nobody". The user
	// that the image names does not count: an image such as alpine names root, and Kubernetes would not start it.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=2147483647
	RunAsUser *int64 `json:"runAsUser,omitempty"`
}

// PodSetStatus is what an operator observes.
type PodSetStatus struct {
	// PodNames has no effect.
	// +listType=atomic
	PodNames []string `json:"podNames,omitempty"`
	// AvailableReplicas has no effect.
	AvailableReplicas int32 `json:"availableReplicas,omitempty"`
}
