package metrics_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

type (
	values = map[string]v1alpha2.OptionValue
	lists  = map[string][]v1alpha2.OptionValue
)

// optionCase is what a user writes for a metric, and the fields that get an error or a warning.
type optionCase struct {
	name, metric     string
	options          values
	lists            lists
	errors, warnings []string
}

func checkOptions(t *testing.T, cases []optionCase) {
	t.Helper()
	for _, test := range cases {
		t.Run(test.metric+"/"+test.name, func(t *testing.T) {
			t.Parallel()
			_, problems := named(t, test.metric).Decode(
				options.Written{Options: test.options, ListOptions: test.lists}, field.NewPath("m"))
			if diff := cmp.Diff(test.errors, fields(problems.Errors)); diff != "" {
				t.Errorf("fields with errors (-want +got):\n%s%v", diff, problems.Errors)
			}
			if diff := cmp.Diff(test.warnings, fields(problems.Warnings)); diff != "" {
				t.Errorf("fields with warnings (-want +got):\n%s%v", diff, problems.Warnings)
			}
		})
	}
}

func named(t *testing.T, name string) metrics.Metric {
	t.Helper()
	metric, known := metrics.Named(name)
	if !known {
		t.Fatalf("there is no metric %s", name)
	}
	return metric
}

func fields(list field.ErrorList) []string {
	var names []string
	for _, problem := range list {
		names = append(names, problem.Field)
	}
	return names
}

// launcherOf returns the first container of a metric's plan for a number of pods.
func launcherOf(t *testing.T, name string, said options.Written, pods int32) plan.Container {
	t.Helper()
	metric := named(t, name)
	opts, problems := metric.Decode(said, field.NewPath("m"))
	if len(problems.Errors) > 0 {
		t.Fatal(problems.Errors)
	}
	return metric.Build(opts, metrics.Target{Pods: pods, Completions: pods}).Jobs[0].Containers[0]
}

// TestDefaultsAreInOrder builds every metric that needs no option.
func TestDefaultsAreInOrder(t *testing.T) {
	t.Parallel()
	built := 0
	for _, metric := range metrics.List() {
		needs := false
		for _, option := range options.Describe(metric.Options()) {
			if option.Schema.Description == "" || option.Schema.Kind() == "" {
				t.Errorf("%s: the option %s has no meaning or type", metric.Name, option.Name)
			}
			needs = needs || option.Required && option.Default() == ""
		}
		if needs {
			continue
		}
		built++
		opts, problems := metric.Decode(options.Written{}, field.NewPath("m"))
		if len(problems.Errors) > 0 {
			t.Errorf("%s: %v", metric.Name, problems.Errors)
		}
		made := metric.Build(opts, metrics.Target{Pods: 2, Completions: 2})
		if _, found := made.Container(plan.Measures); !found {
			t.Errorf("%s: nothing measures", metric.Name)
		}
	}
	if built < 18 {
		t.Errorf("%d metrics were built, want 18 or more", built)
	}
}
