// Package attach puts MetricSets into the pods of other workloads: a MiniCluster of the package, or any other object with pods.
//
// [RequestOf] reads from a set's annotations what it is attached to. [Attach] finds these workloads among the items of the
// package, describes their pods to each set as a [Pod], and grafts what the set answers, an [Addition], onto their pod
// templates. There is one way for all workloads. What is special about a MiniCluster is the description [Flux] of its source. Its
// pods are in the JobSet or Job that is made from it.
//
// The package is pure. Objects of sources are returned with what is attached to them. For workloads that were read, it returns edits.
package attach
