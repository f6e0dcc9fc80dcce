package metrics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
)

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
