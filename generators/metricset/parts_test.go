package metricset_test

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/metricset"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// ways are options that change which parts of the scripts run.
var ways = map[string]latchkey.Options{
	"native": {}, "log names": {LogNames: latchkey.LogNamesMetricsOperator}, "restart": {OnDisruption: latchkey.OnDisruptionRestart},
}

// TestSetsHoldWhatTheyRun renders every metric and every addon with a snippet before the collection, with one after it and with none, on
// one pod and on more, and without snippets in all ways. It attaches the metrics that can be attached. Each set holds the scripts that it
// runs, and no others.
func TestSetsHoldWhatTheyRun(t *testing.T) {
	t.Parallel()
	sets := 0
	check := func(what string, data map[string]string, containers []corev1.Container) {
		sets++
		podtest.CheckSet(t, data, containers)
		if t.Failed() {
			t.Fatal(what)
		}
	}
	job := attach.Pod{Name: "a", Title: "Job a", Watched: map[string]attach.User{"a": {Plain: true}}}
	for name, ms := range variants(t) {
		for way, opts := range ways {
			if way != "native" && strings.Contains(name, "Block") {
				continue
			}
			opts.Default()
			if errs, _ := metricset.Validate(ms.DeepCopy(), opts); len(errs) == 0 {
				all := metricset.Expand(ms.DeepCopy(), opts)
				check(name+", "+way, podtest.One[*corev1.ConfigMap](t, all).Data, podtest.Containers(all))
			}
			for _, carrier := range []attach.Pod{lammps(), job} {
				if added, errs, _ := attachedSet(t, ms.DeepCopy(), opts, carrier); len(errs) == 0 {
					check(name+", attached, "+way, added.Files.Data, containers(added))
				}
			}
		}
	}
	if sets < 500 {
		t.Errorf("only %d sets", sets)
	}
}

// containers returns the containers that an attached set adds.
func containers(added attach.Addition) []corev1.Container {
	var all []corev1.Container
	for _, sidecar := range added.Sidecars {
		all = append(all, sidecar.Container)
	}
	return all
}

// variants returns MetricSets by what they are.
func variants(t *testing.T) map[string]*v1alpha2.MetricSet {
	t.Helper()
	written := specs()
	for _, options := range subsets("completions: 3, timeout: 9", "pids: true, threads: true, color: true") {
		for _, watched := range []string{"command: lmp", "pattern: lmp", "container: a", "rate: 3"} {
			written["perf-sysstat "+watched+options] = "{pods: 2, metrics: [{name: perf-sysstat, options: {" + watched + options + "}}]}"
		}
		written["perf-sysstat by index"+options] = "{pods: 2, metrics: [{name: perf-sysstat, options: {rate: 1" + options +
			"}, mapOptions: {commands: {'1': lmp, all: lmp}}}]}"
	}
	all := map[string]*v1alpha2.MetricSet{}
	for name, spec := range written {
		for _, around := range []string{"", ", preBlock: 'true'", ", postBlock: 'true'"} {
			for interactive, pods := range map[bool]int32{false: 1, true: 3} {
				ms := read(t, spec)
				ms.Spec.Pods, ms.Spec.Logging.Interactive = new(pods), interactive
				if around != "" {
					addon := read(t, "{metrics: [{name: io-fio, addons: [{name: commands, options: {"+strings.TrimPrefix(around, ", ")+"}}]}]}")
					for i := range ms.Spec.Metrics {
						ms.Spec.Metrics[i].Addons = append(ms.Spec.Metrics[i].Addons, addon.Spec.Metrics[0].Addons...)
					}
				}
				all[fmt.Sprintf("%s%s, %d pods, interactive %t", name, around, pods, interactive)] = ms
			}
		}
	}
	return all
}

// subsets returns the subsets of words, each word after a comma.
func subsets(words ...string) []string {
	all := []string{""}
	for _, word := range words {
		for _, subset := range all {
			all = append(all, subset+", "+word)
		}
	}
	return all
}
