package metrics

import (
	"strings"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// problemOptions are the options of metrics whose command is written to ./problem.sh. A launcher then runs ./problem.sh.
type problemOptions struct {
	Command string `option:"command" required:"true" runs:"true" help:"what to measure, written to problem.sh"`
	Prefix  string `option:"prefix" alias:"mpirun" help:"launcher that runs ./problem.sh"`
	Workdir string `option:"workdir" help:"working directory of launcher and workers"`
	launching
	tenancy
}

// problem returns the defaults that an image of the catalogue needs.
func problem(command, prefix, workdir string) problemOptions {
	return problemOptions{Command: command, Prefix: prefix, Workdir: workdir, launching: launching{Wait: defaultWait}}
}

// Validate checks the rules that no tag can express.
func (o *problemOptions) Validate(p *options.Problems) { p.Directory("workdir") }

// launched returns the plan of such a metric.
func (o problemOptions) launched(t Target) plan.Plan {
	launcher, worker := o.launchers(plan.Words(o.Prefix, "./problem.sh"), script(o.Command), o.Workdir)
	return launched(t, "l", launcher, worker)
}

// script returns the text of a file that any program can start, not only a shell.
func script(command string) string {
	if !strings.HasPrefix(command, "#!") {
		command = "#!/bin/bash\n" + command
	}
	return strings.TrimRight(command, "\n") + "\n"
}

// mpirunOnHosts is the launcher in images with Open MPI.
const mpirunOnHosts = "mpirun --hostfile ./hostlist.txt"
