package metrics

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

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
		p.Invalid("ratio", "%q is not a ratio: use a number from 0.001 to 1, for example 0.3", o.Ratio)
	}
	o.check(p)
}

// thousandths returns the ratio in thousandths, because a shell has integers only. It is 0 for an invalid ratio.
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
		Set("LATCHKEY_PROFILE", hplProfile).
		Number(names.Tasks, o.Tasks).
		Number("LATCHKEY_MEMORY", o.Memory).
		Number("LATCHKEY_RATIO", o.thousandths()).
		Number("LATCHKEY_BLOCKSIZE", o.Blocksize)
	launcher.Files = map[string]string{"dat": o.dat(o.Blocksize)}
	worker.Pre = []string{"if [ -f " + hplProfile + " ]; then . " + hplProfile + "; fi"}
	return launched(t, "l", launcher, worker)
}

// hplTuning are the options that HPL reads from HPL.dat, see https://www.netlib.org/benchmark/hpl/tuning.html.
type hplTuning struct {
	Mapping           int `option:"row_or_colmajor_pmapping" min:"0" max:"1" help:"ranks in the grid: 0 row by row, 1 column by column"`
	Pfact             int `option:"pfact" min:"0" max:"2" help:"panel factorisation: 0 left, 1 Crout, 2 right"`
	Nbmin             int `option:"nbmin" min:"1" help:"columns at which the recursion stops"`
	Ndiv              int `option:"ndiv" min:"2" help:"panels in each recursion"`
	Rfact             int `option:"rfact" min:"0" max:"2" help:"recursive factorisation: 0 left, 1 Crout, 2 right"`
	Bcast             int `option:"bcast" min:"0" max:"5" help:"broadcast: 0 1rg, 1 1rM, 2 2rg, 3 2rM, 4 Lng, 5 LnM"`
	Depth             int `option:"depth" min:"0" help:"depth of the look-ahead"`
	Swap              int `option:"swap" min:"0" max:"2" help:"swapping: 0 binary exchange, 1 long, 2 mix"`
	SwappingThreshold int `option:"swappingThreshold" meta:"swappableThreshold" min:"0" help:"columns from which mix swaps long"`
	L1transposed      int `option:"l1transposed" min:"0" max:"1" help:"form of L1: 0 transposed, 1 not"`
	Utransposed       int `option:"utransposed" min:"0" max:"1" help:"form of U: 0 transposed, 1 not"`
	MemAlignment      int `option:"memAlignment" min:"4" help:"alignment of memory in doubles: 4, 8 or 16"`
}

func (o *hplTuning) check(p *options.Problems) {
	if !slices.Contains([]int{4, 8, 16}, o.MemAlignment) && !p.Failed("memAlignment") {
		p.Invalid("memAlignment", "%d is not allowed: use one of 4, 8, 16", o.MemAlignment)
	}
}

// dat returns HPL.dat for one run. The script fills in the size and the grid.
func (o hplTuning) dat(blocksize int) string {
	var text strings.Builder
	line := func(value any, meaning string) { fmt.Fprintf(&text, "%-12v %s\n", value, meaning) }
	text.WriteString("HPL.dat\nwritten by Latchkey\n")
	line("HPL.out", "output file name, if any")
	line(6, "device out (6 is standard output)")
	line(1, "number of problem sizes (N)")
	line("@N@", "Ns")
	line(1, "number of block sizes (NB)")
	line(blocksize, "NBs")
	line(o.Mapping, "PMAP process mapping (0 row-, 1 column-major)")
	line(1, "number of process grids (P x Q)")
	line("@P@", "Ps")
	line("@Q@", "Qs")
	line("16.0", "threshold")
	for _, list := range []struct {
		name  string
		value int
	}{
		{"PFACT", o.Pfact},
		{"NBMIN", o.Nbmin},
		{"NDIV", o.Ndiv},
		{"RFACT", o.Rfact},
		{"BCAST", o.Bcast},
		{"DEPTH", o.Depth},
	} {
		line(1, "number of "+list.name+"s")
		line(list.value, list.name+"s")
	}
	line(o.Swap, "SWAP (0 binary exchange, 1 long, 2 mix)")
	line(o.SwappingThreshold, "swapping threshold")
	line(o.L1transposed, "L1 in (0 transposed, 1 no-transposed) form")
	line(o.Utransposed, "U in (0 transposed, 1 no-transposed) form")
	line(1, "equilibration (0 no, 1 yes)")
	line(o.MemAlignment, "memory alignment in doubles")
	return text.String()
}
