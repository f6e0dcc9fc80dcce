package metrics

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// About is what there is to say of a metric.
type About struct {
	// Name in the catalogue, for example io-fio, and what it measures, in a line.
	Name, Summary string
	// URL of the program that measures, and the image that holds it.
	URL, Image string
	// Family it belongs to: storage, network, solver and so on.
	Family string
	// MinPods is the least number of pods, 0 for one.
	MinPods int32
	// Attached is the script that runs in the pods of a MiniCluster, in place of the usual one. Metrics without it
	// bring an application of their own and cannot join a MiniCluster.
	Attached string
}

// A Metric is an entry of the catalogue.
type Metric struct {
	About

	options func() any
	judge   func(any, *options.Problems)
	build   func(any, Target) plan.Plan
}

// Target is what a metric has to know of the set that it runs in.
type Target struct {
	// Pods of the metric, launcher included, and the completions of a job that has no workers.
	Pods, Completions int32
	// Number tells apart metrics of one set whose jobs have the same names. The first has 0.
	Number int
	// ContainerName replaces the name of the container that measures, where readers of logs know it by another.
	ContainerName string
}

// settings is what a struct of options has to have: defaults, and rules beyond those of its tags.
type settings[T any] interface {
	*T
	Default()
	Validate(p *options.Problems)
	wantsNodes() bool
}

// define makes a metric of what there is to say of it and the function that builds its plan.
func define[T any, P settings[T]](about About, build func(T, Target) plan.Plan) Metric {
	return Metric{
		About: about,
		options: func() any {
			defaults := P(new(T))
			defaults.Default()
			return defaults
		},
		judge: func(opts any, p *options.Problems) { opts.(P).Validate(p) },
		build: func(opts any, target Target) plan.Plan {
			made := build(*opts.(P), target)
			for i := range made.Jobs {
				made.Jobs[i].SoleTenancy = opts.(P).wantsNodes()
			}
			return made
		},
	}
}

// Options returns a pointer to the metric's options with their defaults, for [options.Describe].
func (m Metric) Options() any { return m.options() }

// Decode reads what a user wrote at a place, and judges it.
func (m Metric) Decode(written options.Written, at *field.Path) (opts any, p *options.Problems) {
	opts = m.options()
	p = options.Decode(written, opts, at)
	m.judge(opts, p)
	return opts, p
}

// Build returns the plan of the metric with options that are in order.
func (m Metric) Build(opts any, target Target) plan.Plan { return m.build(opts, target) }
