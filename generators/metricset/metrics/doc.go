// Package metrics is the catalogue of metrics.
//
// [List] has them all. Each is one file with its name, its options and the function that makes its plan; its script lies
// in ../scripts. See ../doc.go for how to add one.
package metrics
