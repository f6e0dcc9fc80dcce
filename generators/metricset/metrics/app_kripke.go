package metrics

import "github.com/latchkey-dev/latchkey/generators/metricset/plan"

func appKripke() Metric {
	return define(About{
		Name:    "app-kripke",
		Summary: "Kripke, a deterministic Sn particle transport proxy",
		URL:     "https://github.com/LLNL/Kripke",
		Image:   "ghcr.io/converged-computing/metric-kripke:latest",
		Family:  "solver",
		MinPods: 2,
	}, buildKripke)
}

type kripkeOptions struct{ problemOptions }

func (o *kripkeOptions) Default() {
	o.defaults("kripke", mpirunOnHosts, "/opt/kripke")
}

func buildKripke(o kripkeOptions, t Target) plan.Plan { return o.launched(t) }
