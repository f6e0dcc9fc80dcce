package addons

import "github.com/latchkey-dev/latchkey/generators/metricset/plan"

// Profile wraps the measured commands of a plan with HPCToolkit, as the addon perf-hpctoolkit does. It adds nothing to
// the metadata.
func Profile(made plan.Plan, events, mount, output, image string) plan.Plan {
	o := hpctoolkitOptions{
		Events: events, Output: output, PostAnalysis: true, viewing: viewing{Mount: mount, Image: image},
	}
	return o.wrap(o.bring(hpctoolkitName, made))
}
