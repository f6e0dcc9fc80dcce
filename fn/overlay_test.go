package fn_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/fn"
)

// TestRenameBelowOverlay renders a set with Rename for kustomize, with and without an overlay above.
func TestRenameBelowOverlay(t *testing.T) {
	t.Parallel()
	const input = `apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: flux-framework.org/v1alpha2
  kind: MiniCluster
  metadata:
    name: hello
    namespace: hpc
    annotations: {latchkey.dev/on-change: CHANGE, kustomize.config.k8s.io/id: x}
  spec:
    size: 1
    containers: [{image: "docker.io/library/ubuntu:noble", command: hostname}]
`
	for _, row := range []struct {
		change, caller, overlay string
		warns                   bool
	}{
		{"Rename", "kustomize.config.k8s.io/id", "../overlay", true},
		{"Rename", "kustomize.config.k8s.io/id", "", false},
		{"Recreate", "kustomize.config.k8s.io/id", "../overlay", false},
		{"Rename", "example.com/id", "../overlay", false},
	} {
		list, err := fn.ParseResourceList([]byte(strings.NewReplacer("CHANGE", row.change, "kustomize.config.k8s.io/id", row.caller).Replace(input)))
		if err != nil {
			t.Fatal(err)
		}
		out, err := fn.Process(list, fn.Settings{Overlay: func() string { return row.overlay }})
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, result := range out.Results {
			all = append(all, fn.Line(result))
		}
		text := strings.Join(all, "\n")
		if warns := strings.Contains(text, "name here. ../overlay changes the set later"); warns != row.warns || fn.HasErrors(out.Results) {
			t.Errorf("%+v: %s", row, text)
		}
	}
}
