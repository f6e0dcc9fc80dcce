package parse

import (
	"bytes"

	"github.com/latchkey-dev/latchkey/report"
)

var amg = program{
	kind: &report.Kind{
		Name:    "amg",
		Title:   "AMG",
		Metrics: []string{"app-amg"},
		Form:    "LLNL/AMG 1.2, test/amg.c and utilities/timing.c; times belong to a part of the run, which is the process",
		URL:     "https://github.com/LLNL/AMG",
		Fields: []report.Field{
			{Name: "wall_time", Title: "wall time", Unit: "s", Better: report.Lower, Doc: "time of a part"},
			{Name: "wall_mflops", Title: "MFLOPS", Unit: "MFLOP/s", Better: report.Higher, Doc: "rate of a part; 0 where AMG does not count"},
			{Name: "cpu_time", Title: "CPU time", Unit: "s", Better: report.Lower, Doc: "processor time of a part"},
			{Name: "cpu_mflops", Title: "MFLOPS (CPU)", Unit: "MFLOP/s", Better: report.Higher, Doc: "rate by processor time; 0 where AMG does not count"},
			{Name: "fom_setup", Title: "FOM of the setup", Better: report.Higher, Doc: "nonzeros of the matrices divided by the time of the setup"},
			{Name: "fom_solve", Title: "FOM of the solution", Better: report.Higher, Doc: "nonzeros times iterations divided by the time of the solution"},
			{Name: "fom_1", Title: "FOM of problem 1", Better: report.Higher, Doc: "figure of merit"},
			{Name: "fom_2", Title: "FOM of problem 2", Better: report.Higher, Doc: "figure of merit"},
			{Name: "iterations", Title: "iterations", Doc: "of the solver"},
			{Name: "cumulative_iterations", Title: "iterations in all", Doc: "of all time steps of problem 2"},
			{Name: "time_steps", Title: "time steps", Doc: "of problem 2"},
			{Name: "residual", Title: "residual", Doc: "final relative residual norm"},
			{Name: "solver_id", Title: "solver", Doc: "number of the solver"},
			{Name: "nx", Title: "nx", Doc: "points of the whole problem in the direction x"},
			{Name: "ny", Title: "ny", Doc: "points in the direction y"},
			{Name: "nz", Title: "nz", Doc: "points in the direction z"},
			{Name: "px", Title: "px", Doc: "processes in the direction x"},
			{Name: "py", Title: "py", Doc: "processes in the direction y"},
			{Name: "pz", Title: "pz", Doc: "processes in the direction z"},
			{Name: "tasks", Title: "processes", Doc: "number of MPI processes (-printstats)"},
			{Name: "threads", Title: "threads", Doc: "number of OpenMP threads of a process (-printstats)"},
		},
	},
	first: []string{"Running with these driver parameters:"},
	forms: []string{
		"solver ID = {solver_id}",
		"(Nx, Ny, Nz) = ({nx}, {ny}, {nz})",
		"(Px, Py, Pz) = ({px}, {py}, {pz})",
		"FOM_Setup: nnz_AP / Setup Phase Time: {fom_setup}",
		"FOM_Solve: nnz_AP * Iterations / Solve Phase Time: {fom_solve}",
		"Figure of Merit (FOM_1): {fom_1}",
		"Figure of Merit (FOM_2): {fom_2}",
		"GMRES Iterations = {iterations}",
		"Iterations = {iterations}",
		"Final Relative Residual Norm = {residual}",
		"Final GMRES Relative Residual Norm = {residual}",
		"No. of Time Steps = {time_steps}",
		"Cum. No. of Iterations = {cumulative_iterations}",
		"Num MPI tasks = {tasks} Num OpenMP threads = {threads}",
	},
	last:  "Figure of Merit (FOM_",
	table: amgPart,
}

var amgTimes = newForms([]string{
	"wall clock time = {wall_time} seconds",
	"wall MFLOPS = {wall_mflops}",
	"cpu clock time = {cpu_time} seconds",
	"cpu MFLOPS = {cpu_mflops}",
})

// amgState is the part of the run that prints.
type amgState struct {
	ruled bool // the line before was a rule
	part  string
}

// amgPart reads the times of the parts. The title of a part stands between two rules.
func amgPart(o *output, l line) bool {
	if o.state == nil {
		o.state = &amgState{}
	}
	state := o.state.(*amgState)
	text := bytes.TrimSpace(l.text)
	if bytes.HasPrefix(text, []byte("=====")) {
		state.ruled = !state.ruled
		return true
	}
	if state.ruled {
		state.part = clean(bytes.TrimSuffix(text, []byte(":")))
		return true
	}
	for _, f := range amgTimes {
		if found, ok := f.match(text, nil); ok {
			o.process = state.part
			o.keep(found, l)
			o.process = ""
			return true
		}
	}
	return false
}
