package cli_test

import (
	"testing"

	"github.com/latchkey-dev/latchkey/cli/internal/folder"
	"github.com/latchkey-dev/latchkey/fn"
)

// TestFileName checks the file names of objects: one for each source, and none that leads out of the directory.
func TestFileName(t *testing.T) {
	t.Parallel()
	const metadata = "apiVersion: v1\nkind: "
	for document, want := range map[string]string{
		metadata + "ConfigMap\nmetadata: {name: a}":                                                                   "configmap-a.latchkey.yaml",
		metadata + "ConfigMap\nmetadata: {name: a, namespace: b}":                                                     "configmap-b-a.latchkey.yaml",
		metadata + "ClusterRole\nmetadata: {name: 'system:node'}":                                                     "clusterrole-system-node.latchkey.yaml",
		metadata + "ConfigMap\nmetadata: {name: ../../a}":                                                             "configmap-..-..-a.latchkey.yaml",
		metadata + "../X\nmetadata: {name: a, namespace: /}":                                                          "..-x---a.latchkey.yaml",
		metadata + "Pod\nmetadata: {generateName: a-}":                                                                "pod.latchkey.yaml",
		metadata + "Job\nmetadata: {name: a, annotations: {latchkey.dev/source: flux-framework.org/MiniCluster/b/c}}": "minicluster-b-c.latchkey.yaml",
		metadata + "Job\nmetadata: {name: a, annotations: {latchkey.dev/source: flux-framework.org/MiniCluster//c}}":  "minicluster-c.latchkey.yaml",
		metadata + "Job\nmetadata: {name: a, annotations: {latchkey.dev/source: nonsense}}":                           "job-a.latchkey.yaml",
	} {
		items, results := fn.ParseDocuments("x.yaml", []byte(document))
		if len(items) != 1 {
			t.Fatalf("%s: %v", document, results)
		}
		if got := folder.FileName(items[0]); got != want {
			t.Errorf("%s\nfile name %q, want %q", document, got, want)
		}
	}
}
