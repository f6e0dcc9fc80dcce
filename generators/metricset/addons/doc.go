// Package addons is the catalogue of addons, which change the plan of a metric.
//
// [List] has them all. Each addon is one file with its name, its options and a function that takes a plan and returns a
// changed copy. See ../doc.go for how to add one.
package addons
