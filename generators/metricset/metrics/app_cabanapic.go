package metrics

func appCabanapic() Metric {
	return define(About{
		Name:    "app-cabanapic",
		Summary: "CabanaPIC, a structured particle-in-cell proxy, on one node",
		URL:     "https://github.com/ECP-copa/CabanaPIC",
		Image:   "ghcr.io/converged-computing/metric-cabanapic:latest",
		Family:  "simulation",
	}, problem("cbnpic", "/bin/bash", "/opt/cabanaPIC/build"), problemOptions.launched)
}
