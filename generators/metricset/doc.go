// Package metricset turns one validated MetricSet into the Kubernetes objects that run it.
//
// [Expand] is its entry. [Validate] finds the problems that the API types cannot see. Both look up the set's metrics in
// package metrics and their addons in package addons. A metric makes a plan (package plan), and each of its addons
// returns a changed copy. This package writes the plans as a ConfigMap, a Service and a JobSet. All of it is pure.
//
// # Adding a metric
//
// CONTRIBUTING.md lists the files. metrics/io_ior.go is a short one: a constructor that describes the metric and gives the defaults
// of its options, a struct with these options, and a function that builds the plan from a shape in metrics/shapes.go.
//
// Package options explains the tags. An option with meta:"-" is not in the metadata line: log readers know the keys of that line.
// A user's snippet goes into Measured, Pre, Post or Files, and reaches the script as a file. Other values reach it through
// Env. plan.Quote quotes words that become part of a command line.
//
// Most metrics need no script of their own. scripts/measure.sh runs the measured commands once, and sample.sh runs them
// again and again. launcher.sh and worker.sh run them on all pods and provide hostlist.txt, problem.sh and ssh (the
// methods of launching build their containers). A new script sources lib.sh and stages.sh, which have the stages of all
// metrics, and lists at its top what it reads. The ConfigMap gets the script, and every script that it sources by a line
//
//	. "$LATCHKEY_FILES/<name>"
//
// A script behind a condition is in one of the lists of configmap.go.
//
// # Adding an addon
//
// The steps are the same, in addons/. The function gets a copy of the plan, changes it and returns it. Validate gets the plan too,
// so that an addon that cannot apply says why. Prefixes and suffixes are appended to Wrappers of the containers that
// targeting.fits selects. These containers also get the addon's line of metadata.
package metricset
