// Package v1alpha2 holds the MiniCluster of flux-framework.org/v1alpha2 as users write it, with its
// defaults and its validation.
//
// A MiniCluster describes a Flux instance: how many pods, which containers, and what Flux runs in them.
// The main entries are [MiniCluster.Default], which fills every value that generation needs, and
// [MiniCluster.Validate], which reports all that is wrong with the fields by themselves; what they become together is
// judged beside the generator. Objects of v1alpha1 are converted to this
// version, so that generators know this one alone.
//
// Names, types and defaults of the fields follow flux-framework/flux-operator,
// api/v1alpha2/minicluster_types.go. Where Latchkey gives a field a better meaning, its comment says so.
// A field that is a pointer tells "not said" from zero.
//
// +kubebuilder:object:generate=true
// +groupName=flux-framework.org
package v1alpha2
