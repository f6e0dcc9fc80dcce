package parse

import (
	"sync"

	"github.com/latchkey-dev/latchkey/internal/report"
)

var osuKind = report.Kind{
	Name:    "osu",
	Title:   "OSU Micro-Benchmarks",
	Metrics: []string{"network-osu-benchmark"},
	Form:    "OSU Micro-Benchmarks 5.7 to 7.5, util/osu_util.c and util/osu_util_mpi.c; one result for each program",
	URL:     "https://mvapich.cse.ohio-state.edu/benchmarks/",
	Merit:   []string{"latency", "avg_latency", "bandwidth", "avg"},
	Fields: []report.Field{
		{Name: "size", Title: "message size", Unit: "B", Doc: "size of a message, the x axis of all curves"},
		{Name: "latency", Title: "latency", Unit: "us", Better: report.Lower, Doc: "time of one message from one process to the other; of pairs, the average"},
		{Name: "avg_latency", Title: "average latency", Unit: "us", Better: report.Lower, Doc: "time of a collective operation, average of all processes"},
		{Name: "min_latency", Title: "least latency", Unit: "us", Better: report.Lower, Doc: "time of the fastest process (option -f)"},
		{Name: "max_latency", Title: "greatest latency", Unit: "us", Better: report.Lower, Doc: "time of the slowest process (option -f)"},
		{Name: "iterations", Title: "iterations", Doc: "number of repetitions (option -f)"},
		{Name: "bandwidth", Title: "bandwidth", Unit: "MB/s", Better: report.Higher, Doc: "data that passed, of all pairs together; 1 MB is 1,000,000 B"},
		{Name: "message_rate", Title: "message rate", Unit: "1/s", Better: report.Higher, Doc: "messages of all pairs together"},
		{Name: "overall", Title: "overall", Unit: "us", Better: report.Lower, Doc: "time of a non-blocking operation together with computing"},
		{Name: "compute", Title: "compute", Unit: "us", Doc: "time of the computing alone"},
		{Name: "coll_init", Title: "start", Unit: "us", Better: report.Lower, Doc: "time to start the operation (option -f)"},
		{Name: "mpi_test", Title: "MPI_Test", Unit: "us", Better: report.Lower, Doc: "time of the calls of MPI_Test (option -f)"},
		{Name: "mpi_wait", Title: "MPI_Wait", Unit: "us", Better: report.Lower, Doc: "time of the call of MPI_Wait (option -f)"},
		{Name: "pure_comm", Title: "communication", Unit: "us", Better: report.Lower, Doc: "time of the operation without computing"},
		{Name: "overlap", Title: "overlap", Unit: "%", Better: report.Higher, Doc: "share of the communication that computing hides"},
		{Name: "nprocs", Title: "processes", Doc: "number of processes (osu_init, osu_hello)"},
		{Name: "min", Title: "least", Unit: "ms", Better: report.Lower, Doc: "time of MPI_Init, fastest process (osu_init)"},
		{Name: "max", Title: "greatest", Unit: "ms", Better: report.Lower, Doc: "time of MPI_Init, slowest process (osu_init)"},
		{Name: "avg", Title: "average", Unit: "ms", Better: report.Lower, Doc: "time of MPI_Init, average (osu_init)"},
	},
}

// osuColumns are the fields of columns whose title is not that of the field.
var osuColumns = map[string]string{
	"MB/s": "bandwidth", "Messages/s": "message_rate", "Coll. Init(us)": "coll_init", "Pure Comm.(us)": "pure_comm",
	"Latency (us)": "latency", "Bandwidth (MB/s)": "bandwidth",
}

// osuPrograms are the programs by the titles that they print. A title with an accelerator, as in MPI-CUDA, is the same.
var osuPrograms = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"MPI Allgather Latency Test":                                      "osu_allgather",
		"MPI Allgatherv Latency Test":                                     "osu_allgatherv",
		"MPI Allreduce Latency Test":                                      "osu_allreduce",
		"MPI All-to-All Personalized Exchange Latency Test":               "osu_alltoall",
		"MPI All-to-Allv Personalized Exchange Latency Test":              "osu_alltoallv",
		"MPI Barrier Latency Test":                                        "osu_barrier",
		"MPI Broadcast Latency Test":                                      "osu_bcast",
		"MPI Gather Latency Test":                                         "osu_gather",
		"MPI Gatherv Latency Test":                                        "osu_gatherv",
		"MPI Non-blocking Allgather Latency Test":                         "osu_iallgather",
		"MPI Non-blocking Allgatherv Latency Test":                        "osu_iallgatherv",
		"MPI Non-blocking Allreduce Latency Test":                         "osu_iallreduce",
		"MPI Non-blocking All-to-All Latency Test":                        "osu_ialltoall",
		"MPI Non-blocking All-to-Allv Personalized Exchange Latency Test": "osu_ialltoallv",
		"MPI Non-blocking All-to-Allw Personalized Exchange Latency Test": "osu_ialltoallw",
		"MPI Non-blocking Barrier Latency Test":                           "osu_ibarrier",
		"MPI Non-Blocking Broadcast Latency Test":                         "osu_ibcast",
		"MPI Non-blocking Gather Latency Test":                            "osu_igather",
		"MPI Non-blocking Gatherv Latency Test":                           "osu_igatherv",
		"MPI Non-blocking Reduce Latency Test":                            "osu_ireduce",
		"MPI Non-blocking Scatter Latency Test":                           "osu_iscatter",
		"MPI Non-blocking Scatterv Latency Test":                          "osu_iscatterv",
		"MPI Reduce Latency Test":                                         "osu_reduce",
		"MPI Reduce_scatter Latency Test":                                 "osu_reduce_scatter",
		"MPI Scatter Latency Test":                                        "osu_scatter",
		"MPI Scatterv Latency Test":                                       "osu_scatterv",
		"MPI_Accumulate latency Test":                                     "osu_acc_latency",
		"MPI_Compare_and_swap latency Test":                               "osu_cas_latency",
		"MPI_Fetch_and_op latency Test":                                   "osu_fop_latency",
		"MPI_Get_accumulate latency Test":                                 "osu_get_acc_latency",
		"MPI_Get Bandwidth Test":                                          "osu_get_bw",
		"MPI_Get latency Test":                                            "osu_get_latency",
		"MPI_Put Bi-directional Bandwidth Test":                           "osu_put_bibw",
		"MPI_Put Bandwidth Test":                                          "osu_put_bw",
		"MPI_Put Latency Test":                                            "osu_put_latency",
		"MPI Bi-Directional Bandwidth Test":                               "osu_bibw",
		"MPI Bandwidth Test":                                              "osu_bw",
		"MPI Latency Test":                                                "osu_latency",
		"MPI Multi-process Latency Test":                                  "osu_latency_mp",
		"MPI Multi-threaded Latency Test":                                 "osu_latency_mt",
		"MPI Multiple Bandwidth / Message Rate Test":                      "osu_mbw_mr",
		"MPI Multi Latency Test":                                          "osu_multi_lat",
		"MPI Hello World Test":                                            "osu_hello",
		"MPI Init Test":                                                   "osu_init",
	}
})
