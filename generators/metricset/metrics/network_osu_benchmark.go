package metrics

import (
	"slices"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func networkOsuBenchmark() Metric {
	return define(About{
		Name:    "network-osu-benchmark",
		Summary: "OSU MPI micro-benchmarks",
		URL:     "https://mvapich.cse.ohio-state.edu/benchmarks/",
		Image:   "ghcr.io/converged-computing/metric-osu-benchmark:latest",
		Family:  "network",
		MinPods: 2,
	}, osuOptions{Commands: slices.Clone(osuDefaults), Sleep: 60, SoleTenancy: true, launching: launching{Wait: defaultWait}}, buildOsu)
}

type osuOptions struct {
	Commands    []string `option:"commands" alias:"command" help:"benchmarks to run, in this order"`
	Tasks       int      `option:"tasks" min:"0" help:"ranks of benchmarks among all hosts; 0 for one a core"`
	Flags       string   `option:"flags" help:"mpirun flags in place of those of every benchmark; $np is the number of ranks, $tasks that of one host"`
	All         bool     `option:"all" help:"run every other benchmark after the chosen ones"`
	Timed       bool     `option:"timed" help:"run each under time"`
	Sleep       int      `option:"sleep" min:"0" help:"seconds to wait for the network, if that is more than wait"`
	SoleTenancy bool     `option:"soleTenancy" alias:"sole-tenancy" meta:"sole-tenancy" help:"ask for one pod per node"`
	launching
}

func (o *osuOptions) wantsNodes() bool { return o.SoleTenancy }

func (o *osuOptions) Validate(p *options.Problems) {
	var known []string
	for _, benchmark := range osuBenchmarks {
		known = append(known, benchmark.name)
	}
	if len(o.Commands) == 0 && !o.All {
		p.Required("commands", "no benchmark is chosen: name one or more, or leave the list out")
	}
	for i, name := range o.Commands {
		if !slices.Contains(known, name) {
			p.Unknown(p.Place("commands").Index(i), name, known, "%q is not an OSU benchmark: ", name)
		}
	}
}

// chosen returns the benchmarks to run, in order.
func (o osuOptions) chosen() []osuBenchmark {
	var chosen []osuBenchmark
	for _, name := range o.Commands {
		at := slices.IndexFunc(osuBenchmarks, func(b osuBenchmark) bool { return b.name == name })
		if at >= 0 {
			chosen = append(chosen, osuBenchmarks[at])
		}
	}
	if !o.All {
		return chosen
	}
	for _, benchmark := range osuBenchmarks {
		if !slices.Contains(chosen, benchmark) {
			chosen = append(chosen, benchmark)
		}
	}
	return chosen
}

// osuRoot is the folder of the benchmarks in the image.
const osuRoot = "/opt/osu-benchmark/build.openmpi/libexec/osu-micro-benchmarks/mpi/"

// command ends with the path of the program, because log readers search for it there.
func (o osuOptions) command(b osuBenchmark) string {
	hosts, flags, timer := "./hostlist.txt", "-np $np -map-by ppr:$tasks:node -rank-by core", ""
	if b.pair {
		hosts, flags = "./hostlist-pairs.txt", "-np 2 -map-by ppr:1:node"
	}
	if o.Flags != "" {
		flags = o.Flags
	}
	if o.Timed {
		timer = "time"
	}
	return plan.Words(timer, "mpirun --hostfile", hosts, "--allow-run-as-root", flags, osuRoot+b.folder+"/"+b.name)
}

func buildOsu(o osuOptions, t Target) plan.Plan {
	o.Wait = max(o.Wait, o.Sleep)
	launcher, worker := o.launchers("", "", "")
	for _, benchmark := range o.chosen() {
		launcher.Measured = append(launcher.Measured, o.command(benchmark))
	}
	launcher.Script = "ranks.sh"
	launcher.Env = launcher.Env.Number(names.Tasks, o.Tasks).Flag("LATCHKEY_PAIRS", true)
	return launched(t, "l", launcher, worker)
}

// An osuBenchmark is a program of the OSU micro-benchmarks. It has the folder of the program, and whether the program
// measures between two hosts or among all.
type osuBenchmark struct {
	name, folder string
	pair         bool
}

// osuDefaults are run when the user chooses nothing.
var osuDefaults = []string{
	"osu_get_acc_latency", "osu_acc_latency", "osu_fop_latency", "osu_get_latency", "osu_put_latency",
	"osu_allreduce", "osu_latency", "osu_bibw", "osu_bw",
}

// osuBenchmarks are all benchmarks, in the order in which the option all runs them.
var osuBenchmarks = slices.Concat(
	osuFolder("one-sided", true,
		"osu_get_acc_latency", "osu_acc_latency", "osu_fop_latency", "osu_get_latency", "osu_put_latency",
		"osu_cas_latency", "osu_get_bw", "osu_put_bibw", "osu_put_bw"),
	osuFolder("collective", false,
		"osu_allreduce", "osu_allgather", "osu_allgatherv", "osu_alltoall", "osu_alltoallv", "osu_barrier", "osu_bcast",
		"osu_gather", "osu_gatherv", "osu_iallgather", "osu_iallgatherv", "osu_iallreduce", "osu_ialltoall",
		"osu_ialltoallv", "osu_ialltoallw", "osu_ibarrier", "osu_ibcast", "osu_igather", "osu_igatherv", "osu_ireduce",
		"osu_iscatter", "osu_iscatterv", "osu_reduce", "osu_reduce_scatter", "osu_scatter", "osu_scatterv"),
	osuFolder("pt2pt", true,
		"osu_latency", "osu_bibw", "osu_bw", "osu_latency_mp", "osu_latency_mt"),
	osuFolder("pt2pt", false,
		"osu_mbw_mr", "osu_multi_lat"),
	osuFolder("startup", false,
		"osu_hello", "osu_init"),
)

// osuFolder returns benchmarks of a folder. A pair measures between two hosts, the others among all.
func osuFolder(folder string, pair bool, names ...string) (all []osuBenchmark) {
	for _, name := range names {
		all = append(all, osuBenchmark{name, folder, pair})
	}
	return all
}
