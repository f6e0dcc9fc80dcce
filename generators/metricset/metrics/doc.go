// Package metrics is the catalogue of metrics.
//
// [List] has them all. Each metric is one file with its name, its options and the function that makes its plan. Metrics with the
// same options, of programs that a launcher starts by ./problem.sh, are rows of app_problems.go. The scripts are in ../scripts.
// See ../doc.go for how to add a metric.
package metrics
