package v1alpha1_test

import (
	"encoding/json"
	"math"
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// TestRange wants tolerances on the right side of positive and negative values.
func TestRange(t *testing.T) {
	t.Parallel()
	none := math.NaN()
	for name, c := range map[string]struct {
		text            string
		least, greatest float64
	}{
		"both":     {`{"value": 200, "below": "10%", "above": "5%"}`, 180, 210},
		"above":    {`{"value": 1e-2, "above": "0%"}`, none, 0.01},
		"below":    {`{"value": 2.5, "below": "100%"}`, 0, none},
		"negative": {`{"value": -200, "below": "1.5%", "above": "5%"}`, -203, -190},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var reference latchkey.StudyReference
			if err := json.Unmarshal([]byte(c.text), &reference); err != nil {
				t.Fatal(err)
			}
			least, greatest := reference.Range()
			checkLimit(t, least, c.least)
			checkLimit(t, greatest, c.greatest)
		})
	}
}

// checkLimit wants a limit, or none for NaN.
func checkLimit(t *testing.T, got *float64, want float64) {
	t.Helper()
	if (got == nil) != math.IsNaN(want) || got != nil && math.Abs(*got-want) > 1e-9 {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestStudyNumber wants a number to stay as it was written.
func TestStudyNumber(t *testing.T) {
	t.Parallel()
	const text = `{"value":1.50e2,"above":"5%"}`
	var reference latchkey.StudyReference
	if err := json.Unmarshal([]byte(text), &reference); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(reference)
	if err != nil || string(again) != text {
		t.Errorf("%s, %v", again, err)
	}
}
