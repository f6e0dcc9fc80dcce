package metrics

func appKripke() Metric {
	return define(About{
		Name:    "app-kripke",
		Summary: "Kripke, a deterministic Sn particle transport proxy",
		URL:     "https://github.com/LLNL/Kripke",
		Image:   "ghcr.io/converged-computing/metric-kripke:latest",
		Family:  "solver",
		MinPods: 2,
	}, problem("kripke", mpirunOnHosts, "/opt/kripke"), problemOptions.launched)
}
