package html_test

import (
	"slices"
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
	var data struct {
		Label          string
		Ranges, Groups []string
		Counts         [][]float64
	}
	_, section, _ := strings.Cut(write(t, r), `<section id="histograms">`)
	figureOf(t, section, "lmp futex &lt;b&gt;", &data)
	if want := []string{"1", "2-3", "4-7"}; data.Label != "us" || !slices.Equal(data.Ranges, want) || len(data.Groups) != 1 || !slices.Equal(data.Counts[0], []float64{5, 90, 6}) {
		t.Errorf("the picture has %+v", data)
	}
	if want := "101 values of 1 run; p50 2.5 us, p90 3 us, p99 6.5 us"; !strings.Contains(section, want) {
		t.Errorf("%q is missing in:\n%.2000s", want, section)
	}
	if strings.Index(section, `data-name="lmp`) > strings.Index(section, `data-name="kvs`) {
		t.Error("a command of Flux is before the application")
	}
}
