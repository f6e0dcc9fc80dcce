package metrics

func appAmg() Metric {
	return define(About{
		Name:    "app-amg",
		Summary: "AMG, an algebraic multigrid linear solver proxy",
		URL:     "https://github.com/LLNL/AMG",
		Image:   "ghcr.io/converged-computing/metric-amg:latest",
		Family:  "solver",
		MinPods: 2,
	}, problem("amg", mpirunOnHosts, "/opt/AMG"), problemOptions.launched)
}
