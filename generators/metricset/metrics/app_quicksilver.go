package metrics

func appQuicksilver() Metric {
	return define(About{
		Name:    "app-quicksilver",
		Summary: "Quicksilver, Monte Carlo particle transport proxy",
		URL:     "https://github.com/LLNL/Quicksilver",
		Image:   "ghcr.io/converged-computing/metric-quicksilver:latest",
		Family:  "simulation",
		MinPods: 2,
	}, problem("qs /opt/quicksilver/Examples/CORAL2_Benchmark/Problem1/Coral2_P1.inp", mpirunOnHosts, "/opt/quicksilver/Examples"), problemOptions.launched)
}
