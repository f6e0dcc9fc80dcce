package minicluster_test

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/runtime"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// TestSizeChangesNothingElse renders sets at all their sizes from minSize to maxSize. Only completions and parallelism of
// the brokers may differ. It uses the examples, the corpus, sets with random values, and many changes of these.
func TestSizeChangesNothingElse(t *testing.T) {
	t.Parallel()
	sources := sources(t)
	random := rand.New(rand.NewSource(2))
	for range 50 {
		mc := &v1alpha2.MiniCluster{}
		apitest.FillSome(mc, func() bool { return random.Intn(2) == 0 })
		mc.Legacy, mc.TasksDefaulted, mc.MaxSizeDefaulted = v1alpha2.Legacy{}, false, false // no object says these
		sources = append(sources, mc)
	}
	rendered := 0
	for i := 0; i < 200 || rendered < 150 && i < 1200; i++ { // of the examples alone fewer are valid
		mc, opts := sources[i%len(sources)].DeepCopy(), latchkey.Options{}
		for range random.Intn(4) {
			mutations[random.Intn(len(mutations))](mc, &opts)
		}
		if random.Intn(3) == 0 {
			opts.OnChange = latchkey.OnChangeRename
		}
		mc.Spec.MaxSize = int32(2 + random.Intn(4))
		mc.Spec.MinSize = int32(random.Intn(int(mc.Spec.MaxSize)))
		var first []runtime.Object
		for size := max(mc.Spec.MinSize, 1); size <= mc.Spec.MaxSize; size++ {
			objects := atSize(mc, opts, size)
			if objects == nil {
				break // it is not valid at any size
			}
			rendered++
			if first == nil {
				first = objects
			}
			if !equality.Semantic.DeepEqual(first, objects) {
				t.Fatalf("size %d differs, MiniCluster %+v, options %+v (-smallest +size):\n%s", size, mc.Spec, opts, cmp.Diff(first, objects))
			}
		}
	}
	if rendered < 150 {
		t.Errorf("only %d sets were rendered", rendered)
	}
}

// atSize renders a copy of a set at a size, and takes the size out of its jobs. It returns nil for a set with mistakes.
func atSize(mc *v1alpha2.MiniCluster, opts latchkey.Options, size int32) []runtime.Object {
	mc = mc.DeepCopy()
	mc.Spec.Size = &size
	minicluster.Default(mc)
	opts = minicluster.Options(mc).Merge(opts)
	opts.Default()
	if errs, _ := minicluster.Validate(mc, opts); len(errs) > 0 {
		return nil
	}
	objects := minicluster.Expand(mc, opts)
	for _, object := range objects {
		switch workload := object.(type) {
		case *jobset.JobSet:
			for i := range workload.Spec.ReplicatedJobs {
				if job := &workload.Spec.ReplicatedJobs[i]; job.Name == "m" {
					job.Template.Spec.Completions, job.Template.Spec.Parallelism = nil, nil
				}
			}
		case *batchv1.Job:
			if workload.Spec.CompletionMode != nil && *workload.Spec.CompletionMode == batchv1.IndexedCompletion {
				workload.Spec.Completions, workload.Spec.Parallelism = nil, nil
			}
		}
	}
	return objects
}

func TestElasticSubmission(t *testing.T) {
	t.Parallel()
	for spec, want := range map[string][3]string{
		"size: 2, tasks: 4":                         {"flux submit -N 2 -n 4", "", "end of all"},
		"size: 2, maxSize: 4, tasks: 4":             {"flux submit -n 4", "1", "end of the lead"},
		"size: 4, maxSize: 4, tasks: 4":             {"flux submit -n 4", "1", "end of the lead"},
		"size: 2, minSize: 2, maxSize: 4, tasks: 4": {"flux submit -n 4", "2", "end of the lead"},
		"size: 4, minSize: 2, tasks: 4":             {"flux submit -N 4 -n 4", "2", "end of the lead"},
		"size: 2, minSize: 2, maxSize: 2, tasks: 4": {"flux submit -N 2 -n 4", "2", "end of all"},
	} {
		job := expand(t, "{"+spec+", containers: [{image: a, command: x}]}", latchkey.Options{}).brokers(t)
		variables := podtest.Variables(podtest.Container(t, job.Template.Spec, "lammps"))
		_, quorum, _ := strings.Cut(variables["LATCHKEY_BROKER_OPTIONS"], "-Sbroker.quorum=")
		end := "end of all"
		if job.SuccessPolicy != nil {
			end = "end of the lead"
		}
		if diff := cmp.Diff(want, [3]string{variables["LATCHKEY_SUBMIT"], strings.TrimSuffix(quorum, "'"), end}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
	}
}
