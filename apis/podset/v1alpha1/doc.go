// Package v1alpha1 contains the PodSet of app.example.com/v1alpha1. Tutorials on writing operators begin with it: a
// number of pods that only sleep.
//
// The field replicas is the same as in the tutorials. The fields
// image, command and runAsUser are Latchkey's own.
//
// +kubebuilder:object:generate=true
// +groupName=app.example.com
package v1alpha1
