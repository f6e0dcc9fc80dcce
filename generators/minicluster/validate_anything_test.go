package minicluster_test

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

// TestValidateAnything validates objects with random values. Two calls must agree, objects must stay unchanged, and
// every message must say what to do.
func TestValidateAnything(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewSource(1))
	found := 0
	for range 300 {
		mc := &v1alpha2.MiniCluster{}
		apitest.FillSome(mc, func() bool { return random.Intn(2) == 0 })
		minicluster.Default(mc)
		before := mc.DeepCopy()
		opts := latchkey.Options{}
		if random.Intn(2) == 0 {
			opts.Workload = latchkey.WorkloadJob
		}
		errs, warnings := validated(mc, opts)
		moreErrs, moreWarnings := validated(mc, opts)
		if diff := cmp.Diff(before, mc); diff != "" {
			t.Fatalf("Validate changed the object (-before +after):\n%s", diff)
		}
		if diff := cmp.Diff(append(errs, warnings...), append(moreErrs, moreWarnings...)); diff != "" {
			t.Fatalf("a second time (-first +second):\n%s", diff)
		}
		for _, problem := range append(errs, warnings...) {
			found++
			if !strings.ContainsAny(problem.Detail, ":;") || strings.HasSuffix(problem.Detail, ".") {
				t.Errorf("%s: %q does not say what to do", problem.Field, problem.Detail)
			}
		}
	}
	if found == 0 {
		t.Error("nothing was wrong with any of the objects")
	}
}
