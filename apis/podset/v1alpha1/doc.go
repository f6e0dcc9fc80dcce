// Package v1alpha1 holds the PodSet of app.example.com/v1alpha1, which tutorials on writing operators begin with:
// so many pods that do nothing but sleep.
//
// The main entries are [PodSet.Default] and [PodSet.Validate]. The field replicas is that of the tutorials; image,
// command and runAsUser are Latchkey's own.
//
// +kubebuilder:object:generate=true
// +groupName=app.example.com
package v1alpha1
