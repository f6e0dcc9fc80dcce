// Package minicluster turns one validated MiniCluster into the Kubernetes objects that run it, and validates what needs
// knowledge of these objects.
//
// [Expand] is its main entry. It is pure: the same MiniCluster and options give the same objects, its arguments do not change,
// and it reads nothing else. It neither sets defaults nor looks for mistakes.
//
// [Validate] comes before. Its rules use the functions that build the objects. Bounds and words of single fields are markers of the types
// in package v1alpha2, and package schema checks them.
//
// Each file holds the objects of its name. Three are elsewhere: the PodGroup in expand.go, the Secret and the Role of the key in
// keygen.go, and the init container of the Flux view in pod.go. environment.go has what scripts and Flux read in the pods. names.go has
// every name derived from the name of the set, validate*.go the rules, and scripts/ what runs in the pods.
package minicluster
