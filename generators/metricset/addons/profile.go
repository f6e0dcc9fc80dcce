package addons

import "github.com/latchkey-dev/latchkey/generators/metricset/plan"

// Profile returns the plan with HPCToolkit around its measured commands, as the addon perf-hpctoolkit has it, but
// without a word about it in the metadata.
func Profile(made plan.Plan, events, mount, output, image string) plan.Plan {
	o := hpctoolkitOptions{
		Events: events, Output: output, PostAnalysis: true, viewing: viewing{Mount: mount, Image: image},
	}
	return o.wrap(o.bring(hpctoolkitName, made))
}
