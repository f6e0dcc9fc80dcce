package metrics

import (
	"fmt"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func perfVmstat() Metric {
	return define(About{
		Name:    "perf-vmstat",
		Summary: "vmstat samples of the node",
		URL:     "https://gitlab.com/procps-ng/procps",
		Image:   "ghcr.io/converged-computing/metric-sysstat:latest",
		Family:  "performance",

		Attached: "flux-io-sysstat.sh",
		Watching: "vmstat.sh",
	}, perfVmstatOptions{sampling: sampling{Rate: 10}, Interval: 1}, buildPerfVmstat)
}

type perfVmstatOptions struct {
	sampling
	Interval int `option:"interval" meta:"-" min:"1" help:"seconds that the figures of a sample are of"`
	tenancy
}

func (o *perfVmstatOptions) Validate(p *options.Problems) { withinRate(p, o.Interval, o.Rate) }

func buildPerfVmstat(o perfVmstatOptions, t Target) plan.Plan {
	made := single(t, plan.Container{
		Script:   "vmstat.sh",
		Env:      workload.Environment{}.Number("LATCHKEY_RATE", o.Rate).Number("LATCHKEY_COMPLETIONS", o.Completions),
		Measured: []string{fmt.Sprintf("vmstat -y -n %d 1", o.Interval)},
	})
	made.Jobs[0].Ends = o.Completions > 0
	return made
}
