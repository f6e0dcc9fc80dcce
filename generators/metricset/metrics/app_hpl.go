package metrics

import (
	"math"
	"strconv"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func appHpl() Metric {
	return define(About{
		Name:    "app-hpl",
		Summary: "HPL, high performance LINPACK, with a problem sized for the memory there is",
		URL:     "https://www.netlib.org/benchmark/hpl/",
		Image:   "ghcr.io/converged-computing/metric-hpl-spack:latest",
		Family:  "solver",
		MinPods: 2,
	}, hplOptions{
		Ratio: "0.3", Blocksize: 192, launching: launching{Wait: defaultWait},
		hplTuning: hplTuning{Nbmin: 1, Ndiv: 2, SwappingThreshold: 64, MemAlignment: 4},
	}, buildHpl)
}

type hplOptions struct {
	Mpiargs   string `option:"mpiargs" help:"further arguments of mpirun"`
	Tasks     int    `option:"tasks" min:"0" help:"ranks of all hosts; 0 for one a core"`
	Ratio     string `option:"ratio" help:"share of the memory that the problem takes, from 0.001 to 1"`
	Memory    int    `option:"memory" min:"0" help:"GiB of each host to size the problem for; 0 for what is free"`
	Blocksize int    `option:"blocksize" min:"1" help:"block size, NB of HPL.dat"`
	hplTuning
	Workdir string `option:"workdir" help:"working directory of launcher and workers"`
	launching
	tenancy
}

func (o *hplOptions) Validate(p *options.Problems) {
	p.Directory("workdir")
	if thousandths := o.thousandths(); thousandths < 1 || thousandths > 1000 {
		p.Invalid("ratio", "%q is no share: use a number from 0.001 to 1, for example 0.3", o.Ratio)
	}
	o.check(p)
}

// thousandths returns the ratio in thousandths, because a shell has whole numbers only. It is 0 for an invalid ratio.
func (o hplOptions) thousandths() int {
	ratio, err := strconv.ParseFloat(o.Ratio, 64)
	if err != nil || math.IsNaN(ratio) || ratio < 0 || ratio > 1 {
		return 0
	}
	return int(math.Round(ratio * 1000))
}

// hplProfile activates the software of the image. Commands that come by ssh get it from the workers' sshd.
const hplProfile = "/opt/spack-environment/activate.sh"

func buildHpl(o hplOptions, t Target) plan.Plan {
	command := plan.Words(`mpirun --allow-run-as-root --hostfile ./hostlist.txt -np "$np"`, o.Mpiargs, "xhpl")
	launcher, worker := o.launchers(command, "", o.Workdir)
	launcher.Script = "hpl.sh"
	launcher.Env = launcher.Env.
		Text("LATCHKEY_PROFILE", hplProfile).
		Number(names.Tasks, o.Tasks).
		Number("LATCHKEY_MEMORY", o.Memory).
		Number("LATCHKEY_RATIO", o.thousandths()).
		Number("LATCHKEY_BLOCKSIZE", o.Blocksize)
	launcher.Texts = map[string]string{"dat": o.dat(o.Blocksize)}
	worker.Pre = []string{"if [ -f " + hplProfile + " ]; then . " + hplProfile + "; fi"}
	return launched(t, "l", launcher, worker)
}
