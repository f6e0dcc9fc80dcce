package metrics

import "github.com/latchkey-dev/latchkey/generators/metricset/plan"

func appCabanapic() Metric {
	return define(About{
		Name:    "app-cabanapic",
		Summary: "CabanaPIC, a structured particle-in-cell proxy, on one node",
		URL:     "https://github.com/ECP-copa/CabanaPIC",
		Image:   "ghcr.io/converged-computing/metric-cabanapic:latest",
		Family:  "simulation",
	}, buildCabanapic)
}

type cabanapicOptions struct{ problemOptions }

func (o *cabanapicOptions) Default() {
	o.defaults("cbnpic", "/bin/bash", "/opt/cabanaPIC/build")
}

func buildCabanapic(o cabanapicOptions, t Target) plan.Plan { return o.launched(t) }
