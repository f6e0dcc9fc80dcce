package study

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/cli/internal/cluster"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
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

With --results DIR it also counts the runs that "study run" has saved and whose
sets are deleted.

It runs the kubectl on PATH. The exit code is 1 if a run has failed.`,
		Example: `  latchkey study status
  latchkey study status scaling --results results`,
		RunE: func(_ *cobra.Command, studies []string) error { return o.run(studies) },
	}
	o.Cluster = cluster.Flags(p, cmd)
	cmd.Flags().StringVar(&o.results, "results", "", "`directory` with the logs of deleted sets")
	return cmd
}

func (o *statusOptions) run(studies []string) error {
	ctx, stop := cluster.Interrupted()
	defer stop()
	sets, err := o.Sets(ctx, false, studies...)
	if err != nil {
		return err
	}
	known := map[string]*runs.Set{}
	if err := o.addSaved(known); err != nil {
		return err
	}
	for _, set := range sets {
		known[set.Name] = set.Record()
	}
	tables := map[string]table{}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		study := known[name].Labels[names.StudyLabel]
		if study == "" || len(studies) > 0 && !slices.Contains(studies, study) {
			continue
		}
		if tables[study] == nil {
			tables[study] = table{}
		}
		tables[study].add(known[name])
	}
	for _, study := range studies {
		if tables[study] == nil {
			return exit.Usagef("there is no run of a study %q in the namespace %q", study, o.Namespace(ctx))
		}
	}
	if len(tables) == 0 {
		o.Say(fmt.Sprintf("there is no run of a study in the namespace %q", o.Namespace(ctx)))
	}
	return o.print(tables)
}

// addSaved adds the runs of the folder with results. The last one of a name counts.
func (o *statusOptions) addSaved(known map[string]*runs.Set) error {
	if o.results == "" {
		return nil
	}
	entries, err := os.ReadDir(o.results)
	if err != nil {
		return exit.BadInput(err)
	}
	for _, entry := range entries {
		name, _, _ := strings.Cut(entry.Name(), ".")
		if _, err := os.Stat(filepath.Join(o.results, name, runs.SetFile)); err != nil || known[name] != nil {
			continue // something else
		}
		records, err := runs.History(o.results, name)
		if err != nil {
			return exit.BadInput(err)
		}
		known[name] = records[len(records)-1]
	}
	return nil
}

// A table has the cells of a study by the values of their parameters.
type table map[string]*cell

// A cell counts its runs.
type cell struct {
	hash   string
	values map[string]string
	states map[runs.State]int
	// cause is why the first of its failed runs has failed, or "".
	cause string
}

func (t table) add(record *runs.Set) {
	values := valuesOf(record.Annotations)
	key := inWords(values)
	if t[key] == nil {
		t[key] = &cell{hash: record.Labels[names.CellLabel], values: values, states: map[runs.State]int{}}
	}
	t[key].states[record.State]++
	if record.Cause != nil && t[key].cause == "" {
		t[key].cause = record.Name + ": " + record.Cause.What
	}
}

// print prints the tables, and returns the error for the exit code.
func (o *statusOptions) print(tables map[string]table) error {
	var out strings.Builder
	failed := 0
	for _, study := range slices.Sorted(maps.Keys(tables)) {
		if out.Len() > 0 {
			out.WriteString("\n")
		}
		failed += tables[study].print(&out, study)
	}
	if _, err := io.WriteString(o.Stdout, out.String()); err != nil {
		return err
	}
	if failed > 0 {
		return exit.Silently(exit.Problems)
	}
	return nil
}

var states = []runs.State{runs.Waiting, runs.Running, runs.Completed, runs.Failed}

// print writes the table, and returns the number of failed runs.
func (t table) print(out io.Writer, study string) int {
	cells := slices.SortedFunc(maps.Values(t), func(a, b *cell) int {
		return cmp.Or(cmp.Compare(naturally(a.values), naturally(b.values)), cmp.Compare(a.hash, b.hash))
	})
	sums := map[runs.State]int{}
	var causes []string
	rows := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	names := slices.Sorted(maps.Keys(cells[0].values))
	fmt.Fprintf(rows, "%s\t%s\n", strings.Join(append([]string{"CELL"}, names...), "\t"), "WAITING\tRUNNING\tCOMPLETED\tFAILED")
	for _, cell := range cells {
		fields := []string{cell.hash}
		for _, name := range names {
			fields = append(fields, text.Printable(cell.values[name]))
		}
		for _, state := range states {
			fields = append(fields, fmt.Sprint(cell.states[state]))
			sums[state] += cell.states[state]
		}
		fmt.Fprintln(rows, strings.Join(fields, "\t"))
		if cell.cause != "" {
			causes = append(causes, text.Printable(cell.cause))
		}
	}
	fmt.Fprintf(out, "%s: %d waiting, %d running, %d completed, %d failed\n\n", text.Printable(study),
		sums[runs.Waiting], sums[runs.Running], sums[runs.Completed], sums[runs.Failed])
	_ = rows.Flush() // a builder takes all
	if len(causes) > 0 {
		fmt.Fprintf(out, "\n%s\n", strings.Join(causes, "\n"))
	}
	return sums[runs.Failed]
}

// naturally returns a text by which values sort, numbers by their size.
func naturally(values map[string]string) string {
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		if strings.Trim(value, "0123456789") == "" {
			value = fmt.Sprintf("%20s", value)
		}
		all.WriteString(value + "\x00")
	}
	return all.String()
}
