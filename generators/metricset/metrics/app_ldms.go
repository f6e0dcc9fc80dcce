package metrics

import (
	"strconv"

	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func appLdms() Metric {
	return define(About{
		Name:    "app-ldms",
		Summary: "LDMS node metric sampling",
		URL:     "https://github.com/ovis-hpc/ovis",
		Image:   "ghcr.io/converged-computing/metric-ovis-hpc:latest",
		Family:  "performance",

		Attached: ldmsScript,
	}, ldmsOptions{
		Command: ldmsCommand(ldmsPort), Workdir: "/opt", sampling: sampling{Rate: 10},
		Port: ldmsPort, Sampler: "/opt/sampler.conf", Log: "/tmp/demo_ldmsd_log",
	}, buildLdms)
}

const ldmsScript = "ldms.sh"

type ldmsOptions struct {
	Command string `option:"command" required:"true" help:"command that takes a sample"`
	Workdir string `option:"workdir" help:"working directory"`
	sampling
	Port    int    `option:"port" meta:"-" min:"1" max:"65535" help:"port of ldmsd, and of the default command"`
	Sampler string `option:"sampler" meta:"-" required:"true" help:"configuration of ldmsd in the image"`
	Log     string `option:"log" meta:"-" required:"true" help:"file that ldmsd logs to"`
	tenancy
}

const ldmsPort = 10444

func ldmsCommand(port int) string {
	return "ldms_ls -h localhost -x sock -p " + strconv.Itoa(port) + " -l -v"
}

func (o *ldmsOptions) Validate(p *options.Problems) {
	for _, name := range []string{"workdir", "sampler", "log"} {
		p.Directory(name)
	}
}

func buildLdms(o ldmsOptions, t Target) plan.Plan {
	command := o.Command
	if command == ldmsCommand(ldmsPort) {
		command = ldmsCommand(o.Port)
	}
	made := single(t, plan.Container{
		Script:     ldmsScript,
		WorkingDir: o.Workdir,
		Env: workload.Environment{}.
			Number("LATCHKEY_PORT", o.Port).
			Set("LATCHKEY_SAMPLER", o.Sampler).
			Set("LATCHKEY_LOG", o.Log).
			Number("LATCHKEY_RATE", o.Rate).
			Number("LATCHKEY_COMPLETIONS", o.Completions),
		Measured: []string{command},
	})
	made.Jobs[0].Ends = o.Completions > 0
	return made
}
