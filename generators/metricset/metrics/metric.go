package metrics

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// About describes a metric.
type About struct {
	// Name in the catalogue, for example io-fio, and one line that says what the metric measures.
	Name, Summary string
	// URL of the program that measures, and the image that contains it.
	URL, Image string
	// Family, for example storage, network or solver.
	Family string
	// MinPods is the smallest number of pods. 0 means 1.
	MinPods int32
	// Attached is the script that runs in the pods of a MiniCluster, instead of the usual one. Metrics without such a
	// script bring an application of their own and cannot be attached. Watching is the script in the pods of any other
	// workload. It is empty if that is the same.
	Attached, Watching string
}

// A Metric is an entry of the catalogue.
type Metric struct {
	About
	// Options returns a pointer to the metric's options with their defaults, for [options.Describe].
	Options func() any
	// Decode reads the options that a user wrote at a place, and checks them.
	Decode func(written options.Written, at *field.Path) (opts any, p *options.Problems)
	// Build returns the plan of the metric. The options must have no errors.
	Build func(opts any, target Target) plan.Plan
}

// Target is what a metric knows of the set that it runs in.
type Target struct {
	// Pods is the number of pods of the metric, its launcher included. Completions is the number of completions of a job without workers.
	Pods, Completions int32
	// Number tells apart metrics of one set if their jobs would have the same names. The first metric has 0.
	Number int
	// ContainerName, if not empty, replaces the name of the container that measures. Log readers know it by that name.
	ContainerName string
}

// settings is implemented by every struct of options. Validate checks rules that no tag can express.
type settings[T any] interface {
	*T
	Validate(p *options.Problems)
	wantsNodes() bool
}

// define makes a metric from its description, the defaults of its options, and the function that builds its plan.
func define[T any, P settings[T]](about About, defaults T, build func(T, Target) plan.Plan) Metric {
	return Metric{
		About: about,
		Options: func() any {
			opts := defaults
			return P(&opts)
		},
		Decode: func(written options.Written, at *field.Path) (any, *options.Problems) {
			opts := defaults
			p := options.Decode(written, &opts, at)
			P(&opts).Validate(p)
			return P(&opts), p
		},
		Build: func(opts any, target Target) plan.Plan {
			made := build(*opts.(P), target)
			for i := range made.Jobs {
				made.Jobs[i].SoleTenancy = opts.(P).wantsNodes()
			}
			return made
		},
	}
}
