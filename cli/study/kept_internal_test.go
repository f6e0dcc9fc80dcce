package study

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/fn"
)

// TestWithoutSecrets wants nothing secret kept, and everything else as it was given.
func TestWithoutSecrets(t *testing.T) {
	t.Parallel()
	const plain = "# a comment\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: plain}\ndata: {a: kept}\n"
	items, findings := fn.ParseDocuments("in.yaml", []byte(plain+`---
apiVersion: v1
kind: Secret
metadata:
  name: token
  annotations: {kubectl.kubernetes.io/last-applied-configuration: 'data: hidden1'}
data: {a: hidden2}
stringData: {b: hidden3}
---
apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata: {name: lammps}
spec: {size: 2, flux: {curveCert: hidden4}}
`))
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	kept, err := withoutSecrets(items)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(kept); strings.Contains(text, "hidden") || !strings.HasPrefix(text, plain) || !strings.Contains(text, "size: 2") || !strings.Contains(text, "name: token") {
		t.Errorf("kept:\n%s", text)
	}
}
