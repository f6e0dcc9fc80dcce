package study

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/cli/internal/cluster"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

type statusOptions struct {
	cluster.Cluster
	results string
}

func newStatus(p *program.Program) *cobra.Command {
	o := &statusOptions{}
	cmd := &cobra.Command{
		Use:   "status [STUDY]...",
		Short: "Count the runs of studies in a cluster by their cells and states",
		Long: `Status prints a line for each cell of a study, with the values of the parameters
and how many of its runs wait, run, have completed and have failed, and the first
reason for which runs of the cell have failed. With repeat.inside it counts sets,
each with all runs of its cell. Without names it tells of all
studies of the namespace. "status" tells more of each set.

With --results it also counts the runs that the folder has and the cluster has
no more, in the namespace of the folder's runs unless -n names another, and prints the mean of each figure of the Study in each cell, with its
95 % interval and the number of runs. Without spec.figures these are the first
three figures of the report.

It runs the kubectl on PATH. The exit code is 1 if a run has failed.`,
		Example: `  latchkey study status
  latchkey study status scaling --results results`,
		RunE: func(_ *cobra.Command, studies []string) error { return o.run(studies) },
	}
	o.Cluster = cluster.Flags(p, cmd)
	cmd.Flags().StringVar(&o.results, "results", "", "`folder` that \"study run -o\" writes: its runs count too, and their figures are printed")
	return cmd
}

func (o *statusOptions) run(studies []string) error {
	ctx, stop := cluster.Interrupted()
	defer stop()
	var saved []*runs.Set
	var merits figures
	if o.results != "" {
		var err error
		if saved, err = savedIn(o.results); err != nil {
			return exit.BadInput(err)
		}
		if merits, err = figuresIn(o.Program, o.results); err != nil {
			return err
		}
		o.Cluster = o.WithDefault(namespaceIn(o.results, saved))
	}
	sets, err := o.Sets(ctx, studies...)
	if err != nil {
		return err
	}
	var records []*runs.Set
	for _, set := range sets {
		records = append(records, set.Record())
	}
	for _, record := range saved {
		if !slices.ContainsFunc(records, func(r *runs.Set) bool { return r.Name == record.Name }) {
			records = append(records, record)
		}
	}
	of := map[string][]*runs.Set{} // the runs of each study
	for _, record := range records {
		if study := record.Labels[names.StudyLabel]; study != "" && (len(studies) == 0 || slices.Contains(studies, study)) {
			of[study] = append(of[study], record)
		}
	}
	for _, study := range studies {
		if of[study] == nil {
			return exit.BadUsage(errors.New(o.None(ctx, "run of a study", study)))
		}
	}
	if len(of) == 0 {
		o.Say(o.None(ctx, "run of a study"))
	}
	var out []string
	failed := 0
	for _, study := range slices.Sorted(maps.Keys(of)) {
		text, failures := inText(study, cellsOf(of[study]), merits)
		out, failed = append(out, text), failed+failures
	}
	if _, err := io.WriteString(o.Stdout, strings.Join(out, "\n")); err != nil || failed == 0 {
		return err
	}
	return exit.Silently(exit.Problems)
}

// A cell counts its runs.
type cell struct {
	hash   string
	values map[string]string
	states map[runs.State]int
	// cause is why the first of its failed runs has failed, or "".
	cause string
}

// cellsOf returns the cells of the runs of a study, sorted by the values of the parameters as a report sorts them.
func cellsOf(all []*runs.Set) []*cell {
	cells := map[string]*cell{}
	for _, record := range all {
		values := valuesOf(record.Annotations[latchkey.AnnotationParameters])
		key := inWords(values)
		if cells[key] == nil {
			cells[key] = &cell{hash: record.Labels[names.CellLabel], values: values, states: map[runs.State]int{}}
		}
		cells[key].states[record.State]++
		if record.Cause != nil && cells[key].cause == "" {
			cells[key].cause = record.Name + ": " + record.Cause.What
		}
	}
	return slices.SortedFunc(maps.Values(cells), func(a, b *cell) int {
		for _, name := range slices.Sorted(maps.Keys(a.values)) {
			if order := report.CompareStrings(a.values[name], b.values[name]); order != 0 {
				return order
			}
		}
		return cmp.Compare(a.hash, b.hash)
	})
}

// inText returns the table of a study, and the number of failed runs.
func inText(study string, cells []*cell, merits figures) (out string, failed int) {
	sums := map[runs.State]int{}
	causes := ""
	table := newTable(slices.Sorted(maps.Keys(cells[0].values)), slices.Concat([]string{"WAITING", "RUNNING", "COMPLETED", "FAILED"}, merits.names)...)
	for _, cell := range cells {
		var counts []string
		for _, state := range []runs.State{runs.Waiting, runs.Running, runs.Completed, runs.Failed} {
			counts = append(counts, strconv.Itoa(cell.states[state]))
			sums[state] += cell.states[state]
		}
		table.add(cell.hash, cell.values, slices.Concat(counts, merits.in(study, cell))...)
		if cell.cause != "" {
			causes += "\n" + text.Printable(cell.cause)
		}
	}
	if causes != "" {
		causes += "\n"
	}
	return fmt.Sprintf("%s: %d waiting, %d running, %d completed, %d failed\n\n%s%s", text.Printable(study), sums[runs.Waiting],
		sums[runs.Running], sums[runs.Completed], sums[runs.Failed], text.Table("", table.rows), causes), sums[runs.Failed]
}
