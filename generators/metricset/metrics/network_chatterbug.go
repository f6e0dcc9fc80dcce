package metrics

import (
	"strconv"

	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func networkChatterbug() Metric {
	return define(About{
		Name:    "network-chatterbug",
		Summary: "Chatterbug communication proxies",
		URL:     "https://github.com/hpcgroup/chatterbug",
		Image:   "ghcr.io/converged-computing/metric-chatterbug:latest",
		Family:  "network",
		MinPods: 2,
	}, buildChatterbug)
}

type chatterbugOptions struct {
	Command     string `option:"command" values:"pairs,ping-pong,spread,stencil3d,stencil4d,subcom2d-coll,subcom2d-a2a,unstr-mesh" help:"which proxy to run"`
	Args        string `option:"args" help:"arguments of the proxy; those of stencil3d begin with the three sides of the grid of ranks"`
	Mpirun      string `option:"mpirun" help:"arguments of mpirun; ranks that it names decide the slots of each host"`
	Tasks       int    `option:"tasks" min:"0" help:"ranks of all hosts; 0 leaves it to mpirun"`
	Executable  string `option:"executable" meta:"-" help:"path of the program, in place of that of the proxy"`
	SoleTenancy bool   `option:"soleTenancy" alias:"sole-tenancy" meta:"-" help:"ask for one pod per node"`
	launching
	noRules
}

// Default runs the eight ranks that the grid of the arguments asks for: stencil3d refuses any other number.
func (o *chatterbugOptions) Default() {
	*o = chatterbugOptions{
		Command: "stencil3d", Args: "2 2 2 10 10 10 4 1", Mpirun: "-np 8 --map-by node", SoleTenancy: true,
		launching: launching{Wait: defaultWait},
	}
}

func (o *chatterbugOptions) wantsNodes() bool { return o.SoleTenancy }

// program is the path in the image, which has two proxies under other names, see hpcgroup/chatterbug, Makefile.
func (o chatterbugOptions) program() string {
	if o.Executable != "" {
		return plan.Quote(o.Executable)
	}
	name := o.Command
	switch name {
	case "ping-pong":
		name = "ping-ping"
	case "subcom2d-a2a":
		name = "subcom3d-a2a"
	}
	return "/root/chatterbug/" + name + "/" + name + ".x"
}

func (o chatterbugOptions) command() string {
	tasks := ""
	if o.Tasks > 0 {
		tasks = "-np " + strconv.Itoa(o.Tasks)
	}
	return plan.Words("mpirun --hostfile ./hostlist.txt --allow-run-as-root", tasks, o.Mpirun, o.program(), o.Args)
}

func buildChatterbug(o chatterbugOptions, t Target) plan.Plan {
	if o.Slots == 0 {
		o.Slots = ranksPerHost(o.command(), t.Pods)
	}
	launcher, worker := o.launchers(o.command(), "", "")
	launcher.Script = "ranks.sh"
	launcher.Env = environment(launcher.Env).number("LATCHKEY_TASKS", o.Tasks)
	return launched(t, "l", launcher, worker)
}
