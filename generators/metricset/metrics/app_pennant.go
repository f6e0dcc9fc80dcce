package metrics

func appPennant() Metric {
	return define(About{
		Name:    "app-pennant",
		Summary: "PENNANT, unstructured mesh hydrodynamics",
		URL:     "https://github.com/LLNL/pennant",
		Image:   "ghcr.io/converged-computing/metric-pennant:latest",
		Family:  "simulation",
		MinPods: 2,
	}, problem("pennant /opt/pennant/test/sedovsmall/sedovsmall.pnt", mpirunOnHosts, "/opt/pennant/test"), problemOptions.launched)
}
