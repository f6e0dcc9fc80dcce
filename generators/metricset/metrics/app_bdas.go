package metrics

import "github.com/latchkey-dev/latchkey/generators/metricset/plan"

func appBdas() Metric {
	return define(About{
		Name:    "app-bdas",
		Summary: "BDAS, R based K-Means, PCA and SVM analytics over MPI",
		URL:     "https://asc.llnl.gov/sites/asc/files/2020-09/BDAS_Summary_b4bcf27_0.pdf",
		Image:   "ghcr.io/converged-computing/metric-bdas:latest",
		Family:  "machine-learning",
		MinPods: 2,
	}, problem(bdasCommand, "/bin/bash", "/opt/bdas/benchmarks/r"), buildBdas)
}

// bdasCommand starts more ranks than there may be pods. hostlist.txt then says how many ranks each host takes.
const bdasCommand = "mpirun --allow-run-as-root -np 4 --hostfile ./hostlist.txt Rscript /opt/bdas/benchmarks/r/princomp.r 250 50"

func buildBdas(o problemOptions, t Target) plan.Plan {
	if o.Command == bdasCommand && o.Slots == 0 {
		o.Slots = ranksPerHost(o.Command, t.Pods)
	}
	return o.launched(t)
}
