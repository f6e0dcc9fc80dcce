package read

import (
	"cmp"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

func setProblem(run *report.Run) {
	tasks := report.FactNumber(run.Facts, report.FactTasks)
	for _, s := range run.Sources {
		for _, r := range s.Results {
			total, each := product(r, r.Kind.Problem.Total), product(r, r.Kind.Problem.Each)
			of := cmp.Or(r.Kind.Problem.Total, r.Kind.Problem.Each) + "="
			if !report.Known(total) {
				total = each * tasks
			} else if tasks > 0 {
				each = total / tasks
			}
			with := ""
			for _, name := range r.Kind.Problem.With {
				if text := printedBy(r, name); text != "" {
					with += " " + name + "=" + text
				}
			}
			if total > 0 && report.Known(total) {
				setFact(run, report.FactTotal, of+inDigits(total)+with)
			}
			if each > 0 && report.Known(each) {
				setFact(run, report.FactEach, of+inDigits(each)+with)
			}
		}
	}
}

// inDigits returns a number with at most six digits, unless it is a whole one.
func inDigits(value float64) string {
	if value == math.Trunc(value) {
		return report.Number(value)
	}
	return strconv.FormatFloat(value, 'g', 6, 64)
}

// product multiplies what a result says of the names of a product: "nx*ny*nz". Of a string it takes all numbers: "1024, 1024, 1024". a|b
// is b if the result says nothing of a. #rank is how many values the name rank has.
func product(r report.Result, names string) float64 {
	if first, other, several := strings.Cut(names, "|"); several {
		if value := product(r, first); report.Known(value) {
			return value
		}
		return product(r, other)
	}
	if names == "" {
		return report.Unknown
	}
	if name, counted := strings.CutPrefix(names, "#"); counted {
		if all := printedBy(r, name); all != "" {
			return float64(strings.Count(all, ";") + 1)
		}
		return report.Unknown
	}
	total := 1.0
	for name := range strings.SplitSeq(names, "*") {
		text, _, _ := strings.Cut(printedBy(r, name), ";")
		found := wholeNumbers.FindAllString(text, -1)
		if len(found) == 0 {
			return report.Unknown
		}
		for _, word := range found {
			value, _ := strconv.ParseFloat(word, 64)
			total *= value
		}
	}
	return total
}

var wholeNumbers = regexp.MustCompile(`[0-9.]+(?:e[+]?[0-9]+)?`)
