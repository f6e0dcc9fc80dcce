package fn_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/latchkey-dev/latchkey/apis/crds"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	schoolofdevops "github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
)

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestRunFaults checks the messages when the streams themselves fail.
func TestRunFaults(t *testing.T) {
	t.Parallel()
	var stderr strings.Builder
	if code := fn.Run(iotest.ErrReader(errors.New("gone")), io.Discard, &stderr); code != fn.ExitInternal {
		t.Errorf("exit code %d", code)
	}
	if code := fn.Run(strings.NewReader(listOf(set)), brokenWriter{}, &stderr); code != fn.ExitInternal {
		t.Errorf("exit code %d", code)
	}
	want := "latchkey: read standard input: gone\nlatchkey: write ResourceList: no space left\n"
	if stderr.String() != want {
		t.Errorf("got %q, want %q", stderr.String(), want)
	}
}

const pets = "apiVersion: votes.example.org/v1\nkind: Ballot\nmetadata:\n  name: pets\nspec:\n  options:\n" +
	"  - {id: a, label: Cats, color: \"#FF6B6B\"}\n  - {id: b, label: Dogs, color: \"#4ECDC4\"}\n"

// TestRunKinds runs the function with a further kind, and with two of one name.
func TestRunKinds(t *testing.T) {
	t.Parallel()
	list := listOf(pets)
	var stdout, stderr strings.Builder
	code := fn.Run(strings.NewReader(list), &stdout, &stderr, ballot())
	if code != fn.ExitOK || !strings.Contains(stdout.String(), "latchkey.dev/source: votes.example.org/Ballot//pets\n") {
		t.Errorf("exit code %d, messages %q, output\n%s", code, stderr.String(), stdout.String())
	}
	stdout.Reset()
	code = fn.Run(strings.NewReader(list), &stdout, &stderr, ballot(), ballot())
	if code != fn.ExitInternal || stdout.String() != list || !strings.HasPrefix(stderr.String(), "latchkey: the kind votes.example.org/Ballot is there twice: ") {
		t.Errorf("exit code %d, messages %q, output\n%s", code, stderr.String(), stdout.String())
	}
}

// TestObjectsWithoutAType wants an error about a fault of a further kind, and no generated objects.
func TestObjectsWithoutAType(t *testing.T) {
	t.Parallel()
	kind := generators.NewKind(generators.Definition[*schoolofdevops.VoteConfig]{
		Group: "votes.example.org", Name: "Ballot", Version: "v1",
		CRD: strings.ReplaceAll(crds.VoteConfigs, `"v1alpha1"`, `"v1"`),
		Expand: func(*schoolofdevops.VoteConfig, latchkey.Options) []runtime.Object {
			return []runtime.Object{&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "untyped"}}}
		},
	})
	kinds, err := generators.NewRegistry(kind)
	if err != nil {
		t.Fatal(err)
	}
	out := process(t, listOf(pets), fn.Settings{Kinds: kinds})
	const want = `makes an object whose apiVersion (""), kind ("") or name ("untyped") is empty: the Go code of the kind Ballot has to set all three in Expand`
	if got := lines(out); !strings.Contains(fmt.Sprint(got), want) || len(out.Items) != 1 {
		t.Errorf("%v, %d items", got, len(out.Items))
	}
}

// A channel is an object with a field that YAML cannot hold.
type channel struct {
	corev1.ConfigMap `json:",inline"`
	Line             chan int `json:"line"`
}

// TestObjectThatCannotBeEncoded wants the input back if an object of the output cannot be encoded.
func TestObjectThatCannotBeEncoded(t *testing.T) {
	t.Parallel()
	kind := generators.NewKind(generators.Definition[*schoolofdevops.VoteConfig]{
		Group: "votes.example.org", Name: "Ballot", Version: "v1",
		CRD: strings.ReplaceAll(crds.VoteConfigs, `"v1alpha1"`, `"v1"`),
		Expand: func(*schoolofdevops.VoteConfig, latchkey.Options) []runtime.Object {
			object := &channel{Line: make(chan int)}
			object.TypeMeta, object.Name = metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"}, "none"
			return []runtime.Object{object}
		},
	})
	var stdout, stderr strings.Builder
	code := fn.Run(strings.NewReader(listOf(pets)), &stdout, &stderr, kind)
	if code != fn.ExitInternal || stdout.String() != listOf(pets) || !strings.Contains(stderr.String(), "please report it") {
		t.Errorf("exit code %d, output\n%s\nmessages\n%s", code, stdout.String(), stderr.String())
	}
}

// TestWarnings checks that people see each warning once: kpt shows the results itself, and kustomize shows none.
// The names of files that kustomize sends are not the names of the user's files.
func TestWarnings(t *testing.T) {
	t.Parallel()
	warned := strings.Replace(set, "size: 1", "size: 1\n  cleanup: true", 1)
	for name, tc := range map[string]struct {
		list string
		want bool
	}{
		"kustomize": {listOf(inKustomize(annotated(warned, "internal.config.kubernetes.io/path", "minicluster_lammps.yaml"))), true},
		"kpt":       {listOf(inKpt(warned, "set.yaml", 0)), false},
		"unknown":   {listOf(warned), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			output, messages, code := run(t, tc.list)
			if code != fn.ExitOK || !strings.Contains(output, "\n  severity: warning\n") {
				t.Errorf("exit code %d:\n%s", code, output)
			}
			if shown := strings.HasPrefix(messages, "MiniCluster/lammps: spec.cleanup: warning: "); shown != tc.want {
				t.Errorf("standard error: %q", messages)
			}
		})
	}
}
