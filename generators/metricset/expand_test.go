package metricset_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"

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
		all := objects(metricset.Expand(ms, options))
		names := all.names()
		if distinct := slices.Compact(slices.Sorted(slices.Values(names))); len(distinct) != len(names) {
			t.Errorf("names are there twice: %q", names)
		}
		config, service := podtest.One[*corev1.ConfigMap](t, all), podtest.One[*corev1.Service](t, all)
		for name, job := range all.jobs() {
			pod := job.Template
			checkLabels(t, pod.ObjectMeta)
			for key, value := range service.Spec.Selector {
				if pod.Labels[key] != value {
					t.Errorf("the Service does not find the pods of %q", name)
				}
			}
			if pod.Spec.Subdomain != service.Name {
				t.Errorf("the subdomain of %q is %q, the Service is %q", name, pod.Spec.Subdomain, service.Name)
			}
			checkPod(t, pod.Spec, config)
		}
	})
}

func checkLabels(t *testing.T, meta metav1.ObjectMeta) {
	t.Helper()
	for key, value := range meta.Labels {
		for _, problem := range slices.Concat(validation.IsQualifiedName(key), validation.IsValidLabelValue(value)) {
			t.Errorf("label %q: %s", key, problem)
		}
	}
}

func checkPod(t *testing.T, pod corev1.PodSpec, config *corev1.ConfigMap) {
	t.Helper()
	volumes, mounted, containers := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, volume := range pod.Volumes {
		if volumes[volume.Name] {
			t.Errorf("volume %q is there twice", volume.Name)
		}
		volumes[volume.Name] = true
		if volume.Name == "latchkey-entrypoint" && volume.ConfigMap.Name != config.Name {
			t.Errorf("the scripts come from %q, the ConfigMap is %q", volume.ConfigMap.Name, config.Name)
		}
	}
	for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
		if containers[container.Name] || len(validation.IsDNS1123Label(container.Name)) > 0 {
			t.Errorf("container %q is there twice, or called so", container.Name)
		}
		containers[container.Name] = true
		paths := map[string]bool{}
		for _, mount := range container.VolumeMounts {
			mounted[mount.Name] = true
			if !volumes[mount.Name] || paths[mount.MountPath] {
				t.Errorf("container %q mounts %q at %q, which is not there or taken", container.Name, mount.Name, mount.MountPath)
			}
			paths[mount.MountPath] = true
		}
		checkScript(t, container, config)
	}
	for name := range volumes {
		if !mounted[name] {
			t.Errorf("volume %q is mounted by no container", name)
		}
	}
}

// checkScript wants the script of a container and its texts in the ConfigMap.
func checkScript(t *testing.T, container corev1.Container, config *corev1.ConfigMap) {
	t.Helper()
	script := ""
	for _, word := range container.Command {
		if name, ok := strings.CutPrefix(word, "/metrics_operator/"); ok {
			script = name
		}
	}
	if script == "" {
		return
	}
	if config.Data[script] == "" {
		t.Errorf("container %q runs %q, which is not in the ConfigMap", container.Name, script)
	}
	for line := range strings.Lines(config.Data[script]) {
		if source, ok := strings.CutPrefix(line, `. "$LATCHKEY_FILES/`); ok && config.Data[strings.TrimSuffix(strings.TrimSpace(source), `"`)] == "" {
			t.Errorf("%s sources what is not in the ConfigMap: %s", script, line)
		}
	}
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
