package html

import (
	"slices"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/testing/reporttest"
)

// TestPointsOfCurvesAreRows wants each point of a curve under "All values", with its place.
func TestPointsOfCurvesAreRows(t *testing.T) {
	t.Parallel()
	r := reporttest.Study()
	all, points := newRowData(r), 0
	for of := range r.Records() {
		result := of.Result
		for _, c := range result.Curves {
			for i, y := range c.Y.Values {
				points++
				if !slices.ContainsFunc(all.Rows, func(row nums) bool {
					about, title := all.Strings[int(row[3])], all.Strings[int(row[4])]
					return row[6] == 1 && row[7] == y && about == joined(result.Title, c.X.Name+" "+report.Number(c.X.Values[i])) && title == c.Y.Title
				}) {
					t.Errorf("%s of %v is in no row", c.Y.Name, c.X.Values[i])
				}
			}
		}
	}
	if points == 0 {
		t.Error("the report has no curves")
	}
}
