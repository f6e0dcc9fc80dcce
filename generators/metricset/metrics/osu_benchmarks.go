package metrics

import "slices"

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
	betweenTwo("one-sided",
		"osu_get_acc_latency", "osu_acc_latency", "osu_fop_latency", "osu_get_latency", "osu_put_latency",
		"osu_cas_latency", "osu_get_bw", "osu_put_bibw", "osu_put_bw"),
	amongAll("collective",
		"osu_allreduce", "osu_allgather", "osu_allgatherv", "osu_alltoall", "osu_alltoallv", "osu_barrier", "osu_bcast",
		"osu_gather", "osu_gatherv", "osu_iallgather", "osu_iallgatherv", "osu_iallreduce", "osu_ialltoall",
		"osu_ialltoallv", "osu_ialltoallw", "osu_ibarrier", "osu_ibcast", "osu_igather", "osu_igatherv", "osu_ireduce",
		"osu_iscatter", "osu_iscatterv", "osu_reduce", "osu_reduce_scatter", "osu_scatter", "osu_scatterv"),
	betweenTwo("pt2pt",
		"osu_latency", "osu_bibw", "osu_bw", "osu_latency_mp", "osu_latency_mt"),
	amongAll("pt2pt",
		"osu_mbw_mr", "osu_multi_lat"),
	amongAll("startup",
		"osu_hello", "osu_init"),
)

// betweenTwo returns benchmarks of a folder that measure between two hosts.
func betweenTwo(folder string, names ...string) []osuBenchmark { return osuFolder(folder, true, names) }

// amongAll returns benchmarks of a folder that measure among all hosts.
func amongAll(folder string, names ...string) []osuBenchmark { return osuFolder(folder, false, names) }

func osuFolder(folder string, pair bool, names []string) (all []osuBenchmark) {
	for _, name := range names {
		all = append(all, osuBenchmark{name, folder, pair})
	}
	return all
}
