package metrics

import (
	"fmt"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func ioSysstat() Metric {
	return define(About{
		Name:    "io-sysstat",
		Summary: "iostat device statistics over time",
		URL:     "https://github.com/sysstat/sysstat",
		Image:   "ghcr.io/converged-computing/metric-sysstat:latest",
		Family:  "storage",

		Attached: "flux-io-sysstat.sh",
		Watching: "sample.sh",
	}, ioSysstatOptions{sampling: sampling{Rate: 10}, Interval: 1}, buildIoSysstat)
}

type ioSysstatOptions struct {
	Human bool `option:"human" help:"tables in place of JSON"`
	sampling
	Interval int    `option:"interval" min:"0" help:"seconds that the figures of a sample are of; 0 takes all since the node has booted, as the Metrics Operator does"`
	Pre      string `option:"pre" meta:"-" help:"text for bash before the first sample"`
	Post     string `option:"post" meta:"-" help:"text for bash after the last sample"`
	tenancy
}

func (o *ioSysstatOptions) Validate(p *options.Problems) { withinRate(p, o.Interval, o.Rate) }

// command returns the call of iostat that prints one report. Its first report is of all time since the node has booted,
// and -y leaves that one out.
func (o *ioSysstatOptions) command() string {
	var form, interval string
	if !o.Human {
		form = "-o JSON"
	}
	if o.Interval > 0 {
		interval = fmt.Sprintf("-y %d 1", o.Interval)
	}
	return plan.Words("iostat -dxm", form, interval)
}

func buildIoSysstat(o ioSysstatOptions, t Target) plan.Plan {
	made := storage(t, plan.Container{
		Script:   "sample.sh",
		Env:      workload.Environment{}.Number("LATCHKEY_RATE", o.Rate).Number("LATCHKEY_COMPLETIONS", o.Completions),
		Pre:      nonEmpty(o.Pre),
		Measured: []string{o.command()},
		Post:     nonEmpty(o.Post),
	})
	made.Jobs[0].Ends = o.Completions > 0
	return made
}
