package fn

import (
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// TestInclude checks what becomes of earlier output if the kinds are unknown to this package: the word jobs makes a
// CronJob, and the word services a Deployment.
func TestInclude(t *testing.T) {
	t.Parallel()
	both := []*Item{{APIVersion: "batch/v1", Kind: "CronJob", Name: "hi"}, {APIVersion: "apps/v1", Kind: "Deployment", Name: "hi"}}
	for name, tc := range map[string]struct {
		include latchkey.Include
		made    []*Item
		item    Item
		goes    bool
	}{
		"made again":              {latchkey.Include{"jobs"}, both[:1], Item{APIVersion: "batch/v1", Kind: "CronJob", Name: "hi"}, true},
		"made of another version": {latchkey.Include{"jobs"}, both[:1], Item{APIVersion: "batch/v1beta1", Kind: "CronJob", Name: "hi"}, true},
		"under another name":      {latchkey.Include{"jobs"}, both[:1], Item{APIVersion: "batch/v1", Kind: "CronJob", Name: "old"}, true},
		"left out":                {latchkey.Include{"jobs"}, both[:1], Item{APIVersion: "apps/v1", Kind: "Deployment", Name: "hi"}, false},
		"left out, another name":  {latchkey.Include{"jobs"}, both[:1], Item{APIVersion: "apps/v1", Kind: "Deployment", Name: "old"}, false},
		"all is left out":         {latchkey.Include{"configmaps"}, nil, Item{APIVersion: "batch/v1", Kind: "CronJob", Name: "hi"}, false},
		"never made":              {latchkey.Include{"configmaps"}, nil, Item{APIVersion: "x/v1", Kind: "X", Name: "hi"}, false},
		"never made, known word":  {latchkey.Include{"jobs"}, both[:1], Item{APIVersion: "jobset.x-k8s.io/v1alpha2", Kind: "JobSet", Name: "hi"}, true},
		"never made, other word":  {latchkey.Include{"jobs"}, both[:1], Item{APIVersion: "v1", Kind: "Secret", Name: "hi"}, false},
		"no longer made":          {nil, both, Item{APIVersion: "x/v1", Kind: "X", Name: "hi"}, true},
	} {
		s := source{made: tc.made, wouldMake: kindsOf(both)}
		s.resolved.Options.Include = tc.include
		if goes := s.renews(&tc.item); goes != tc.goes {
			t.Errorf("%s: goes: %t, want %t", name, goes, tc.goes)
		}
	}
}
