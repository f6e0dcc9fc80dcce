package metrics

import (
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
	}, buildIoSysstat)
}

type ioSysstatOptions struct {
	Human bool `option:"human" help:"tables in place of JSON"`
	sampling
	Pre  string `option:"pre" meta:"-" help:"text for bash before the first sample"`
	Post string `option:"post" meta:"-" help:"text for bash after the last sample"`
	tenancy
	noRules
}

func (o *ioSysstatOptions) Default() { o.Rate = 10 }

func buildIoSysstat(o ioSysstatOptions, t Target) plan.Plan {
	command := "iostat -dxm -o JSON"
	if o.Human {
		command = "iostat -dxm"
	}
	made := storage(t, plan.Container{
		Script:   "sample.sh",
		Env:      environment{}.number("LATCHKEY_RATE", o.Rate).number("LATCHKEY_COMPLETIONS", o.Completions),
		Pre:      texts(o.Pre),
		Measured: []string{command},
		Post:     texts(o.Post),
	})
	made.Jobs[0].Ends = !o.endless()
	return made
}
