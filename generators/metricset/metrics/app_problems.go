package metrics

import (
	"strings"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// A program is a metric with [problemOptions]: an image with one program, which a launcher starts.
type program struct {
	About
	// The defaults of the options command, prefix and workdir.
	command, prefix, workdir string
	// manyRanks says that command starts more ranks than there may be pods. hostlist.txt then says how many ranks each host takes.
	manyRanks bool
}

// problemOptions are the options of metrics that write their command to ./problem.sh. A launcher then runs ./problem.sh.
type problemOptions struct {
	Command string `option:"command" required:"true" help:"what to measure, written to problem.sh"`
	Prefix  string `option:"prefix" alias:"mpirun" help:"launcher that runs ./problem.sh"`
	Workdir string `option:"workdir" help:"working directory of launcher and workers"`
	launching
	tenancy
}

// Validate checks the rules that no tag can express.
func (o *problemOptions) Validate(p *options.Problems) { p.Directory("workdir") }

// mpirunOnHosts is the launcher in images with Open MPI.
const mpirunOnHosts = "mpirun --hostfile ./hostlist.txt"

var programs = []program{
	{
		About: About{
			Name: "app-amg", Summary: "AMG, an algebraic multigrid linear solver proxy", URL: "https://github.com/LLNL/AMG",
			Image: "ghcr.io/converged-computing/metric-amg:latest", Family: "solver", MinPods: 2,
		},
		command: "amg", prefix: mpirunOnHosts, workdir: "/opt/AMG",
	},
	{
		About: About{
			Name: "app-bdas", Summary: "BDAS, R based K-Means, PCA and SVM analytics over MPI",
			URL:   "https://asc.llnl.gov/sites/asc/files/2020-09/BDAS_Summary_b4bcf27_0.pdf",
			Image: "ghcr.io/converged-computing/metric-bdas:latest", Family: "machine-learning", MinPods: 2,
		},
		command: "mpirun --allow-run-as-root -np 4 --hostfile ./hostlist.txt Rscript /opt/bdas/benchmarks/r/princomp.r 250 50",
		prefix:  "/bin/bash", workdir: "/opt/bdas/benchmarks/r", manyRanks: true,
	},
	{
		About: About{
			Name: "app-cabanapic", Summary: "CabanaPIC, a structured particle-in-cell proxy, on one node", URL: "https://github.com/ECP-copa/CabanaPIC",
			Image: "ghcr.io/converged-computing/metric-cabanapic:latest", Family: "simulation",
		},
		command: "cbnpic", prefix: "/bin/bash", workdir: "/opt/cabanaPIC/build",
	},
	{
		About: About{
			Name: "app-kripke", Summary: "Kripke, a deterministic Sn particle transport proxy", URL: "https://github.com/LLNL/Kripke",
			Image: "ghcr.io/converged-computing/metric-kripke:latest", Family: "solver", MinPods: 2,
		},
		command: "kripke", prefix: mpirunOnHosts, workdir: "/opt/kripke",
	},
	{
		About: About{
			Name: "app-laghos", Summary: "Laghos, Lagrangian high-order compressible gas dynamics", URL: "https://github.com/CEED/Laghos",
			Image: "ghcr.io/converged-computing/metric-laghos:latest", Family: "solver", MinPods: 2,
		},
		command: "mpirun -np 4 --hostfile ./hostlist.txt ./laghos", prefix: "/bin/bash", workdir: "/workflow/laghos", manyRanks: true,
	},
	{
		About: About{
			Name: "app-nekbone", Summary: "Nekbone, a spectral element CFD proxy", URL: "https://github.com/Nek5000/Nekbone",
			Image: "ghcr.io/converged-computing/metric-nekbone:latest", Family: "solver", MinPods: 2,
		},
		command: "mpiexec --hostfile ./hostlist.txt -np 2 ./nekbone", prefix: "/bin/bash", workdir: "/root/nekbone-3.0/test/example2",
	},
	{
		About: About{
			Name: "app-pennant", Summary: "PENNANT, unstructured mesh hydrodynamics", URL: "https://github.com/LLNL/pennant",
			Image: "ghcr.io/converged-computing/metric-pennant:latest", Family: "simulation", MinPods: 2,
		},
		command: "pennant /opt/pennant/test/sedovsmall/sedovsmall.pnt", prefix: mpirunOnHosts, workdir: "/opt/pennant/test",
	},
	{
		About: About{
			Name: "app-quicksilver", Summary: "Quicksilver, Monte Carlo particle transport proxy", URL: "https://github.com/LLNL/Quicksilver",
			Image: "ghcr.io/converged-computing/metric-quicksilver:latest", Family: "simulation", MinPods: 2,
		},
		command: "qs /opt/quicksilver/Examples/CORAL2_Benchmark/Problem1/Coral2_P1.inp", prefix: mpirunOnHosts, workdir: "/opt/quicksilver/Examples",
	},
}

// metric returns the metric of a program. Its launcher runs ./problem.sh, which has the command.
func (x program) metric() Metric {
	defaults := problemOptions{Command: x.command, Prefix: x.prefix, Workdir: x.workdir, launching: launching{Wait: defaultWait}}
	return define(x.About, defaults, func(o problemOptions, t Target) plan.Plan {
		if x.manyRanks && o.Command == x.command && o.Slots == 0 {
			o.Slots = ranksPerHost(o.Command, t.Pods)
		}
		launcher, worker := o.launchers(plan.Words(o.Prefix, "./problem.sh"), script(o.Command), o.Workdir)
		return launched(t, "l", launcher, worker)
	})
}

// script returns a file that any program can start, not only a shell.
func script(command string) string {
	if !strings.HasPrefix(command, "#!") {
		command = "#!/bin/bash\n" + command
	}
	return strings.TrimRight(command, "\n") + "\n"
}
