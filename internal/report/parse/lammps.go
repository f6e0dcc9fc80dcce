package parse

import "bytes"

// lammpsRuns counts the runs of an input. Figures of the second are of the process "run 2".
type lammpsRuns int

func (r *lammpsRuns) line(o *output, l line) bool {
	switch text := trimBlanks(l.text); {
	case bytes.HasPrefix(text, []byte("Step ")):
		if *r++; *r > 1 {
			o.process = "run " + itoa(int(*r))
		}
	case bytes.HasPrefix(text, []byte("Total wall time: ")):
		o.process = ""
	}
	return false
}

func (*lammpsRuns) end(*output, int) {}
