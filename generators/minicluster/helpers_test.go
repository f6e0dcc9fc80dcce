package minicluster_test

import (
	"regexp"
	"slices"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
)

// read returns the defaulted MiniCluster called "lammps" whose spec is given.
func read(t *testing.T, spec string) *v1alpha2.MiniCluster {
	t.Helper()
	mc := &v1alpha2.MiniCluster{}
	if err := yaml.UnmarshalStrict([]byte(spec), &mc.Spec); err != nil {
		t.Fatalf("spec: %v", err)
	}
	mc.Name, mc.Namespace = "lammps", "hpc"
	mc.Default()
	return mc
}

// expand returns the objects of a spec, with options that win over the spec's.
func expand(t *testing.T, spec string, options latchkey.Options) objects {
	t.Helper()
	mc := read(t, spec)
	options = mc.Options().Merge(options)
	options.Default()
	return minicluster.Expand(mc, options)
}

type objects []runtime.Object

// one returns the only object of a type.
func one[T runtime.Object](t *testing.T, all objects) T {
	t.Helper()
	found := every[T](all)
	if len(found) != 1 {
		t.Fatalf("found %d objects of type %T, want 1", len(found), *new(T))
	}
	return found[0]
}

func every[T runtime.Object](all objects) []T {
	var found []T
	for _, object := range all {
		if typed, ok := object.(T); ok {
			found = append(found, typed)
		}
	}
	return found
}

// names lists objects as "Kind/name", in their order.
// contentHash is the end of a name that holds a hash of content.
var contentHash = regexp.MustCompile(`-[0-9a-f]{8}$`)

// names are kinds and names, with HASH for a hash of content.
func (all objects) names() []string {
	names := all.fullNames()
	for i, name := range names {
		names[i] = contentHash.ReplaceAllString(name, "-HASH")
	}
	return names
}

func (all objects) fullNames() []string {
	var names []string
	for _, object := range all {
		names = append(names, object.GetObjectKind().GroupVersionKind().Kind+"/"+object.(metav1.Object).GetName())
	}
	return names
}

// brokers returns the job template of the brokers.
func (all objects) brokers(t *testing.T) batchv1.JobSpec {
	t.Helper()
	return all.job(t, "m")
}

func (all objects) job(t *testing.T, name string) batchv1.JobSpec {
	t.Helper()
	for _, job := range one[*jobset.JobSet](t, all).Spec.ReplicatedJobs {
		if job.Name == name {
			return job.Template.Spec
		}
	}
	t.Fatalf("no replicated job %q", name)
	return batchv1.JobSpec{}
}

// container returns a container of a pod, an init container or not.
func container(t *testing.T, pod corev1.PodSpec, name string) corev1.Container {
	t.Helper()
	for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
		if container.Name == name {
			return container
		}
	}
	t.Fatalf("no container %q", name)
	return corev1.Container{}
}

// variables returns the environment of a container by name, "<from>" for what
// is taken from elsewhere.
func variables(container corev1.Container) map[string]string {
	all := map[string]string{}
	for _, variable := range container.Env {
		all[variable.Name] = variable.Value
		if variable.ValueFrom != nil {
			all[variable.Name] = "<from>"
		}
	}
	return all
}
