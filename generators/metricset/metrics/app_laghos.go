package metrics

import "github.com/latchkey-dev/latchkey/generators/metricset/plan"

func appLaghos() Metric {
	return define(About{
		Name:    "app-laghos",
		Summary: "Laghos, Lagrangian high-order compressible gas dynamics",
		URL:     "https://github.com/CEED/Laghos",
		Image:   "ghcr.io/converged-computing/metric-laghos:latest",
		Family:  "solver",
		MinPods: 2,
	}, problem(laghosCommand, "/bin/bash", "/workflow/laghos"), buildLaghos)
}

// laghosCommand starts more ranks than there may be pods. hostlist.txt then says how many ranks each host takes.
const laghosCommand = "mpirun -np 4 --hostfile ./hostlist.txt ./laghos"

func buildLaghos(o problemOptions, t Target) plan.Plan {
	if o.Command == laghosCommand && o.Slots == 0 {
		o.Slots = ranksPerHost(o.Command, t.Pods)
	}
	return o.launched(t)
}
