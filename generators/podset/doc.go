// Package podset turns a validated PodSet into its pods.
//
// [Expand] is its entry. It is pure, as all generators are.
package podset
