// Package v1 contains the ConfigMonitor of magalix.com/v1: it lets pods start again when a ConfigMap changes.
//
// The names of the fields are those that the
// tutorial's operator reads. Its code and its examples have configmap, although its CRD has configMap.
//
// +kubebuilder:object:generate=true
// +groupName=magalix.com
package v1
