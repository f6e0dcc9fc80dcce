// Package v1alpha1 holds the MiniCluster of flux-framework.org/v1alpha1, the older version, as users
// wrote it, with its defaults, its validation and its conversion to v1alpha2.
//
// The main entries are [MiniCluster.Default], which fills what v1alpha1 filled where it differs from
// v1alpha2, and [MiniCluster.ConvertTo], which gives the object of v1alpha2 that generators know.
// In v1alpha1 the application's image held Flux, so the converted object copies no view.
//
// Names, types and defaults of the fields follow flux-framework/flux-operator,
// api/v1alpha1/minicluster_types.go. A field that is a pointer tells "not said" from zero.
//
// +kubebuilder:object:generate=true
// +groupName=flux-framework.org
package v1alpha1
