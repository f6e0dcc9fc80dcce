package metrics

import "github.com/latchkey-dev/latchkey/generators/metricset/plan"

func appQuicksilver() Metric {
	return define(About{
		Name:    "app-quicksilver",
		Summary: "Quicksilver, Monte Carlo particle transport proxy",
		URL:     "https://github.com/LLNL/Quicksilver",
		Image:   "ghcr.io/converged-computing/metric-quicksilver:latest",
		Family:  "simulation",
		MinPods: 2,
	}, buildQuicksilver)
}

type quicksilverOptions struct{ problemOptions }

func (o *quicksilverOptions) Default() {
	o.defaults("qs /opt/quicksilver/Examples/CORAL2_Benchmark/Problem1/Coral2_P1.inp", mpirunOnHosts, "/opt/quicksilver/Examples")
}

func buildQuicksilver(o quicksilverOptions, t Target) plan.Plan { return o.launched(t) }
