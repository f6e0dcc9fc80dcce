package addons

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// About is what there is to say of an addon.
type About struct {
	// Name in the catalogue, for example volume-pvc, and what it does, in a line.
	Name, Summary string
	// URL of the program that it brings, if any, and the image that holds it.
	URL, Image string
	// Family it belongs to: volume, application, performance or workload.
	Family string
	// Detached says why it makes no sense in the pods of a MiniCluster, "" where it does.
	Detached string
}

// An Addon is an entry of the catalogue.
type Addon struct {
	About

	options func() any
	judge   func(any, plan.Plan, *options.Problems)
	apply   func(any, plan.Plan, Target) plan.Plan
}

// Target is what an addon has to know of the set.
type Target struct {
	// Pods of the metric, launcher included.
	Pods int32
}

// settings is what a struct of options has to have: defaults, and rules beyond those of its tags. The rules see the plan
// that the addon is to change, so that an addon that cannot apply there says why.
type settings[T any] interface {
	*T
	Default()
	Validate(made plan.Plan, p *options.Problems)
}

// define makes an addon of what there is to say of it and the function that changes a plan. The function may change the
// plan that it gets, which is a copy.
func define[T any, P settings[T]](about About, apply func(T, plan.Plan, Target) plan.Plan) Addon {
	return Addon{
		About: about,
		options: func() any {
			defaults := P(new(T))
			defaults.Default()
			return defaults
		},
		judge: func(opts any, made plan.Plan, p *options.Problems) { opts.(P).Validate(made, p) },
		apply: func(opts any, made plan.Plan, target Target) plan.Plan {
			return apply(*opts.(P), made.Clone(), target)
		},
	}
}

// Options returns a pointer to the addon's options with their defaults, for [options.Describe].
func (a Addon) Options() any { return a.options() }

// Decode reads what a user wrote at a place, and judges it for the plan that it is to change.
func (a Addon) Decode(written options.Written, at *field.Path, made plan.Plan) (opts any, p *options.Problems) {
	opts = a.options()
	p = options.Decode(written, opts, at)
	a.judge(opts, made, p)
	return opts, p
}

// Apply returns the changed plan. The options are in order, and the plan that came stays as it is.
func (a Addon) Apply(opts any, made plan.Plan, target Target) plan.Plan {
	return a.apply(opts, made, target)
}

// noDefaults is for options that are empty where nothing is said.
type noDefaults struct{}

// Default fills nothing.
func (noDefaults) Default() {}
