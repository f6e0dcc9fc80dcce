package minicluster_test

import (
	"regexp"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/runtime"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// read returns the defaulted MiniCluster called "lammps" with the given spec.
func read(t *testing.T, spec string) *v1alpha2.MiniCluster {
	t.Helper()
	mc := &v1alpha2.MiniCluster{}
	if err := yaml.UnmarshalStrict([]byte(spec), &mc.Spec); err != nil {
		t.Fatalf("spec: %v", err)
	}
	mc.Name, mc.Namespace = "lammps", "hpc"
	minicluster.Default(mc)
	return mc
}

// expand returns the objects of a spec, with options that win over the spec's.
func expand(t *testing.T, spec string, options latchkey.Options) objects {
	t.Helper()
	mc := read(t, spec)
	options = minicluster.Options(mc).Merge(options)
	options.Default()
	return minicluster.Expand(mc, options)
}

type objects []runtime.Object

// contentHash is the end of a name that holds a hash of content.
var contentHash = regexp.MustCompile(`-[0-9a-f]{8}$`)

// names returns kinds and names, with HASH in place of a hash of content.
func (all objects) names() []string {
	names := all.fullNames()
	for i, name := range names {
		names[i] = contentHash.ReplaceAllString(name, "-HASH")
	}
	return names
}

func (all objects) fullNames() []string { return podtest.Names(all) }

// brokers returns the job template of the brokers.
func (all objects) brokers(t *testing.T) batchv1.JobSpec {
	t.Helper()
	return all.job(t, "m")
}

func (all objects) job(t *testing.T, name string) batchv1.JobSpec {
	t.Helper()
	for _, job := range podtest.One[*jobset.JobSet](t, all).Spec.ReplicatedJobs {
		if job.Name == name {
			return job.Template.Spec
		}
	}
	t.Fatalf("no replicated job %q", name)
	return batchv1.JobSpec{}
}
