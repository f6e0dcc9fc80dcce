package metricset_test

import (
	"slices"
	"testing"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/metricset"
)

// TestValidateMany keeps a bounded number of problems of a hostile object.
func TestValidateMany(t *testing.T) {
	t.Parallel()
	ms := read(t, "{metrics: [{name: io-fio}]}")
	addon := v1alpha2.Addon{Options: map[string]v1alpha2.OptionValue{"image": "example:latest"}}
	ms.Spec.Metrics[0].Addons = slices.Repeat([]v1alpha2.Addon{addon}, findings.Most+1)
	opts := latchkey.Options{}
	opts.Default()
	if _, warnings := metricset.Validate(ms, opts); len(warnings) != findings.Most {
		t.Errorf("%d warnings, want %d", len(warnings), findings.Most)
	}
}
