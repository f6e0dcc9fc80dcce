package addons

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func volumeHostpath() Addon {
	return define(About{
		Name:    "volume-hostpath",
		Summary: "mount a directory of the node",
		Family:  "volume",
	}, volumeHostpathOptions{}, func(o volumeHostpathOptions, made plan.Plan, _ Target) plan.Plan {
		return o.add(made, o.ReadOnly, corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: o.HostPath}})
	})
}

type volumeHostpathOptions struct {
	HostPath string `option:"hostPath" required:"true" help:"directory of the node"`
	mounting
	writing
}

func (o *volumeHostpathOptions) Validate(made plan.Plan, p *options.Problems) {
	o.check(made, p)
	p.NodePath("hostPath")
}
