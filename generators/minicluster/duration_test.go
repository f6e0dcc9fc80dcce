package minicluster_test

import (
	"testing"

	"github.com/latchkey-dev/latchkey/generators/minicluster"
)

// TestDuration compares with flux-framework/flux-core, src/common/libutil/fsd.c.
func TestDuration(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"5s": true, "0": true, "1.5m": true, ".5h": true, "100ms": true, "2d": true, "30": true,
		"": false, "s": false, "-5s": false, "5 s": false, "5min": false, "1e3": false, "inf": false, ".": false, "5ss": false,
	} {
		if got := minicluster.IsDuration(text); got != want {
			t.Errorf("%q is a duration: %t, want %t", text, got, want)
		}
	}
}
