package metricset_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/metricset"
	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

const (
	watching  = "{name: perf-sysstat, addons: [{name: application, options: {image: 'ubuntu:24.04', command: sleep 10}}]}"
	storing   = "{name: io-fio, addons: [{name: volume-empty, options: {name: data, path: /data}}]}"
	launching = "{name: app-lammps}"
)

// specs are MetricSets that together use every builder, for properties that must hold for all of them.
func specs() map[string]string {
	all := map[string]string{
		"watching":           "{metrics: [" + watching + "]}",
		"storing":            "{pods: 2, metrics: [" + storing + "]}",
		"launching":          "{pods: 3, metrics: [" + launching + "]}",
		"one pod launches":   "{metrics: [" + launching + "]}",
		"all shapes":         "{pods: 2, metrics: [" + strings.Join([]string{watching, storing, launching}, ", ") + "]}",
		"all of them twice":  "{pods: 2, metrics: [" + strings.Join([]string{watching, storing, launching, watching, storing, launching}, ", ") + "]}",
		"interactive":        "{logging: {interactive: true}, metrics: [" + watching + "]}",
		"labels and a queue": "{pod: {labels: {a: b}, annotations: {c: d}}, metrics: [" + storing + "]}",
	}
	for _, metric := range metrics.List() {
		all["metric "+metric.Name] = specOf(metricset.ExampleOfMetric(metric))
	}
	for _, addon := range addons.List() {
		all["addon "+addon.Name] = specOf(metricset.ExampleOfAddon(addon))
	}
	return all
}

func specOf(example *v1alpha2.MetricSet) string {
	spec, err := yamlOf(example.Spec)
	if err != nil {
		panic(err)
	}
	return spec
}

// forAll runs a check on every spec with every set of options that goes with it.
func forAll(t *testing.T, check func(t *testing.T, ms *v1alpha2.MetricSet, options latchkey.Options)) {
	t.Helper()
	checked := 0
	for name, spec := range specs() {
		for optionName, options := range map[string]latchkey.Options{
			"defaults":  {},
			"job":       {Workload: latchkey.WorkloadJob},
			"gang":      {Gang: latchkey.GangPodGroup, Placement: "lab/rack"},
			"log names": {LogNames: latchkey.LogNamesMetricsOperator},
			"require":   {Spread: latchkey.SpreadRequire, Queue: "q", NetworkPolicy: latchkey.NetworkPolicySet},
			"never":     {Ptrace: latchkey.PtraceNever},
			"rename":    {OnChange: latchkey.OnChangeRename},
			"recreate":  {OnChange: latchkey.OnChangeRecreate},
		} {
			ms := read(t, spec)
			options.Default()
			errs, _ := metricset.Validate(ms, options)
			if optionName == "job" && len(errs) > 0 {
				continue // workers need a JobSet
			}
			checked++
			t.Run(name+"/"+optionName, func(t *testing.T) {
				t.Parallel()
				for _, err := range errs {
					t.Fatalf("the spec has errors: %v", err)
				}
				check(t, ms, options)
			})
		}
	}
	if checked < 100 {
		t.Errorf("only %d specs were checked", checked)
	}
}

func TestExpandIsPure(t *testing.T) {
	t.Parallel()
	forAll(t, func(t *testing.T, ms *v1alpha2.MetricSet, options latchkey.Options) {
		before := ms.DeepCopy()
		first := metricset.Expand(ms, options)
		if !reflect.DeepEqual(before, ms) {
			t.Errorf("the MetricSet has changed (-before +after):\n%s", cmp.Diff(before, ms))
		}
		if second := metricset.Expand(ms, options); !reflect.DeepEqual(first, second) {
			t.Errorf("a second run differs (-first +second):\n%s", cmp.Diff(first, second))
		}
	})
}

func TestReferencesResolve(t *testing.T) {
	t.Parallel()
	forAll(t, func(t *testing.T, ms *v1alpha2.MetricSet, options latchkey.Options) {
		all := metricset.Expand(ms, options)
		podtest.CheckReferences(t, all, "run")
		config, service := podtest.One[*corev1.ConfigMap](t, all), podtest.One[*corev1.Service](t, all)
		for _, pod := range podtest.Pods(all) {
			if pod.Spec.Subdomain != service.Name {
				t.Errorf("the subdomain is %q, the Service is %q", pod.Spec.Subdomain, service.Name)
			}
		}
		for _, container := range podtest.Containers(all) {
			for _, word := range container.Command {
				if script, ok := strings.CutPrefix(word, "/metrics_operator/"); ok && config.Data[script] == "" {
					t.Errorf("container %q runs %q, which is not in the ConfigMap", container.Name, script)
				}
			}
		}
	})
}

// TestNoSecrets wants neither Secrets nor keys among what is written: pods make their own.
func TestNoSecrets(t *testing.T) {
	t.Parallel()
	forAll(t, func(t *testing.T, ms *v1alpha2.MetricSet, options latchkey.Options) {
		for _, object := range metricset.Expand(ms, options) {
			if _, secret := object.(*corev1.Secret); secret {
				t.Errorf("there is a Secret")
			}
			text, err := json.Marshal(object)
			if err != nil {
				t.Fatal(err)
			}
			for _, mark := range []string{"PRIVATE KEY", "AAAAC3Nza", "AAAAB3Nza"} {
				if bytes.Contains(text, []byte(mark)) {
					t.Errorf("there is a key: %s", mark)
				}
			}
		}
	})
}
