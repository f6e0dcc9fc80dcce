package metrics

import (
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func sysHwloc() Metric {
	return define(About{
		Name:    "sys-hwloc",
		Summary: "hwloc hardware topology dump",
		URL:     "https://www.open-mpi.org/projects/hwloc/tutorials/20120702-POA-hwloc-tutorial.html",
		Image:   "ghcr.io/converged-computing/metric-hwloc:latest",
		Family:  "system",

		Attached: hwlocScript,
	}, hwlocOptions{Command: []string{"lstopo architecture.png", "hwloc-ls machine.xml"}}, buildHwloc)
}

const hwlocScript = "measure.sh"

type hwlocOptions struct {
	Command []string `option:"command" alias:"commands" meta:"commands" required:"true" help:"commands to run one after another"`
	tenancy
	noRules
}

func buildHwloc(o hwlocOptions, t Target) plan.Plan {
	return single(t, plan.Container{
		Script: hwlocScript,
		Env: workload.Environment{}.
			Flag("LATCHKEY_ECHO", true).
			Flag("LATCHKEY_LIST_FILES", true).
			Set("LATCHKEY_PROFILE", "/root/.profile").
			Set("LATCHKEY_PATH_FIRST", "/opt/view/bin"),
		Measured: o.Command,
	})
}
