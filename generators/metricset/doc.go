// Package metricset turns one validated MetricSet into the Kubernetes objects that run it.
//
// [Expand] is its entry, and [Validate] finds what the API types cannot see: both look up the metrics of the set in
// package metrics and their addons in package addons. A metric makes a plan (package plan), each of its addons returns a
// changed copy, and this package writes the plans as a ConfigMap, a Service and a JobSet. All of it is pure.
//
// # Adding a metric
//
// One file metrics/<name>.go holds a constructor with everything there is to say of the metric, a struct of its options,
// and a function that builds its plan out of a shape of metrics/shapes.go:
//
//	func ioIor() Metric {
//		return define(About{
//			Name: "io-ior", Summary: "IOR parallel I/O test", URL: "https://github.com/hpc/ior",
//			Image: "ghcr.io/converged-computing/metric-ior:latest", Family: "storage",
//		}, buildIor)
//	}
//
//	type iorOptions struct {
//		Command string `option:"command" required:"true" help:"command to run"`
//		Post    string `option:"post" meta:"-" help:"text for bash after the collection"`
//		tenancy // soleTenancy, which every metric has
//		noRules // or a method Validate(*options.Problems), for rules that no tag says
//	}
//
//	func (o *iorOptions) Default() { o.Command = "ior -w -r -o testfile" }
//
//	func buildIor(o iorOptions, t Target) plan.Plan {
//		return storage(t, plan.Container{Script: "measure.sh", Measured: []string{o.Command}, Post: texts(o.Post)})
//	}
//
// Package options says what the tags mean. Tags with meta:"-" stay out of the metadata line, whose keys readers of logs
// know. A user's text goes into Measured, Pre, Post or Texts, from where it reaches the script as a file; other values
// reach it by Env. Words that become part of a command line are quoted by plan.Quote.
//
// Then: one line in metrics/list.go, and an example examples/metric-<name>/ with input.yaml and README.md, whose
// expected.yaml is written by
//
//	go test ./examples -run 'TestExamples/metric-<name>' -update
//
// Most metrics need no script of their own: scripts/measure.sh runs the measured commands once, sample.sh again and
// again, and launcher.sh with worker.sh on all pods, with hostlist.txt, problem.sh and ssh between them (the methods of
// launching build their containers). A new script sources lib.sh, which has the stages that all metrics go through, and
// lists at its top what it reads. The script's own name and those that it sources by a line
//
//	. "$LATCHKEY_FILES/<name>"
//
// are put into the ConfigMap by themselves.
//
// # Adding an addon
//
// The same in addons/: the function gets a copy of the plan, changes it and returns it. Validate gets the plan too, so that
// an addon that cannot apply says why. Prefixes and suffixes are appended to Wrappers of the containers that
// targeting.fits chooses, lines of metadata to their Records.
package metricset
