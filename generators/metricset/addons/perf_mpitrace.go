package addons

import (
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func perfMpitrace() Addon {
	return define(About{
		Name:    "perf-mpitrace",
		Summary: "trace the ranks that Open MPI starts with IBM mpitrace",
		URL:     "https://github.com/IBM/mpitrace",
		Image:   mpitraceImage,
		Family:  "performance",

		Detached: "the addon measures only a command that the metric starts, so put the profiler into the command of the application",
	}, mpitraceOptions{viewing{Mount: "/opt/share", Image: mpitraceImage}}, mpitraceOptions.trace)
}

const (
	mpitraceName  = "mpitrace"
	mpitraceImage = "ghcr.io/converged-computing/metric-mpitrace:rocky"
)

type mpitraceOptions struct{ viewing }

func (o *mpitraceOptions) Validate(made plan.Plan, p *options.Problems) {
	o.check(mpitraceName, made, p)
}

// trace makes Open MPI preload the library into the ranks that it starts, on all hosts. mpirun itself, ssh and other
// commands get no preload. The variable is described in open-mpi/ompi, opal/mca/base/mca_base_var.c.
func (o mpitraceOptions) trace(made plan.Plan, _ int32) plan.Plan {
	made = o.bring(mpitraceName, made)
	made.Each(o.fits, func(container *plan.Container) {
		container.Pre = append(container.Pre,
			"export OMPI_MCA_mca_base_env_list="+plan.Quote("LD_PRELOAD="+o.Mount+"/view/lib/libmpitrace.so"))
	})
	return made
}
