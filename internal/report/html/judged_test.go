package html_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/reporttest"
)

// A study has its judgements on the page, with runs that are missing or set aside.
func TestJudged(t *testing.T) {
	t.Parallel()
	page := write(t, reporttest.Judged())
	for _, want := range []string{
		"What lammps expects", "outside", "152 to 168", "11 or less", "discarded: repeat.discard is 1", "2 of 3", "1 of 3 runs missing: 4", "Strong scaling: as the study says",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if hostile := write(t, reporttest.Renamed(reporttest.Judged(), "<b>x")); strings.Contains(hostile, "<b>x") {
		t.Error("a name became HTML")
	}
}
