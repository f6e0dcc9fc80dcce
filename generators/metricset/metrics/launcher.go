package metrics

import (
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// launching has the options of every metric with a launcher.
type launching struct {
	Slots int `option:"slots" meta:"-" min:"0" help:"ranks that MPI may put on each host of hostlist.txt; 0 leaves it to MPI"`
	Wait  int `option:"wait" meta:"-" min:"1" help:"seconds to wait until all pods answer"`
}

// defaultWait is in seconds. It is long enough to pull a large image on every node. The scripts take it by themselves.
const defaultWait = 1800

// waiting is what launcher and workers read.
func (l launching) waiting() workload.Environment {
	if l.Wait == defaultWait {
		return nil
	}
	return workload.Environment{}.Number("LATCHKEY_WAIT_SECONDS", l.Wait)
}

// launchers returns the containers of a launcher and its workers, with the same working directory. problem is the text
// of ./problem.sh, which all of them get. It may be empty.
func (l launching) launchers(command, problem, workdir string) (launcher, worker plan.Container) {
	files := map[string]string{}
	if problem != "" {
		files["problem"] = problem
	}
	launcher = plan.Container{
		Script: "launcher.sh", WorkingDir: workdir, Env: l.waiting().Number("LATCHKEY_SLOTS", l.Slots), Measured: texts(command), Texts: files,
	}
	worker = plan.Container{Script: "worker.sh", WorkingDir: workdir, Env: l.waiting(), Texts: files}
	return launcher, worker
}

// leading has the options of metrics whose whole launch command is one of the options.
type leading struct {
	Prefix      string `option:"prefix" meta:"-" help:"put before the command"`
	Workdir     string `option:"workdir" help:"working directory of launcher and workers"`
	SoleTenancy bool   `option:"soleTenancy" alias:"sole-tenancy" help:"ask for one pod per node"`
	launching
}

func (l *leading) Validate(p *options.Problems) { p.Directory("workdir") }

func (l *leading) wantsNodes() bool { return l.SoleTenancy }

// lead returns the plan of such a metric.
func (l leading) lead(command string, t Target) plan.Plan {
	launcher, worker := l.launchers(plan.Words(l.Prefix, command), "", l.Workdir)
	return launched(t, "l", launcher, worker)
}
