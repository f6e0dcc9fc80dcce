package html_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/testing/reporttest"
)

// A study has its judgements on the page, with runs that are missing or set aside.
func TestJudged(t *testing.T) {
	t.Parallel()
	page := write(t, reporttest.Judged())
	for _, want := range []string{
		"What lammps expects", "outside", "152 to 168", "11 or less", "discarded: repeat.discard is 1", "2 of 3", "1 of 3 runs missing: 4", "strong scaling: as the study says",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing", want)
		}
	}
	var data struct {
		Lines []struct {
			Expected [][]*float64 `json:"expected"`
		} `json:"lines"`
	}
	readData(t, page, "f1", &data)
	if len(data.Lines) != 2 || len(data.Lines[1].Expected) != 2 {
		t.Fatalf("the figure over the axis has %+v", data.Lines)
	}
	if limits := data.Lines[1].Expected[1]; *limits[0] != 16 || limits[1] != nil || *limits[2] != 11 {
		t.Error("the figure has other limits than the table")
	}
	if hostile := write(t, reporttest.Renamed(reporttest.Judged(), "<b>x")); strings.Contains(hostile, "<b>x") {
		t.Error("a name became HTML")
	}
}
