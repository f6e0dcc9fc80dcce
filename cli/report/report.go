// Package report is the command that prints what metrics measured, from logs.
package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/internal/studies"
	"github.com/latchkey-dev/latchkey/cli/version"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/html"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
	"github.com/latchkey-dev/latchkey/internal/report/read"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// table is the form for people, and junit that for the tests of a CI system.
const (
	table = "table"
	junit = "junit"
)

// writers are the forms of -o.
var writers = map[string]func(io.Writer, *report.Report) error{
	program.JSON: report.WriteJSON,
	"csv":        report.WriteCSV,
	"samples":    report.WriteSamples,
	"html":       html.Write,
	junit:        report.WriteJUnit,
}

type options struct {
	*program.Program
	report.Options
	paths    []string
	form     string
	figures  []string
	names    []string
	programs []string
	runs     bool
	study    string
	check    bool
}

// New returns the command.
func New(p *program.Program) *cobra.Command {
	o := &options{Program: p}
	forms := append(slices.Sorted(maps.Keys(writers)), table)
	slices.Sort(forms)
	cmd := &cobra.Command{
		Use:   "report [PATH|-]...",
		Short: "Print what metrics measured, from logs",
		Long: `Print what metrics measured, from logs.

PATH is a folder that latchkey logs -o has written, any other file or folder of
logs as kubectl logs prints them, or - for standard input. Without PATH it is
standard input.

A run is one execution of the application: a set, or one job inside a set. Runs
with equal known facts are repetitions, and make a cell. Cells are compared
by their figures of merit. Only completed runs count. The names of folders and
files are facts, as they are, unless --names says what they mean.

Runs of a Study are compared by its parameters alone, and with what it says:
cells in its order, missing runs, speed-up over its axis, its figures and
references. "study run" keeps the Study in the results; otherwise name it with
--study. --check ends with 0 if all is inside the tolerances,
1 if not, and 4 if runs are missing. The results of a Study, and those of the
same Study that ran again, are compared figure by figure, in a table.`,
		Example: `  latchkey report results
  latchkey report --over size --by image,"node type" results
  latchkey report -o csv results > results.csv
  latchkey report --study study.yaml --check results
  latchkey report results again
  latchkey report --names 'size-{size}/{app}-{repetition}.out' study
  kubectl logs ms-m-0-0-x2k4p | latchkey report -o json`,
		RunE: func(_ *cobra.Command, paths []string) error {
			o.paths = paths
			return o.run()
		},
	}
	program.AddForms(cmd, &o.form, table, "`form` of the output: "+strings.Join(forms, ", "), forms)
	o.addFlags(cmd)
	return cmd
}

func (o *options) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&o.By, "by", nil, "`facts` that tell the cells apart, such as image,\"env THREADS\" (default all parameters that differ)")
	flags.StringVar(&o.Over, "over", "", "`fact` of the axis (default the size, or else the tasks)")
	flags.StringSliceVar(&o.Ignore, "ignore", nil, "`facts` that are not compared, such as \"image digest\"")
	flags.StringVar((*string)(&o.Scaling), "scaling", "", "how the problem grows with the size: strong or weak (default what the logs show)")
	flags.StringArrayVar(&o.figures, "figure", nil, "a figure of merit of your own, as `name=expression, higher` or lower, and a unit if it has one:\n'fom=Throughput:\\s+(\\S+) unknowns/s, higher, unknowns/s'. The first group of the expression finds the number.\nfirst, last, min, max, mean or sum says what counts of several in a run, and scales gives it a speed-up")
	flags.StringArrayVar(&o.names, "names", nil, "what the names of files mean, as a `pattern` of the end of their paths: 'size-{size}/{app}-{repetition}.out'.\n{size}, {tasks} and {repetition} are numbers, {} does not matter, any other name is a fact.\nThe name of a job in the file may follow after a slash")
	flags.StringSliceVar(&o.programs, "programs", nil, "`files` or folders that describe programs; latchkey explain program says how")
	flags.BoolVar(&o.All, "all", false, "also compare runs that are not completed")
	flags.StringVar(&o.study, "study", "", "`path` of the Study that the runs belong to: a file or folder, or - for standard input\n(default the one that \"study run\" has kept in the results)")
	flags.BoolVar(&o.check, "check", false, "judge by the references of the Study, a line for each, and end with 1 or 4 if they are not met")
	flags.BoolVar(&o.runs, "runs", false, "print each run, also if there are many")
}

func (o *options) run() error {
	if len(o.paths) == 0 {
		if program.IsTerminal(o.Stdin) {
			return exit.Usagef("nothing to read: give a file or folder of logs, or - for standard input")
		}
		o.paths = []string{read.Standard}
	}
	if o.runsAgain() {
		return o.again()
	}
	all, err := o.compared()
	if err != nil {
		return err
	}
	if err := o.write(all); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	if o.check {
		return exit.Silently(codes[all.Comparison.Verdict()])
	}
	return nil
}

// compared reads the logs of the paths, and compares the runs.
func (o *options) compared() (*report.Report, error) {
	if o.study == "" {
		o.study = studies.Kept(o.paths...)
	}
	if err := o.checkStudy(); err != nil {
		return nil, err
	}
	own := o.figures
	if o.study != "" {
		wanted, err := studies.Read(o.Program, o.study)
		if err != nil {
			return nil, err
		}
		own = slices.Concat(own, studies.Figures(wanted))
		o.Study = studies.Plan(wanted)
	}
	figures, err := parse.NewFigures(own)
	if err != nil {
		return nil, exit.Usagef("--%v", err)
	}
	names, err := read.NewNames(o.names)
	if err != nil {
		return nil, exit.Usagef("--%v", err)
	}
	programs, err := parse.ReadPrograms(o.programs)
	if err != nil {
		return nil, exit.BadInput(err)
	}
	all, err := o.read(read.Options{Options: parse.Options{Figures: figures, Programs: programs}, Names: names})
	if err != nil {
		return nil, exit.BadInput(err)
	}
	all.Command, all.Version = o.Name+text.Arguments(o.Args...), version.This()
	o.sayProblems(all.Problems)
	if len(all.Runs)+len(all.Rest) == 0 && o.study == "" { // a study says what is missing
		return nil, exit.Inputf("no log has anything that can be read: give logs of metrics, or of programs in https://github.com/latchkey-dev/latchkey/blob/main/docs/reference/records.md")
	}
	if o.Scaling != "" && o.Scaling != report.Strong && o.Scaling != report.Weak {
		return nil, exit.Usagef("--scaling %q: use strong or weak", o.Scaling)
	}
	if err := report.Compare(all, o.Options); err != nil {
		return nil, exit.BadInput(err)
	}
	return all, nil
}

func (o *options) write(all *report.Report) error {
	out := bufio.NewWriterSize(o.Stdout, 64<<10)
	var err error
	switch {
	case o.form == table && o.check:
		err = report.WriteJudgements(out, all)
	case o.form == table:
		err = report.WriteTable(out, all, o.runs)
	default:
		err = writers[o.form](out, all)
	}
	return cmp.Or(err, out.Flush())
}

// read reads the logs, and shows how much is read.
func (o *options) read(options read.Options) (*report.Report, error) {
	var done, all atomic.Int64
	finish := o.Progress(func() string {
		if size := all.Load(); size > 0 {
			return fmt.Sprintf("reading: %d of %d MB", done.Load()/1e6, max(size, done.Load())/1e6)
		}
		return fmt.Sprintf("reading: %d MB", done.Load()/1e6)
	})
	defer finish()
	options.Stdin, options.Progress = o.Stdin, func(read, size int64) {
		done.Store(read)
		all.Store(size)
	}
	return read.Paths(o.paths, options)
}

// mostProblems is the number of problems that are printed one by one.
const mostProblems = 50

func (o *options) sayProblems(all []report.Problem) {
	all = report.Abridged(all)
	for i, problem := range all {
		if i == mostProblems {
			o.Say("and more problems; -o json has all")
			return
		}
		o.Say(problem.String())
	}
}
