package metricset

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
)

// ExampleOfMetric returns the smallest valid set with a metric, with the fields that a user would write.
func ExampleOfMetric(metric metrics.Metric) *v1alpha2.MetricSet {
	values := requiredOptions(metric.Options())
	written := v1alpha2.Metric{Name: metric.Name, Options: values.Options, ListOptions: values.ListOptions, MapOptions: values.MapOptions}
	if metric.Image == "" {
		written.Image = "ghcr.io/example/program:1.0"
	}
	example := newExample(written, max(metric.MinPods, 1))
	switch errs, warnings := problemsOf(example.DeepCopy()); {
	case len(errs) > 0:
		application, _ := addons.Named("application")
		example.Spec.Metrics[0].Addons = []v1alpha2.Addon{exampleAddon(application)}
	case len(warnings) > 0: // samples without an end
		example.Spec.Metrics[0].Options["completions"] = "10"
	}
	return example
}

// wrapped has the metric of an addon's example where it is not io-fio.
var wrapped = map[string]v1alpha2.Metric{
	"application":   {Name: "perf-sysstat"},
	"workload-flux": {Name: "app-lammps", Options: map[string]v1alpha2.OptionValue{"command": "lmp -in in.reaxc.hns"}},
}

// ExampleOfAddon returns the smallest valid set with an addon, with the fields that a user would write.
func ExampleOfAddon(addon addons.Addon) *v1alpha2.MetricSet {
	written, isNamed := wrapped[addon.Name]
	if !isNamed {
		written.Name = "io-fio"
	}
	written.Addons = []v1alpha2.Addon{exampleAddon(addon)}
	pods := int32(1)
	if addon.Name == "workload-flux" {
		pods = 2 // a launcher and a worker
	}
	return newExample(written, pods)
}

func newExample(metric v1alpha2.Metric, pods int32) *v1alpha2.MetricSet {
	example := &v1alpha2.MetricSet{
		TypeMeta:   metav1.TypeMeta{APIVersion: v1alpha2.GroupVersion.String(), Kind: v1alpha2.MetricSetKind},
		ObjectMeta: metav1.ObjectMeta{Name: "example"},
		Spec:       v1alpha2.MetricSetSpec{Metrics: []v1alpha2.Metric{metric}},
	}
	if pods > 1 {
		example.Spec.Pods = &pods
	}
	return example
}

// problemsOf returns the errors and warnings of an example, which gets its defaults.
func problemsOf(ms *v1alpha2.MetricSet) (errs, warnings field.ErrorList) {
	Default(ms)
	opts := latchkey.Options{}
	opts.Default()
	return Validate(ms, opts)
}

// samples has, by the name of the option, a value that passes the rules of all addons.
var samples = map[string]v1alpha2.OptionValue{
	"path": "/data", "hostPath": "/tmp", "mount": "/opt/share", "command": "sleep 10", "prefix": "time",
	"image": "docker.io/library/ubuntu:24.04", "events": "-e REALTIME@10000",
}

// furtherOptions has, by the name of the addon, one option that the addon needs although it is not required alone.
var furtherOptions = map[string]string{"commands": "prefix", "perf-commands": "prefix"}

// exampleAddon returns an addon with the options that it needs.
func exampleAddon(addon addons.Addon) v1alpha2.Addon {
	values := requiredOptions(addon.Options())
	if further, ok := furtherOptions[addon.Name]; ok {
		values.Options[further] = samples[further]
	}
	return v1alpha2.Addon{Name: addon.Name, Options: values.Options, ListOptions: values.ListOptions, MapOptions: values.MapOptions}
}

// requiredOptions returns a value for every required option without a default.
func requiredOptions(pointer any) options.Written {
	values := options.Written{
		Options:     map[string]v1alpha2.OptionValue{},
		ListOptions: map[string][]v1alpha2.OptionValue{},
		MapOptions:  map[string]map[string]v1alpha2.OptionValue{},
	}
	for _, option := range options.Describe(pointer) {
		if !option.Required || option.Default() != "" {
			continue
		}
		value := v1alpha2.OptionValue("data")
		if known, ok := samples[option.Name]; ok {
			value = known
		}
		switch option.List() {
		case "listOptions":
			values.ListOptions[option.Name] = []v1alpha2.OptionValue{value}
		case "mapOptions":
			values.MapOptions[option.Name] = map[string]v1alpha2.OptionValue{"key": value}
		default:
			values.Options[option.Name] = value
		}
	}
	return values
}
