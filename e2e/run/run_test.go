//go:build e2e

package run

import (
	"slices"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestRun runs a set for each feature of a MiniCluster's pods and checks the result.
func TestRun(t *testing.T) {
	for _, c := range slices.Concat(modeCases, textCases, podCases, sidecarCases, keyCases, lifeCases, endCases, stateCases) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			r := lab.NewRun(t, c)
			r.Play(t)
			r.Check(t)
			if c.After != nil {
				c.After(t, r)
			}
		})
	}
}
