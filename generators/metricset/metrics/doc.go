// Package metrics is the catalogue of metrics.
//
// [List] has them all. Each metric is one file with its name, its options and the function that makes its plan. Its
// script is in ../scripts. See ../doc.go for how to add one.
package metrics
