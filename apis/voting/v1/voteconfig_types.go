package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
)

// VoteConfig is a list of options to vote for.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=voteconfigs,shortName=vc
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
	v1alpha1.VoteConfigSpec `json:",inline"`

	// Title of the page to vote on. It has no effect: options.txt has no place for it, and no operator writes it
	// anywhere else.
	// +kubebuilder:default="Vote Now!"
	Title string `json:"title,omitempty"`
	// ResultsTitle is the title of the page with the results. It has no effect, as title has none.
	// +kubebuilder:default="Results"
	ResultsTitle string `json:"resultsTitle,omitempty"`
}

// VoteConfigStatus is what an operator observes.
type VoteConfigStatus struct {
	// ConfigMapRef has no effect.
	ConfigMapRef string `json:"configMapRef,omitempty"`
	// LastUpdated has no effect.
	LastUpdated *metav1.Time `json:"lastUpdated,omitempty"`
	// Conditions have no effect.
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}
