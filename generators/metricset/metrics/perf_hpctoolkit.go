package metrics

import (
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// perfHpctoolkit is a metric of v1alpha1, which samples an application of its own. The newer addon of the same name
// samples the commands of other metrics.
func perfHpctoolkit() Metric {
	return define(About{
		Name:    "perf-hpctoolkit",
		Summary: "HPCToolkit samples of one program, which each pod runs",
		URL:     "https://gitlab.com/hpctoolkit/hpctoolkit",
		Family:  "performance",
	}, hpctoolkitOptions{
		Mount: "/opt/share", Output: "hpctoolkit-result",
		ViewImage: "ghcr.io/converged-computing/metric-hpctoolkit-view:latest",
	}, buildHpctoolkit)
}

type hpctoolkitOptions struct {
	Events     string `option:"events" required:"true" help:"flags of hpcrun that say what to sample, for example -e REALTIME@10000"`
	Mount      string `option:"mount" help:"directory at which the containers see HPCToolkit"`
	Output     string `option:"output" meta:"-" required:"true" help:"directory of the measurements; that of the database ends in -database"`
	ViewImage  string `option:"viewImage" meta:"-" required:"true" help:"image that holds HPCToolkit, a view of Spack"`
	Command    string `option:"command" meta:"-" required:"true" help:"command line of the program"`
	Workdir    string `option:"workdir" meta:"-" help:"working directory of the program"`
	PullSecret string `option:"pullSecret" meta:"-" help:"Secret to pull the image with"`
	tenancy
}

func (o *hpctoolkitOptions) Validate(p *options.Problems) {
	p.Directory("mount")
	p.Directory("workdir")
	p.Name("pullSecret", validation.IsDNS1123Subdomain)
}

// buildHpctoolkit gives the container the name that the application's container had in v1alpha1.
func buildHpctoolkit(o hpctoolkitOptions, t Target) plan.Plan {
	t.ContainerName = ""
	made := single(t, plan.Container{Script: "measure.sh", WorkingDir: o.Workdir, Measured: []string{o.Command}})
	if o.PullSecret != "" {
		made.Jobs[0].PullSecrets = []string{o.PullSecret}
	}
	return addons.Profile(made, o.Events, o.Mount, o.Output, o.ViewImage)
}
