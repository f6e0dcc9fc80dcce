package metrics

import (
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
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
	}, chatterbugOptions{
		Command: chatterbugProxy, Args: chatterbugArgs, Mpirun: chatterbugMpirun, tenancy: tenancy{SoleTenancy: true},
		launching: launching{Wait: defaultWait},
	}, buildChatterbug)
}

type chatterbugOptions struct {
	Command    string `option:"command" values:"pairs,ping-pong,spread,stencil3d,stencil4d,subcom2d-coll,subcom2d-a2a,unstr-mesh" help:"which proxy to run"`
	Args       string `option:"args" help:"arguments of the proxy; the default is for stencil3d, whose first three are the sides of the grid of ranks, and any other proxy needs its own"`
	Mpirun     string `option:"mpirun" help:"arguments of mpirun; ranks that it names decide the slots of each host"`
	Tasks      int    `option:"tasks" min:"0" help:"ranks of all hosts; 0 leaves it to the option mpirun, and is 8 with the default of that"`
	Executable string `option:"executable" meta:"-" help:"path of the program, in place of that of the proxy"`
	tenancy
	launching
}

// The default arguments are for one proxy. Their grid needs eight ranks, and the proxy refuses any other number.
const (
	chatterbugProxy  = "stencil3d"
	chatterbugArgs   = "2 2 2 10 10 10 4 1"
	chatterbugMpirun = "--map-by node"
	chatterbugRanks  = 8
)

func (o *chatterbugOptions) Validate(p *options.Problems) {
	if o.Command != chatterbugProxy && !p.Failed("command") && !p.Given("args") {
		p.Required("args", "%s has no default arguments, because the defaults are for %s: write the arguments of this program, or \"\" if it takes none", o.Command, chatterbugProxy)
	}
	named := flagNumber(strings.Fields(o.Mpirun), rankFlags...)
	if o.Tasks > 0 && namesRanks(o.Mpirun) && o.Tasks != named {
		p.Warn("tasks", "%d has no effect, since %q says how many ranks there are: leave one of the two out", o.Tasks, o.Mpirun)
	}
	ranks := max(o.ranks(), named)
	if o.Command == chatterbugProxy && o.Executable == "" && !p.Given("args") && ranks > 0 && ranks != chatterbugRanks {
		p.Warn("args", "the default arguments are for a grid of 2 by 2 by 2 ranks, but there are %d ranks: write args whose first three numbers multiply to the number of ranks, or use %d ranks", ranks, chatterbugRanks)
	}
}

// program returns the path in the image. Two proxies have other file names there, see hpcgroup/chatterbug, Makefile.
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

// ranks returns the number of ranks. It is 0 if the option mpirun gives the number or leaves it to MPI.
func (o chatterbugOptions) ranks() int {
	if namesRanks(o.Mpirun) {
		return 0
	}
	if o.Tasks == 0 && o.Mpirun == chatterbugMpirun {
		return chatterbugRanks
	}
	return o.Tasks
}

func (o chatterbugOptions) command() string {
	ranks := ""
	if number := o.ranks(); number > 0 {
		ranks = "-np " + strconv.Itoa(number)
	}
	return plan.Words("mpirun --hostfile ./hostlist.txt --allow-run-as-root", ranks, o.Mpirun, o.program(), o.Args)
}

func buildChatterbug(o chatterbugOptions, t Target) plan.Plan {
	if o.Slots == 0 {
		o.Slots = ranksPerHost(o.command(), t.Pods)
	}
	launcher, worker := o.launchers(o.command(), "", "")
	launcher.Script = "ranks.sh"
	launcher.Env = launcher.Env.Number(names.Tasks, o.ranks())
	return launched(t, "l", launcher, worker)
}
