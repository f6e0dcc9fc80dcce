package metrics

import (
	"strconv"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func networkNetmark() Metric {
	return define(About{
		Name:    "network-netmark",
		Summary: "Netmark point-to-point latency matrix; the image is private",
		Image:   "vanessa/netmark:latest",
		Family:  "network",
		MinPods: 2,
	}, netmarkOptions{
		Warmups: 10, Trials: 20, SendReceiveCycles: 20, StoreEachTrial: true, tenancy: tenancy{SoleTenancy: true}, Wait: defaultWait,
	}, buildNetmark)
}

type netmarkOptions struct {
	Tasks             int  `option:"tasks" min:"0" help:"ranks of all hosts; 0 for one a core"`
	Warmups           int  `option:"warmups" min:"0" help:"rounds before the trials"`
	Trials            int  `option:"trials" min:"1" help:"number of trials"`
	SendReceiveCycles int  `option:"sendReceiveCycles" min:"1" help:"messages there and back in each trial"`
	MessageSize       int  `option:"messageSize" min:"0" help:"bytes of a message"`
	StoreEachTrial    bool `option:"storeEachTrial" help:"keep the figures of each trial"`
	tenancy
	Wait int `option:"wait" meta:"-" min:"1" help:"seconds to wait until all pods answer"`
	noRules
}

// command returns a command line for the mpirun of MPICH, which distributes any number of ranks among its hosts.
func (o netmarkOptions) command() string {
	store := ""
	if o.StoreEachTrial {
		store = "-s"
	}
	return plan.Words(`mpirun -f ./hostlist.txt -np "$np" /usr/local/bin/netmark.x`,
		"-w", strconv.Itoa(o.Warmups), "-t", strconv.Itoa(o.Trials), "-c", strconv.Itoa(o.SendReceiveCycles),
		"-b", strconv.Itoa(o.MessageSize), store)
}

func buildNetmark(o netmarkOptions, t Target) plan.Plan {
	launcher, worker := launching{Wait: o.Wait}.launchers(o.command(), "", "")
	launcher.Script = "netmark.sh"
	launcher.Env = launcher.Env.Number(names.Tasks, o.Tasks)
	return launched(t, "n", launcher, worker)
}
