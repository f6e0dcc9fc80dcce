package minicluster_test

import (
	"testing"
)

func TestValidateResources(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name:   "resources of the pod that the runner has",
			change: all(onPod(func(p *PodSpec) { p.Resources = quantities("cpu", "1") }), runner(func(c *Container) { c.Resources = resources("cpu", "2", "2") })),
			warnings: problems(
				invalid("spec.pod.resources[cpu]", "1", `"1" has no effect: the runner's own resources say how much "cpu" it wants; leave one of the two out`),
			),
		},
		{
			name:   "resources of the pod below a request",
			change: all(onPod(func(p *PodSpec) { p.Resources = quantities("cpu", "1") }), runner(func(c *Container) { c.Resources = resources("cpu", "", "2") })),
			errs: problems(
				invalid("spec.pod.resources[cpu]", "1", `"1" is less than the runner requests, which is "2", and would be its limit: use as much, or leave it out`),
			),
		},
		{
			name:   "resources of the pod above a limit",
			change: all(onPod(func(p *PodSpec) { p.Resources = quantities("cpu", "3") }), runner(func(c *Container) { c.Resources = resources("cpu", "2", "") })),
			errs: problems(
				invalid("spec.pod.resources[cpu]", "3", `"3" is more than the runner's limit, which is "2", and would be its request: use no more, or leave it out`),
			),
		},
	})
}
