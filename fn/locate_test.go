package fn_test

import (
	"testing"

	"github.com/latchkey-dev/latchkey/fn"
)

const located = `# a comment
apiVersion: v1
kind: ConfigMap
metadata:
  name: one
---
apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: two
  annotations:
    latchkey.dev/workload: Jobb
spec:
  size: 0
  size.extra: x
  containers:
  - image: a
  - image: b
    volumes:
      data:
        path: here
---
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: three}
`

// TestLocate finds the lines of fields, and of what is nearest to fields that are not there.
func TestLocate(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		index int
		path  string
		want  int
	}{
		{0, "", 2},
		{0, "metadata.name", 5},
		{0, "data", 2},
		{1, "", 7},
		{1, "spec.size", 14},
		{1, "spec.size.extra", 15},
		{1, "metadata.annotations[latchkey.dev/workload]", 12},
		{1, "metadata.annotations.latchkey.dev/workload", 12},
		{1, "spec.containers", 16},
		{1, "spec.containers[1].image", 18},
		{1, "spec.containers[1].volumes[data].path", 21},
		{1, "spec.containers[1].volumes[data].claimName", 20},
		{1, "spec.containers[2].image", 16},
		{1, "spec.containers[x]", 16},
		{1, "spec.size[0]", 14},
		{2, "metadata.name", 28},
		{3, "metadata.name", 0},
	} {
		if got := fn.Locate("file.yaml", []byte(located), tc.index, tc.path); got != tc.want {
			t.Errorf("object %d, %q: line %d, want %d", tc.index, tc.path, got, tc.want)
		}
	}
}
