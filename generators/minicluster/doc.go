// Package minicluster turns one validated MiniCluster into the Kubernetes
// objects that run it, and says before what would be wrong with them.
//
// [Expand] is its main entry. It is pure: the same MiniCluster and options give
// the same objects, its arguments stay as they were, and nothing outside of them
// is read. It neither fills in defaults nor looks for mistakes.
//
// [Validate] comes before. It judges what the set becomes, and asks the functions
// that build the objects: what a field may hold by itself is judged in package
// v1alpha2.
//
// One file holds one object, names.go every name that is derived from the
// name of the set, validate*.go the rules, and scripts/ what runs in the pods.
package minicluster
