// Package minicluster turns one validated MiniCluster into the Kubernetes
// objects that run it.
//
// [Expand] is its entry. It is pure: the same MiniCluster and options give the
// same objects, its arguments stay as they were, and nothing outside of them is
// read. It neither fills in defaults nor looks for mistakes; both have happened
// before, in package v1alpha2.
//
// One file holds one object, names.go every name that is derived from the
// name of the set, and scripts/ what runs in the pods.
package minicluster
