// Package v1 holds the ConfigMonitor of magalix.com/v1: pods that have to start again when a ConfigMap changes.
//
// The main entries are [ConfigMonitor.Default] and [ConfigMonitor.Validate]. Fields are called as the operator of the
// tutorial reads them: its CRD has configMap where its code, and its examples, have configmap.
//
// +kubebuilder:object:generate=true
// +groupName=magalix.com
package v1
