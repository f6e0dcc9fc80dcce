package generators_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

func detailOf(problems field.ErrorList, key string) string {
	for _, problem := range problems {
		if strings.HasSuffix(problem.Field, key) {
			return problem.Detail
		}
	}
	return fmt.Sprintf("nothing is said: %v", problems)
}

// TestSlipsOfMetrics misspells the name of every metric and addon, and of each of their options.
func TestSlipsOfMetrics(t *testing.T) {
	t.Parallel()
	for _, metric := range metrics.List() {
		for _, slip := range apitest.Slips(metric.Name) {
			checkNamed(t, v1alpha2.Metric{Name: slip}, "spec.metrics[0].name", metric.Name)
		}
		eachOption(metric.Options(), func(list, meant, slip string) {
			checkNamed(t, withOption(v1alpha2.Metric{Name: metric.Name}, list, slip), "spec.metrics[0]."+list+"."+slip, meant)
		})
	}
	for _, addon := range addons.List() {
		for _, slip := range apitest.Slips(addon.Name) {
			checkNamed(t, withAddon(v1alpha2.Addon{Name: slip}), "spec.metrics[0].addons[0].name", addon.Name)
		}
		eachOption(addon.Options(), func(list, meant, slip string) {
			written := withOption(v1alpha2.Metric{}, list, slip)
			checkNamed(t, withAddon(v1alpha2.Addon{
				Name: addon.Name, Options: written.Options, ListOptions: written.ListOptions, MapOptions: written.MapOptions,
			}), "spec.metrics[0].addons[0]."+list+"."+slip, meant)
		})
	}
}

// eachOption misspells the name of every option of a struct.
func eachOption(pointer any, visit func(list, meant, slip string)) {
	described := options.Describe(pointer)
	known := map[string]bool{}
	for _, option := range described {
		known[option.Name] = true
		for _, alias := range option.Aliases {
			known[alias] = true
		}
	}
	for _, option := range described {
		for _, slip := range apitest.Slips(option.Name) {
			if !known[slip] {
				visit(option.List(), option.Name, slip)
			}
		}
	}
}

func withOption(metric v1alpha2.Metric, list, name string) v1alpha2.Metric {
	switch list {
	case "options":
		metric.Options = map[string]v1alpha2.OptionValue{name: "1"}
	case "listOptions":
		metric.ListOptions = map[string][]v1alpha2.OptionValue{name: {"1"}}
	default:
		metric.MapOptions = map[string]map[string]v1alpha2.OptionValue{name: {"a": "1"}}
	}
	return metric
}

func withAddon(addon v1alpha2.Addon) v1alpha2.Metric {
	return v1alpha2.Metric{Name: "perf-sysstat", Addons: []v1alpha2.Addon{addon}}
}

// checkNamed expands a MetricSet with one metric, and wants a message with the intended name at a place.
func checkNamed(t *testing.T, metric v1alpha2.Metric, place, meant string) {
	t.Helper()
	set := &v1alpha2.MetricSet{ObjectMeta: metav1.ObjectMeta{Name: "a"}, Spec: v1alpha2.MetricSetSpec{Metrics: []v1alpha2.Metric{metric}}}
	_, errs, _ := generators.Expand(set, latchkey.Options{})
	if detail := detailOf(errs, place); !strings.Contains(detail, strconv.Quote(meant)) {
		t.Errorf("%s, %s for %q: %s", metric.Name, place, meant, detail)
	}
}
