// Package configmonitor makes workloads roll when a ConfigMap changes. The operator of ConfigMonitor restarts pods instead.
//
// [Transform] is its entry. It makes no objects. It stamps the hash of the ConfigMap's content on the pod template of
// each workload that the monitor selects. Applying a changed ConfigMap then rolls these workloads and no others.
package configmonitor
