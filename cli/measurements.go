package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/report"
	"github.com/latchkey-dev/latchkey/report/html"
	"github.com/latchkey-dev/latchkey/report/read"
)

// formatTable is the form of measurements for people.
const formatTable = "table"

// measurementForms are the values of -o of the command report.
var measurementForms = map[string]func(io.Writer, *report.Report) error{
	formatTable:   report.WriteTable,
	formatJSON:    report.WriteJSON,
	"csv":         report.WriteCSV,
	"openmetrics": report.WriteOpenMetrics,
	"html":        html.Write,
}

// measurer reads logs and prints what they measured.
type measurer struct {
	command Command
	output  string
}

// newReport returns the command that reads logs.
func (c Command) newReport() *cobra.Command {
	m := &measurer{command: c}
	cmd := &cobra.Command{
		Use:   "report [PATH|-]...",
		Short: "Print what metrics measured, from logs",
		Long: `Print what metrics measured, from logs.

PATH is a folder that latchkey logs -o has written, any other file or folder of
logs as kubectl logs prints them, or - for standard input. Without PATH it is
standard input. Several runs are compared by what differs between them.`,
		Example: `  latchkey report results
  latchkey report -o csv results > results.csv
  latchkey report -o html size-1 size-2 size-4 > report.html
  kubectl logs ms-m-0-0-x2k4p | latchkey report -o json`,
		RunE: m.run,
	}
	forms := slices.Sorted(maps.Keys(measurementForms))
	addForms(cmd, &m.output, formatTable, "`form` of the output: "+strings.Join(forms, ", "), forms)
	return cmd
}

func (m *measurer) run(_ *cobra.Command, paths []string) error {
	if err := checkForm(m.output, slices.Sorted(maps.Keys(measurementForms))); err != nil {
		return err
	}
	if len(paths) == 0 {
		if isTerminal(m.command.Stdin) {
			return usageError{errors.New("nothing to read: give a file or folder of logs, or - for standard input")}
		}
		paths = []string{read.Standard}
	}
	bar := &progress{out: m.command.Stderr, begun: time.Now()}
	all, err := read.Paths(paths, read.Options{Stdin: m.command.Stdin, Progress: bar.show})
	bar.clear()
	if err != nil {
		return inputError{err}
	}
	m.problems(all.Problems)
	if !all.Found() {
		return inputError{errors.New("no log has anything that can be read: give logs of metrics, or of programs that docs/report.md names")}
	}
	report.Compare(all)
	out := bufio.NewWriterSize(m.command.Stdout, 64<<10)
	err = measurementForms[m.output](out, all)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

// mostProblems is the number of problems that are printed one by one.
const mostProblems = 50

// problems prints what could not be read.
func (m *measurer) problems(all []report.Problem) {
	for i, p := range all {
		if i == mostProblems {
			m.command.say(fmt.Sprintf("and %d more problems; -o json has all", len(all)-i))
			return
		}
		m.command.say(p.String())
	}
}

// progress shows on a terminal how much is read, once that takes longer than a second.
type progress struct {
	out   io.Writer
	begun time.Time
	shown time.Time
}

func (p *progress) show(done, all int64) {
	now := time.Now()
	if now.Sub(p.begun) < time.Second || now.Sub(p.shown) < time.Second/5 || !isTerminal(p.out) {
		return
	}
	p.shown = now
	if all > 0 {
		fmt.Fprintf(p.out, "\r\x1b[Kreading: %d of %d MB", done/1e6, max(all, done)/1e6)
		return
	}
	fmt.Fprintf(p.out, "\r\x1b[Kreading: %d MB", done/1e6)
}

// clear removes the line of show.
func (p *progress) clear() {
	if !p.shown.IsZero() {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
