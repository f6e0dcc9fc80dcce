package metrics

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
var osuBenchmarks = []osuBenchmark{
	{"osu_get_acc_latency", "one-sided", true},
	{"osu_acc_latency", "one-sided", true},
	{"osu_fop_latency", "one-sided", true},
	{"osu_get_latency", "one-sided", true},
	{"osu_put_latency", "one-sided", true},
	{"osu_cas_latency", "one-sided", true},
	{"osu_get_bw", "one-sided", true},
	{"osu_put_bibw", "one-sided", true},
	{"osu_put_bw", "one-sided", true},
	{"osu_allreduce", "collective", false},
	{"osu_allgather", "collective", false},
	{"osu_allgatherv", "collective", false},
	{"osu_alltoall", "collective", false},
	{"osu_alltoallv", "collective", false},
	{"osu_barrier", "collective", false},
	{"osu_bcast", "collective", false},
	{"osu_gather", "collective", false},
	{"osu_gatherv", "collective", false},
	{"osu_iallgather", "collective", false},
	{"osu_iallgatherv", "collective", false},
	{"osu_iallreduce", "collective", false},
	{"osu_ialltoall", "collective", false},
	{"osu_ialltoallv", "collective", false},
	{"osu_ialltoallw", "collective", false},
	{"osu_ibarrier", "collective", false},
	{"osu_ibcast", "collective", false},
	{"osu_igather", "collective", false},
	{"osu_igatherv", "collective", false},
	{"osu_ireduce", "collective", false},
	{"osu_iscatter", "collective", false},
	{"osu_iscatterv", "collective", false},
	{"osu_reduce", "collective", false},
	{"osu_reduce_scatter", "collective", false},
	{"osu_scatter", "collective", false},
	{"osu_scatterv", "collective", false},
	{"osu_latency", "pt2pt", true},
	{"osu_bibw", "pt2pt", true},
	{"osu_bw", "pt2pt", true},
	{"osu_latency_mp", "pt2pt", true},
	{"osu_latency_mt", "pt2pt", true},
	{"osu_mbw_mr", "pt2pt", false},
	{"osu_multi_lat", "pt2pt", false},
	{"osu_hello", "startup", false},
	{"osu_init", "startup", false},
}
