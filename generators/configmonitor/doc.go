// Package configmonitor lets workloads roll when a ConfigMap changes, as the operator of ConfigMonitor restarts pods.
//
// [Transform] is its entry. It makes no objects. It stamps the hash of the ConfigMap's content on the pod template of
// each workload that the monitor selects, so that applying a changed ConfigMap rolls these workloads and no others.
package configmonitor
