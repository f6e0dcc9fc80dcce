// Package v1alpha1 contains the MiniCluster and the MetricSet of flux-framework.org/v1alpha1, the older version, and their
// conversion to v1alpha2, the only version that is judged and expanded.
//
// The main entries are [MiniCluster.ConvertTo] and [MetricSet.ConvertTo]. They fill in the defaults that differ from the defaults of
// v1alpha2, and say what they leave out. In v1alpha1 the application's image contained Flux, so the converted object copies
// no view.
//
// The version is frozen. The files minicluster.yaml and metricset.yaml are its parts of the CustomResourceDefinitions, which describe
// and judge its fields, and follow flux-framework/flux-operator, api/v1alpha1/minicluster_types.go. The Go types are the types of
// v1alpha2 and what differs from them. A pointer field is nil when the user did not set it, so that an explicit zero is not lost.
//
// +kubebuilder:object:generate=true
// +kubebuilder:skip
package v1alpha1
