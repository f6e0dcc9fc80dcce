// Package v1alpha2 contains the MiniCluster and the MetricSet of flux-framework.org/v1alpha2 as users write them.
//
// A MiniCluster describes a Flux instance: how many pods, which containers, and what Flux runs in them. A MetricSet says what is
// measured. The packages of the generators have their defaults and judge them. Objects of v1alpha1 are converted to this version,
// so that generators know this version only.
//
// Names, types and defaults of the fields follow flux-framework/flux-operator, api/v1alpha2/minicluster_types.go. If
// Latchkey gives a field a better meaning, the field's comment says so. A pointer field distinguishes "not set" from
// zero.
//
// +kubebuilder:object:generate=true
// +groupName=flux-framework.org
package v1alpha2
