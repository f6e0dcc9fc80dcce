package minicluster_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
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

// sources returns the MiniClusters of the examples, and of the corpus if it is there. One more has a command that submits its
// own jobs: no example has such a command.
func sources(t testing.TB) (found []*v1alpha2.MiniCluster) {
	t.Helper()
	for _, root := range []string{"../../examples", "../../../shared/corpus"} {
		if _, err := os.Stat(root); err != nil {
			continue
		}
		if err := filepath.WalkDir(root, func(file string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(file, ".yaml") {
				return err
			}
			data, err := os.ReadFile(file)
			for text := range bytes.SplitSeq(data, []byte("\n---")) {
				if mc := miniCluster(text); mc != nil {
					found = append(found, mc)
				}
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if len(found) < 10 {
		t.Fatalf("only %d MiniClusters were found", len(found))
	}
	launcher := found[0].DeepCopy()
	launcher.Spec.Containers[0].Launcher = true
	return append(found, launcher)
}

// miniCluster reads a document. It returns nil if the document is not a readable MiniCluster.
func miniCluster(text []byte) *v1alpha2.MiniCluster {
	var kind metav1.TypeMeta
	if err := yaml.Unmarshal(text, &kind); err != nil || kind.Kind != "MiniCluster" {
		return nil
	}
	mc, old := &v1alpha2.MiniCluster{}, &v1alpha1.MiniCluster{}
	if strings.HasSuffix(kind.APIVersion, "/v1alpha1") {
		if yaml.Unmarshal(text, old) != nil {
			return nil
		}
		converted, _, _ := old.ConvertTo()
		return converted
	}
	if yaml.Unmarshal(text, mc) != nil {
		return nil
	}
	return mc
}
