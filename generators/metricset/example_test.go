package metricset_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/metricset"
	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
)

// TestExamplesAreValid takes what documentation shows of every metric and addon: nothing in it deserves a warning,
// except an image with a tag that moves.
func TestExamplesAreValid(t *testing.T) {
	t.Parallel()
	examples := map[string]*v1alpha2.MetricSet{}
	for _, metric := range metrics.List() {
		examples["metric "+metric.Name] = metricset.ExampleOfMetric(metric)
	}
	for _, addon := range addons.List() {
		examples["addon "+addon.Name] = metricset.ExampleOfAddon(addon)
	}
	opts := latchkey.Options{}
	opts.Default()
	for name, ms := range examples {
		metricset.Default(ms)
		errs, warnings := metricset.Validate(ms, opts)
		for _, problem := range append(errs, warnings...) {
			if !strings.Contains(problem.Detail, "may be a different image on each node") {
				t.Errorf("%s: %v", name, problem)
			}
		}
	}
}
