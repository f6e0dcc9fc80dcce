package metricset_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// expandOld goes the whole way of an object of v1alpha1.
func expandOld(t *testing.T, spec string) (made objects, errs field.ErrorList) {
	t.Helper()
	ms := &v1alpha1.MetricSet{}
	if err := yaml.UnmarshalStrict([]byte(spec), &ms.Spec); err != nil {
		t.Fatal(err)
	}
	ms.Name = "run"
	kind, _ := generators.Registry{}.Kind("flux-framework.org", "MetricSet")
	resolved, errs, _ := generators.Resolve(kind, kind.Versions[0], ms, latchkey.Options{})
	if len(errs) > 0 {
		return nil, errs
	}
	return resolved.Expand(), nil
}

// TestOldMetadata wants the keys, and the names of containers, that readers of v1alpha1's logs look for.
func TestOldMetadata(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ spec, container, want string }{
		"an application": {
			"{pods: 2, completions: 3, application: {image: 'a:1', command: sleep 10}, metrics: [{name: perf-sysstat, options: {completions: 1}}]}",
			"perf-sysstat",
			`METADATA START {"pods":2,"completions":3,"applicationImage":"a:1","applicationCommand":"sleep 10","metricName":"perf-sysstat",` +
				`"metricDescription":"pidstat samples of one watched process","metricType":"application",` +
				`"metricOptions":{"completions":1,"pids":"false","rate":10,"threads":"false"}}`,
		},
		"a storage": {
			"{storage: {volume: {path: /data, claimName: claim}}, metrics: [{name: io-sysstat, options: {completions: 1}}]}",
			"io-sysstat",
			`METADATA START {"pods":1,"completions":1,"storageVolumePath":"/data","storageVolumeClaimName":"claim","metricName":"io-sysstat",` +
				`"metricDescription":"iostat device statistics over time","metricType":"storage","metricOptions":{"completions":1,"human":"false","interval":1,"rate":10}}`,
		},
	}
	for name, test := range tests {
		all, errs := expandOld(t, test.spec)
		if len(errs) > 0 {
			t.Fatalf("%s: %v", name, errs)
		}
		all.container(t, "m", test.container)
		got, _, _ := strings.Cut(podtest.One[*corev1.ConfigMap](t, all).Data["entrypoint-0.metadata"], "\n")
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestOldCompletions(t *testing.T) {
	t.Parallel()
	all, _ := expandOld(t, "{pods: 2, completions: 3, storage: {}, metrics: [{name: io-fio}]}")
	if job := all.jobs()["m"]; *job.Parallelism != 2 || *job.Completions != 3 {
		t.Errorf("%d pods at once, %d completions", *job.Parallelism, *job.Completions)
	}
	all, _ = expandOld(t, "{pods: 3, completions: 5, metrics: [{name: app-lammps}]}")
	if jobs := all.jobs(); jobs["l"].Completions != nil || *jobs["w"].Completions != 2 {
		t.Errorf("a launcher completes %v times, workers %d", jobs["l"].Completions, *jobs["w"].Completions)
	}
}
