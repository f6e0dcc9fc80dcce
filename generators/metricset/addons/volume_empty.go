package addons

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func volumeEmpty() Addon {
	return define(About{
		Name:    "volume-empty",
		Summary: "mount an empty directory of the pod",
		Family:  "volume",
	}, volumeEmptyOptions{}, func(o volumeEmptyOptions, made plan.Plan, _ Target) plan.Plan {
		return o.add(made, o.ReadOnly, corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}})
	})
}

type volumeEmptyOptions struct {
	mounting
	writing
}

func (o *volumeEmptyOptions) Validate(made plan.Plan, p *options.Problems) { o.check(made, p) }
