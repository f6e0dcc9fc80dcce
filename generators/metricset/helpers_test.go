package metricset_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/metricset"
	"github.com/latchkey-dev/latchkey/internal/testing/metriclog"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// read returns the defaulted MetricSet called "run" with the given spec.
func read(t *testing.T, spec string) *v1alpha2.MetricSet {
	t.Helper()
	ms := &v1alpha2.MetricSet{}
	if err := yaml.UnmarshalStrict([]byte(spec), &ms.Spec); err != nil {
		t.Fatalf("spec: %v", err)
	}
	ms.Name, ms.Namespace = "run", "hpc"
	metricset.Default(ms)
	return ms
}

// expand returns the objects of a spec that is in order.
func expand(t *testing.T, spec string, opts latchkey.Options) objects {
	t.Helper()
	ms := read(t, spec)
	opts.Default()
	if errs, _ := metricset.Validate(ms, opts); len(errs) > 0 {
		t.Fatalf("the spec has errors: %v", errs)
	}
	return metricset.Expand(ms, opts)
}

type objects []runtime.Object

// names lists objects as "Kind/name", in their order.
func (all objects) names() []string {
	return podtest.Names(all)
}

// jobs returns the jobs of the workloads by name.
func (all objects) jobs() map[string]batchv1.JobSpec {
	jobs := map[string]batchv1.JobSpec{}
	for _, object := range all {
		switch workload := object.(type) {
		case *jobset.JobSet:
			for _, job := range workload.Spec.ReplicatedJobs {
				jobs[job.Name] = job.Template.Spec
			}
		case *batchv1.Job:
			jobs[workload.Name] = workload.Spec
		}
	}
	return jobs
}

// container returns a container of a job, an init container or not.
func (all objects) container(t *testing.T, job, name string) corev1.Container {
	t.Helper()
	return podtest.Container(t, all.jobs()[job].Template.Spec, name)
}

func yamlOf(value any) (string, error) {
	text, err := yaml.Marshal(value)
	return string(text), err
}

// scripts returns the scripts with an ending, with their comments, by name.
func scripts(t *testing.T, ending string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	paths, _ := filepath.Glob("scripts/*" + ending)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = string(text)
	}
	return texts
}

// collectionEnd is the line after the last sample of a log.
const collectionEnd = "METRICS OPERATOR COLLECTION END\n"

// readLog cuts a log as its readers do.
func readLog(t *testing.T, text string) metriclog.Log {
	t.Helper()
	log, err := metriclog.Read(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return log
}

// between returns the text between two lines.
func between(t *testing.T, text, start, end string) string {
	t.Helper()
	_, rest, started := strings.Cut(text, start+"\n")
	inner, _, ended := strings.Cut(rest, "\n"+end+"\n")
	if !started || !ended {
		t.Fatalf("nothing between %q and %q in\n%s", start, end, text)
	}
	return inner
}
