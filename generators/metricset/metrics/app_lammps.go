package metrics

import "github.com/latchkey-dev/latchkey/generators/metricset/plan"

func appLammps() Metric {
	return define(About{
		Name:    "app-lammps",
		Summary: "LAMMPS molecular dynamics",
		URL:     "https://www.lammps.org/",
		Image:   "ghcr.io/converged-computing/metric-lammps:latest",
		Family:  "simulation",
	}, lammpsOptions{
		Command: lammpsCommand,
		leading: leading{Workdir: "/opt/lammps/examples/reaxff/HNS", launching: launching{Wait: defaultWait}},
	}, buildLammps)
}

type lammpsOptions struct {
	Command string `option:"command" required:"true" help:"full launch command"`
	leading
}

// lammpsCommand starts more ranks than there may be pods. hostlist.txt then says how many ranks each host takes.
const lammpsCommand = "mpirun --hostfile ./hostlist.txt -np 2 --map-by socket lmp -v x 2 -v y 2 -v z 2 -in in.reaxc.hns -nocite"

func buildLammps(o lammpsOptions, t Target) plan.Plan {
	if o.Command == lammpsCommand && o.Slots == 0 {
		o.Slots = ranksPerHost(o.Command, t.Pods)
	}
	return o.lead(o.Command, t)
}
