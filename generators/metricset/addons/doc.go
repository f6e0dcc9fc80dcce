// Package addons is the catalogue of addons, which change the plan of a metric.
//
// [List] has them all. Each addon has a name, its options and a function that takes a plan and returns a changed copy. The volumes
// are in one file. See ../doc.go for how to add an addon.
package addons
