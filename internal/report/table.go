package report

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// fewRuns is the number of runs that are printed one by one without being asked for.
const fewRuns = 3

// WriteTable writes a summary for people: the comparison, and then each run if there are few or all are wanted.
func WriteTable(w io.Writer, r *Report, all bool) error {
	p := &printer{w: w}
	if r.Comparison != nil {
		p.comparison(r)
	}
	if all || len(r.Runs) <= fewRuns {
		for i := range r.Runs {
			p.run(&r.Runs[i])
		}
	} else {
		p.title("--runs prints each of the %s; -o csv has their values", text.Count(len(r.Runs), "run"))
	}
	return p.err
}

// printer writes text and keeps the first error.
type printer struct {
	w     io.Writer
	err   error
	begun bool
}

// print writes a line. Whatever a log says, a terminal or a CI system shows it and obeys nothing.
func (p *printer) print(format string, args ...any) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, text.Printable(fmt.Sprintf(format, args...))+"\n")
	}
}

// title prints a line before a part, with a blank line before it.
func (p *printer) title(format string, args ...any) {
	if p.begun {
		p.print("")
	}
	p.begun = true
	p.print(format, args...)
}

// grid is a table of text. Its first columns are words, and the others numbers.
type grid struct {
	words int
	rows  [][]string
}

func (g *grid) add(cells ...string) { g.rows = append(g.rows, cells) }

// write prints a grid, if it has more than its titles. A column without any value is left out.
func (p *printer) write(g *grid) {
	if len(g.rows) < 2 {
		return
	}
	widths := make([]int, len(g.rows[0]))
	for i, row := range g.rows {
		for j, cell := range row {
			row[j] = text.Printable(cell)
			if i > 0 && cell != "" && cell != none {
				widths[j] = max(widths[j], utf8.RuneCountInString(g.rows[0][j]))
			}
		}
	}
	for _, row := range g.rows[1:] {
		for j, cell := range row {
			if widths[j] > 0 {
				widths[j] = max(widths[j], utf8.RuneCountInString(cell))
			}
		}
	}
	for _, row := range g.rows {
		p.print("%s", g.line(row, widths))
	}
}

// none stands in a table for what is not known.
const none = "-"

func (g *grid) line(row []string, widths []int) string {
	var line strings.Builder
	for i, cell := range row {
		pad := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell)))
		switch {
		case widths[i] == 0:
		case i < g.words:
			line.WriteString("  " + cell + pad)
		default:
			line.WriteString("  " + pad + cell)
		}
	}
	return strings.TrimRight(line.String(), " ")
}

// Short returns a number with at most four significant digits, and whole numbers up to six digits. What is not known is "-".
func Short(value float64) string {
	switch size := math.Abs(value); {
	case !Known(value):
		return none
	case value == math.Trunc(value) && size < 1e6:
		return strconv.FormatFloat(value, 'f', -1, 64)
	case size >= 1e3 && size < 1e6:
		return strconv.FormatFloat(value, 'f', 0, 64)
	}
	return strconv.FormatFloat(value, 'g', 4, 64)
}
