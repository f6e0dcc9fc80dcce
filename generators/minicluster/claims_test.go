package minicluster_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

// TestClaims wants every name that a message says a set has to be in the objects of the set. It uses the examples, the
// corpus, sets with random values, and many changes of these.
func TestClaims(t *testing.T) {
	t.Parallel()
	sources := sources(t)
	random, seen := rand.New(rand.NewSource(1)), map[string]int{}
	for range 100 {
		mc := &v1alpha2.MiniCluster{}
		apitest.FillSome(mc, func() bool { return random.Intn(2) == 0 })
		mc.Legacy, mc.TasksDefaulted, mc.MaxSizeDefaulted = v1alpha2.Legacy{}, false, false // no object says these
		sources = append(sources, mc)
	}
	for i := range 4000 {
		mc := sources[i%len(sources)].DeepCopy()
		var opts latchkey.Options
		if i >= len(sources) {
			for range 1 + random.Intn(5) {
				mutations[random.Intn(len(mutations))](mc, &opts)
			}
		}
		checkClaims(t, mc, opts, seen)
	}
	t.Logf("claims: %v", seen)
	for _, one := range claims {
		if seen[one.text.String()] == 0 {
			t.Errorf("no message had %s", one.text)
		}
	}
	if seen[mounted.String()] == 0 {
		t.Error("no message was about mounts")
	}
}

func FuzzClaims(f *testing.F) {
	for _, source := range sources(f) {
		text, err := yaml.Marshal(source)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text []byte, mutation uint8) {
		mc := &v1alpha2.MiniCluster{}
		if err := yaml.Unmarshal(text, mc); err != nil {
			return
		}
		var opts latchkey.Options
		mutations[int(mutation)%len(mutations)](mc, &opts)
		checkClaims(t, mc, opts, map[string]int{})
	})
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

// checkClaims looks for the claims about a set in its objects, and counts them.
func checkClaims(t *testing.T, mc *v1alpha2.MiniCluster, opts latchkey.Options, seen map[string]int) {
	t.Helper()
	minicluster.Default(mc)
	opts = minicluster.Options(mc).Merge(opts)
	opts.Default()
	before := mc.DeepCopy()
	errs, warnings := validated(mc, opts)
	if mc.Name == "" {
		return // nothing can have a name
	}
	moreErrs, moreWarnings := validated(mc, opts)
	if !equality.Semantic.DeepEqual(before, mc) || !reflect.DeepEqual(errs, moreErrs) || !reflect.DeepEqual(warnings, moreWarnings) {
		t.Fatalf("the object is changed, or judged differently a second time: %s", dump(before, opts))
	}
	for _, problem := range append(errs, warnings...) {
		if !strings.ContainsAny(problem.Detail, ":;") || strings.HasSuffix(problem.Detail, ".") {
			t.Errorf("%s: %q does not say what to do", problem.Field, problem.Detail)
		}
	}
	made, ok := becomes(mc, opts)
	if !ok {
		if len(errs) == 0 {
			t.Fatalf("nothing is wrong, and nothing is made of %s", dump(mc, opts))
		}
		return // a number or a list of words that cannot be read
	}
	for _, problem := range append(errs, warnings...) {
		for _, claim := range claimsOf(mc, problem) {
			seen[claim.by]++
			if got := made[claim.kind+" "+unhashed(claim.name)]; got < claim.least {
				t.Fatalf("%s %q is there %d times, and a message wants %d: %s: of %s", claim.kind, claim.name, got, claim.least, problem.Detail, dump(mc, opts))
			}
		}
	}
}

var hash = regexp.MustCompile(`-([0-9a-f]{8}|x{8})\b`)

// unhashed returns a name without the hash that onChange: Rename adds, which no rule knows yet.
func unhashed(name string) string { return hash.ReplaceAllString(name, "") }

func dump(mc *v1alpha2.MiniCluster, opts latchkey.Options) string {
	spec, _ := yaml.Marshal(mc.Spec)
	return fmt.Sprintf("%s with %+v:\n%s", mc.Name, opts, spec)
}

// inventory counts the objects of a set and their parts, by kind and name.
type inventory map[string]int

// becomes returns the inventory of a set. The set may be wrong: its sizes are bounded. ok is false if a builder cannot
// read what validation refuses.
func becomes(mc *v1alpha2.MiniCluster, opts latchkey.Options) (made inventory, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	mc = mc.DeepCopy()
	*mc.Spec.Size = min(max(*mc.Spec.Size, 1), 100_000)
	mc.Spec.MaxSize = min(max(*mc.Spec.Size, mc.Spec.MaxSize), 100_000)
	made = inventory{}
	for _, object := range minicluster.Expand(mc, opts) {
		made.add(object)
	}
	return made, true
}

func (made inventory) add(object runtime.Object) {
	kind, name := object.GetObjectKind().GroupVersionKind().Kind, unhashed(object.(metav1.Object).GetName())
	made[kind+" "+name]++
	for _, pod := range podsOf(object) {
		for _, volume := range pod.Volumes {
			if volume.Secret != nil && kind+" "+name != "Secret "+volume.Secret.SecretName {
				made["Secret "+volume.Secret.SecretName]++
			}
		}
		for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
			made["container "+container.Name]++
			for _, mount := range container.VolumeMounts {
				made["mount "+container.Name+":"+path.Clean(mount.MountPath)]++
			}
		}
	}
}

func podsOf(object runtime.Object) (pods []corev1.PodSpec) {
	switch object := object.(type) {
	case *jobset.JobSet:
		for _, job := range object.Spec.ReplicatedJobs {
			pods = append(pods, job.Template.Spec.Template.Spec)
		}
	case *batchv1.Job:
		pods = append(pods, object.Spec.Template.Spec)
	}
	return pods
}
