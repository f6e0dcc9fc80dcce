package metrics

import "github.com/latchkey-dev/latchkey/generators/metricset/plan"

func appPennant() Metric {
	return define(About{
		Name:    "app-pennant",
		Summary: "PENNANT, unstructured mesh hydrodynamics",
		URL:     "https://github.com/LLNL/pennant",
		Image:   "ghcr.io/converged-computing/metric-pennant:latest",
		Family:  "simulation",
		MinPods: 2,
	}, buildPennant)
}

type pennantOptions struct{ problemOptions }

func (o *pennantOptions) Default() {
	o.defaults("pennant /opt/pennant/test/sedovsmall/sedovsmall.pnt", mpirunOnHosts, "/opt/pennant/test")
}

func buildPennant(o pennantOptions, t Target) plan.Plan { return o.launched(t) }
