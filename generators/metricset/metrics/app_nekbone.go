package metrics

func appNekbone() Metric {
	return define(About{
		Name:    "app-nekbone",
		Summary: "Nekbone, a spectral element CFD proxy",
		URL:     "https://github.com/Nek5000/Nekbone",
		Image:   "ghcr.io/converged-computing/metric-nekbone:latest",
		Family:  "solver",
		MinPods: 2,
	}, problem("mpiexec --hostfile ./hostlist.txt -np 2 ./nekbone", "/bin/bash", "/root/nekbone-3.0/test/example2"), problemOptions.launched)
}
