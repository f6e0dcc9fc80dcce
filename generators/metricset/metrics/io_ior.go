package metrics

import (
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func ioIor() Metric {
	return define(About{
		Name:    "io-ior",
		Summary: "IOR parallel I/O test",
		URL:     "https://github.com/hpc/ior",
		Image:   "ghcr.io/converged-computing/metric-ior:latest",
		Family:  "storage",
	}, iorOptions{Command: "ior -w -r -o testfile", Workdir: "/opt/ior"}, buildIor)
}

type iorOptions struct {
	Command string `option:"command" required:"true" help:"command to run"`
	Workdir string `option:"workdir" help:"directory to run it in"`
	Pre     string `option:"pre" meta:"-" help:"text for bash before the test"`
	Post    string `option:"post" meta:"-" help:"text for bash after the collection"`
	tenancy
	noRules
}

// buildIor leaves the change of directory to the script, because a pre block may create the directory.
func buildIor(o iorOptions, t Target) plan.Plan {
	return storage(t, plan.Container{
		Script:   "measure.sh",
		Env:      workload.Environment{}.Set("LATCHKEY_DIRECTORY", o.Workdir),
		Pre:      nonEmpty(o.Pre),
		Measured: []string{o.Command},
		Post:     nonEmpty(o.Post),
	})
}
