package cli

import (
	"errors"
	"io/fs"
	"os"
	"testing"

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
		if got := fileName(items[0]); got != want {
			t.Errorf("%s\nfile name %q, want %q", document, got, want)
		}
	}
}

// TestFileError checks that a missing file is a problem of the input, and a file that cannot be read or written is not.
func TestFileError(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		verb string
		err  error
		want string
		code int
	}{
		{"read", &fs.PathError{Op: "open", Path: "a", Err: fs.ErrNotExist}, "read a: file does not exist", ExitProblems},
		{"read", &fs.PathError{Op: "open", Path: "a", Err: fs.ErrPermission}, "read a: permission denied", ExitInternal},
		{"create", &fs.PathError{Op: "mkdir", Path: "a", Err: fs.ErrNotExist}, "create a: file does not exist", ExitInternal},
		{"read", &os.LinkError{Op: "rename", Old: "b", New: "a", Err: fs.ErrPermission}, "read a: permission denied", ExitInternal},
		{"read", errors.New("odd"), "read a: odd", ExitInternal},
	} {
		err := fileError(row.verb, "a", row.err)
		if err.Error() != row.want || exitCode(err) != row.code {
			t.Errorf("%v: exit code %d, want %q and %d", err, exitCode(err), row.want, row.code)
		}
	}
}
