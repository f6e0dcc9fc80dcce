package addons

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// About describes an addon.
type About struct {
	// Name in the catalogue, for example volume-pvc, and one line that says what the addon does.
	Name, Summary string
	// URL of the program that the addon brings, and the image that contains it. Both may be empty.
	URL, Image string
	// Family is volume, application, performance or workload.
	Family string
	// Detached says why the addon cannot be used in the pods of a MiniCluster. It is empty if the addon can be used there.
	Detached string
}

// An Addon is an entry of the catalogue.
type Addon struct {
	About
	// Options returns a pointer to the addon's options with their defaults, for [options.Describe].
	Options func() any
	// Decode reads the options that a user wrote at a place, and checks them for the plan that the addon will change.
	Decode func(written options.Written, at *field.Path, made plan.Plan) (opts any, p *options.Problems)
	// Apply returns a changed copy of the plan. The options must have no errors. pods is the number of pods of the metric, its launcher
	// included.
	Apply func(opts any, made plan.Plan, pods int32) plan.Plan
}

// settings is implemented by every struct of options. Validate checks rules that no tag can express. It gets the plan
// that the addon will change, so that an addon that cannot apply says why.
type settings[T any] interface {
	*T
	Validate(made plan.Plan, p *options.Problems)
}

// define makes an addon from its description, the defaults of its options, and the function that changes a plan. The function
// gets a copy of the plan, so it may change it. If the options select containers, these get a line of metadata about the addon.
func define[T any, P settings[T]](about About, defaults T, apply func(T, plan.Plan, int32) plan.Plan) Addon {
	return Addon{
		About: about,
		Options: func() any {
			opts := defaults
			return P(&opts)
		},
		Decode: func(written options.Written, at *field.Path, made plan.Plan) (any, *options.Problems) {
			opts := defaults
			p := options.Decode(written, &opts, at)
			P(&opts).Validate(made, p)
			return P(&opts), p
		},
		Apply: func(opts any, made plan.Plan, pods int32) plan.Plan {
			made = apply(*opts.(P), made.Clone(), pods)
			if selecting, ok := opts.(interface {
				fits(plan.Job, plan.Container) bool
			}); ok {
				record := plan.NewRecord(about.Name, about.Summary, pods, opts)
				record.Addon = true
				made.Each(selecting.fits, func(container *plan.Container) { container.Records = append(container.Records, record) })
			}
			return made
		},
	}
}
