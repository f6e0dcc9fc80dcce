package study

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/internal/rendering"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators/study"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
	"github.com/latchkey-dev/latchkey/internal/text"
)

type planOptions struct{ rendering.Options }

func newPlan(p *program.Program) *cobra.Command {
	o := &planOptions{rendering.Options{Program: p}}
	cmd := &cobra.Command{
		Use:   "plan [PATH|DIR|-]...",
		Short: "Print the cells and runs of studies as a table",
		Long: `Plan prints a line for each cell of each Study: the hash that is in the names of
its sets, the values of the parameters, and the number of its runs. Cells that
the study excludes are in the table too. No cluster is asked.`,
		Example: `  latchkey study plan study.yaml cluster.yaml
  kustomize build . | latchkey study plan -`,
		RunE: o.run,
	}
	o.AddFlags(cmd)
	return cmd
}

func (o *planOptions) run(_ *cobra.Command, args []string) error {
	result, err := o.Render(rendering.Input{Paths: args, Warn: unknownFigures})
	o.PrintFindingsOf(result)
	if err != nil {
		return err
	}
	var out strings.Builder
	for _, item := range result.Input {
		planned := studyOf(item)
		if planned == nil {
			continue
		}
		if out.Len() > 0 {
			out.WriteString("\n")
		}
		write(&out, item, planned)
	}
	if out.Len() == 0 {
		o.Say("the input has no Study: give the file with the Study")
	}
	_, err = io.WriteString(o.Stdout, out.String())
	return err
}

// studyOf returns the Study, with its defaults, that is an item of an input without errors. It is nil for any other item.
func studyOf(item *fn.Item) *latchkey.Study {
	objects, _ := fn.Resolve(&fn.ResourceList{Items: []*fn.Item{item}}, fn.Settings{})
	for _, object := range objects {
		if s, isStudy := object.(*latchkey.Study); isStudy {
			return s
		}
	}
	return nil
}

func write(out *strings.Builder, item *fn.Item, s *latchkey.Study) {
	cells, excluded, _ := study.Cells(s)
	runs, inside := int(*s.Spec.Repeat.Count), ""
	if s.Spec.Repeat.Inside {
		inside = ", all runs of a cell inside one set"
	}
	fmt.Fprintf(out, "%s: %s, %s each, %s%s\n\n", text.Printable(item.String()), text.Count(len(cells), "cell"), text.Count(runs, "run"),
		text.Count(len(cells)*runs, "run"), inside)
	table := newTable(findings.SortedKeys(s.Spec.Parameters), "RUNS")
	for _, cell := range cells {
		table.add(cell.Hash(), cell.Values, strconv.Itoa(runs))
	}
	for _, cell := range excluded {
		table.add("-", cell.Values, "excluded")
	}
	out.WriteString(text.Table("", table.rows))
}

// A table has a row for each cell: its hash, the values of the parameters, and more.
type table struct {
	parameters []string
	rows       [][]string
}

func newTable(parameters []string, more ...string) *table {
	return &table{parameters: parameters, rows: [][]string{slices.Concat([]string{"CELL"}, parameters, more)}}
}

func (t *table) add(hash string, values map[string]string, more ...string) {
	row := []string{hash}
	for _, parameter := range t.parameters {
		row = append(row, values[parameter])
	}
	t.rows = append(t.rows, append(row, more...))
}

// unknownFigures warns of figures of studies that no log can have. "report" would tell of them when all runs are done.
func unknownFigures(items []*fn.Item) (all fn.Results) {
	for _, item := range items {
		planned := studyOf(item)
		if planned == nil {
			continue
		}
		var problems field.ErrorList
		for i, figure := range planned.Spec.Figures {
			if problem := report.UnknownFigure(figure.Name, parse.Kinds()); problem != "" {
				problems = append(problems, field.Invalid(field.NewPath("spec", "figures").Index(i).Child("name"), figure.Name, problem))
			}
		}
		all = append(all, item.Warnings(problems)...)
	}
	return all
}
