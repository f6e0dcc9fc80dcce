package fn

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	podsets "github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators"
)

// A brokenWriter panics when it gets more than the first lines.
type brokenWriter struct{ strings.Builder }

func (w *brokenWriter) Write(data []byte) (int, error) {
	if w.Len() > 0 {
		panic("later")
	}
	return w.Builder.Write(data)
}

// TestFault wants the input back when Latchkey has a fault, and nothing more if a part of an answer is written.
func TestFault(t *testing.T) {
	t.Parallel()
	const input = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- apiVersion: faults.example.com/v1\n  kind: Fault\n  metadata:\n    name: a\n"
	fault := generators.NewKind(generators.Definition[*podsets.PodSet]{
		Group: "faults.example.com", Name: "Fault", Version: "v1",
		CRD:    "spec: {versions: [{name: v1, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]}",
		Expand: func(*podsets.PodSet, latchkey.Options) []runtime.Object { panic("at once") },
	})
	var stdout, stderr strings.Builder
	checkFault(t, Run(strings.NewReader(input), &stdout, &stderr, fault), &stderr)
	if stdout.String() != input {
		t.Errorf("the output is %q", stdout.String())
	}

	long := input + strings.Repeat("- apiVersion: v1\n  kind: ConfigMap\n", 1000)
	var broken brokenWriter
	stderr.Reset()
	checkFault(t, Run(strings.NewReader(long), &broken, &stderr), &stderr)
	if n := broken.Len(); n == 0 || n >= len(long) {
		t.Errorf("%d of %d bytes are written", n, len(long))
	}
}

func checkFault(t *testing.T, code int, stderr *strings.Builder) {
	t.Helper()
	message := stderr.String()
	if code != ExitInternal || !strings.Contains(message, "latchkey: internal fault, please report it: ") || !strings.Contains(message, "fn.Run(") {
		t.Errorf("exit code %d, messages %q", code, message)
	}
}
