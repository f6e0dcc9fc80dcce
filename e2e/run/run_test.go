//go:build e2e

package run

import (
	"slices"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestRun runs one set for each thing that a MiniCluster can ask of its pods and looks at what came of it.
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
