package metrics

import "github.com/latchkey-dev/latchkey/generators/metricset/plan"

func appAmg() Metric {
	return define(About{
		Name:    "app-amg",
		Summary: "AMG, an algebraic multigrid linear solver proxy",
		URL:     "https://github.com/LLNL/AMG",
		Image:   "ghcr.io/converged-computing/metric-amg:latest",
		Family:  "solver",
		MinPods: 2,
	}, buildAmg)
}

type amgOptions struct{ problemOptions }

func (o *amgOptions) Default() {
	o.defaults("amg", mpirunOnHosts, "/opt/AMG")
}

func buildAmg(o amgOptions, t Target) plan.Plan { return o.launched(t) }
