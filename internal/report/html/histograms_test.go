package html_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/testing/reporttest"
)

// TestHistograms wants the pods added up, the application before a command of Flux with more values, ranges in their order although the
// first pod lacks the lowest, and the mean of the quantiles.
func TestHistograms(t *testing.T) {
	t.Parallel()
	r := reporttest.TwoPods()
	kind := &report.Kind{Name: "kernel", Title: "kernel"}
	p99 := report.Field{Name: "futex_p99", Unit: "us"}
	for i, counts := range [][]float64{{30, 1}, {5, 60, 5}} {
		table := report.Table{
			Name: "futex", Title: "futex <b>", Process: "lmp", Label: "us", Labels: []string{"1", "2-3", "4-7"}[3-len(counts):],
			Ranges: []report.Range{{Least: 1, Greatest: 1}, {Least: 2, Greatest: 3}, {Least: 4, Greatest: 7}}[3-len(counts):], Columns: []report.Column{{Field: &report.Field{Name: "futex_count"}, Values: counts}},
		}
		ofFlux := table
		ofFlux.Process, ofFlux.Rank = "kvs", 1
		ofFlux.Columns = []report.Column{{Field: table.Columns[0].Field, Values: make(report.Numbers, len(counts))}}
		ofFlux.Columns[0].Values[0] = 1000
		source := &r.Runs[0].Sources[i]
		source.Results = append(source.Results, report.Result{
			Kind: kind, Time: report.Unknown, Tables: []report.Table{ofFlux, table},
			Values: []report.Value{{Field: &p99, Process: "lmp", Value: float64(4 + 2*i), Time: report.Unknown}, {Field: &p99, Process: "other", Value: 70, Time: report.Unknown}},
		})
	}
	_, section, _ := strings.Cut(write(t, r), `<section id="histograms">`)
	section, _, _ = strings.Cut(section, "</section>")
	const bar = `<td><svg aria-hidden="true"><rect width="`
	for _, want := range []string{
		"futex &lt;b&gt;</h3>\n<div class=\"pairs\"><div class=\"scroll histogram\" tabindex=\"0\" role=\"region\" aria-label=\"Histogram: lmp futex &lt;b&gt;\">", "<caption>lmp<span>: 101 values of 1 run</span></caption>",
		`<td class="number">1</td>` + bar + `5.0%" height="100%"/></svg>5</td></tr>` + "\n" +
			`<tr><td class="number">2–3</td>` + bar + `89.1%" height="100%"/></svg>90</td></tr>` + "\n" +
			`<tr><td class="number">4–7</td>` + bar + `5.9%" height="100%"/></svg>6</td></tr>`,
		`p99</th><td>6.5 us</td>`,
	} {
		if !strings.Contains(section, want) {
			t.Errorf("%q is missing in:\n%s", want, section)
		}
	}
	if strings.Contains(section, "70") {
		t.Errorf("it has the quantile of another process:\n%s", section)
	}
}
