package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// VoteConfig is a list of options to vote for.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=voteconfigs
// +kubebuilder:subresource:status
type VoteConfig struct {
	metav1.TypeMeta `json:",inline"`
	// Metadata of the vote. The ConfigMap is called <name>-config.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// Spec holds the options.
	Spec VoteConfigSpec `json:"spec"`
	// Status is written by the operator in a cluster. It has no effect here.
	// +optional
	Status VoteConfigStatus `json:"status,omitzero"`
}

// VoteConfigSpec is the wanted state of a VoteConfig.
type VoteConfigSpec struct {
	// Options to choose among, 2 to 10, in the order in which they are shown.
	// +listType=map
	// +listMapKey=id
	// +kubebuilder:validation:MinItems=2
	// +kubebuilder:validation:MaxItems=10
	Options []Option `json:"options"`
}

// Option is one thing to vote for.
type Option struct {
	// ID is one lower-case letter, another one for each option.
	// +kubebuilder:validation:Pattern=`^[a-z]$`
	ID string `json:"id"`
	// Label is the text to show, 1 to 50 characters on one line, without ":", at which readers of options.txt
	// split its lines.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=50
	Label string `json:"label"`
	// Color to show it in, "#" and six hexadecimal digits, for example "#FF6B6B". It needs quotes, since "#" begins
	// a comment in YAML.
	// +kubebuilder:validation:Pattern=`^#[0-9A-Fa-f]{6}$`
	Color string `json:"color"`
}

// VoteConfigStatus is what an operator observes.
type VoteConfigStatus struct {
	// ConfigMapName has no effect.
	ConfigMapName string `json:"configMapName,omitempty"`
	// LastUpdated has no effect.
	LastUpdated string `json:"lastUpdated,omitempty"`
}
