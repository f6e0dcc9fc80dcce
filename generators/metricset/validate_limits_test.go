package metricset_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/metricset"
)

func TestValidateNames(t *testing.T) {
	t.Parallel()
	ms := read(t, "{metrics: [{name: io-fio}]}")
	opts := latchkey.Options{}
	opts.Default()
	ms.Name = strings.Repeat("a", 50) // with -m-0-0-xxxxx it has 62 characters
	if errs, _ := metricset.Validate(ms, opts); len(errs) > 0 {
		t.Errorf("errors %v", errs)
	}
	ms.Name += "aa"
	errs, _ := metricset.Validate(ms, opts)
	if len(errs) != 1 || errs[0].Field != "metadata.name" || !strings.HasSuffix(errs[0].Detail, "use a name shorter by 1") {
		t.Errorf("errors %v", errs)
	}
}

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
