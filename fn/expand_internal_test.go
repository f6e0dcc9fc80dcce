package fn

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	podsets "github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// counted is a kind that makes three ConfigMaps of each object and counts how often.
func counted(calls *atomic.Int32) generators.Kind {
	return generators.NewKind(generators.Definition[*podsets.PodSet]{
		Group: "counts.example.com", Name: "Count", Version: "v1",
		CRD: "spec: {versions: [{name: v1, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]}",
		Expand: func(p *podsets.PodSet, _ latchkey.Options) []runtime.Object {
			calls.Add(1)
			var objects []runtime.Object
			for at := range 3 {
				m := &corev1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"}}
				m.Name = fmt.Sprintf("%s-%d", p.Name, at)
				objects = append(objects, m)
			}
			return objects
		},
	})
}

// counts is a list with two objects of the kind.
const counts = `apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: counts.example.com/v1
  kind: Count
  metadata:
    name: a
    annotations:
      internal.config.kubernetes.io/path: a.yaml
      internal.config.kubernetes.io/seqindent: compact
- apiVersion: counts.example.com/v1
  kind: Count
  metadata:
    name: b
    annotations:
      internal.config.kubernetes.io/path: a.yaml
      internal.config.kubernetes.io/seqindent: compact
`

// TestMadeOnce wants the objects of a source to be made once.
func TestMadeOnce(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	var stdout, stderr strings.Builder
	if code := Run(strings.NewReader(counts), &stdout, &stderr, counted(&calls)); code != ExitOK {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	if made := strings.Count(stdout.String(), "kind: ConfigMap"); calls.Load() != 2 || made != 6 {
		t.Errorf("two objects were expanded %d times, want 2, and %d ConfigMaps are in the output, want 6", calls.Load(), made)
	}
}

// TestWriteInParallel wants items to be written at the same time. The race detector looks on.
func TestWriteInParallel(t *testing.T) {
	t.Parallel()
	kinds, err := generators.NewRegistry(counted(new(atomic.Int32)))
	if err != nil {
		t.Fatal(err)
	}
	list, err := ParseResourceList([]byte(counts))
	if err != nil {
		t.Fatal(err)
	}
	out, err := Process(list, Settings{Kinds: kinds})
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for _, item := range slices.Concat(out.Items, out.Items) {
		wait.Go(func() {
			var text strings.Builder
			if err := item.Encode(&text); err != nil || !strings.Contains(text.String(), "name: "+item.Name+"\n") {
				t.Errorf("%v: %s", err, text.String())
			}
		})
	}
	wait.Wait()
}

// TestRunAgain wants a second run over a list over the same list to give the same as the first.
func TestRunAgain(t *testing.T) {
	t.Parallel()
	kinds, err := generators.NewRegistry(counted(new(atomic.Int32)))
	if err != nil {
		t.Fatal(err)
	}
	list, err := ParseResourceList([]byte(counts))
	if err != nil {
		t.Fatal(err)
	}
	var outputs []string
	for _, in := range []*ResourceList{list, list, list.WithSuffix("-x", kinds), list.WithSuffix("-x", kinds)} {
		out, err := Process(in, Settings{Kinds: kinds})
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := out.Write(&text); err != nil {
			t.Fatal(err)
		}
		outputs = append(outputs, text.String())
	}
	for at := 0; at < len(outputs); at += 2 {
		if diff := cmp.Diff(outputs[at], outputs[at+1]); diff != "" || !strings.Contains(outputs[at], "kind: ConfigMap") {
			t.Errorf("-first run +second run:\n%s\n%s", diff, outputs[at])
		}
	}
}
