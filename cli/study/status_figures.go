package study

import (
	"os"
	"strings"

	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/internal/studies"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// savedIn returns the runs that a folder of results has. Of runs with one name the latest counts.
func savedIn(results string) (saved []*runs.Set, _ error) {
	entries, err := os.ReadDir(results)
	for _, entry := range entries {
		if strings.Contains(entry.Name(), ".") {
			continue // a file, or a run that was made again: History has it
		}
		if all, _ := runs.History(results, entry.Name()); len(all) > 0 { // what cannot be read is what "study check" is for
			saved = append(saved, all[len(all)-1])
		}
	}
	return saved, err
}

// namespaceIn returns the namespace of the runs of a folder, by its records, or before any is saved by the sources that it keeps, or "".
func namespaceIn(results string, saved []*runs.Set) string {
	if len(saved) > 0 {
		return saved[0].Namespace
	}
	file, data, _ := keptSources(results)
	items, _ := fn.ParseDocuments(file, data)
	for _, item := range items { // the options are the first, with the namespace of the command line
		if item.Namespace != "" {
			return item.Namespace
		}
	}
	return ""
}

// mostFigures is how many figures stand in a table if the Study names none.
const mostFigures = 3

// figures are means of figures of merit in the cells of studies, as strings.
type figures struct {
	names []string
	of    map[[3]string][]string // by study, values of the parameters in words, and name
}

// figuresIn returns the figures of a folder of results, as far as runs have completed.
func figuresIn(p *program.Program, results string) (out figures, _ error) {
	all, err := measured(p, results)
	if all == nil {
		return out, err
	}
	// An error is about a figure that no log has yet: "report" tells of it.
	wanted := all.Comparison.Figures
	if of := all.Comparison.Study; of == nil || len(of.Figures) == 0 {
		wanted = wanted[:min(len(wanted), mostFigures)]
	}
	out.of = map[[3]string][]string{}
	for _, figure := range wanted {
		name := text.Printable(report.WithUnit(figure.Words(), figure.Field.Unit))
		out.names = append(out.names, name)
		for _, entry := range figure.Entries {
			if place := all.Runs[entry.Runs[0]].Place; place != nil {
				at := [3]string{place.Study, inWords(place.Parameters), name}
				out.of[at] = append(out.of[at], studies.Interval(entry.Stats))
			}
		}
	}
	return out, nil
}

// in returns the figures of a cell, in the order of the names. A cell that the report has cut has a mean of each part.
func (f figures) in(study string, c *cell) (row []string) {
	for _, name := range f.names {
		row = append(row, strings.Join(f.of[[3]string{study, inWords(c.values), name}], ", "))
	}
	return row
}
