package live

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

// TestKeptFromCluster wants the objects of a set that others have applied kept once, without what the cluster writes, and a word where the
// user may not read.
func TestKeptFromCluster(t *testing.T) {
	t.Parallel()
	logs, _ := stubLogs(t, lammpsLogs(), theSet(t, "completed"))
	answers := strings.Replace(stubbed, "get) echo '{}'", `get) case $* in
  *jobsets.jobset.x-k8s.io/lammps*) echo '{"kind": "List", "apiVersion": "v1", "items": [{"kind": "JobSet", "apiVersion": "jobset.x-k8s.io/v1alpha2", "metadata": {"name": "lammps", "uid": "1", "resourceVersion": "7"}, "spec": {"new": 1}, "status": {"restarts": 0}}]}' ;;
  *nodes*) echo 'Error from server (Forbidden): nodes is forbidden: User "me" cannot' >&2; exit 1 ;;
  *) echo '{}' ;;
  esac`, 1)
	programtest.Write(t, logs.Client.Program, answers)
	root := t.TempDir()
	record, folder, err := logs.Collect(t.Context(), root, false)
	if err != nil || record.Kept == nil || !record.Kept.FromCluster || record.Kept.Sources != "" {
		t.Fatalf("%v, kept: %+v", err, record.Kept)
	}
	if got := strings.Join(record.Unknown, "; "); got != "nodes: the user may not read them" {
		t.Errorf("unknown: %s", got)
	}
	file, err := os.Open(filepath.Join(root, record.Kept.Manifests))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	const want = "---\napiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata:\n  name: lammps\nspec:\n  new: 1\n"
	if text, err := io.ReadAll(unzipped); string(text) != want || err != nil {
		t.Errorf("kept (%v):\n%s", err, text)
	}
	logs.Kept = runs.Kept{Sources: "_sources/a.yaml"}
	if record, _, err = logs.Collect(t.Context(), root, false); err != nil || *record.Kept != logs.Kept {
		t.Errorf("what the caller has kept is named: %+v (%v)", record.Kept, err)
	}
	sealed := 0
	in, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close() //nolint:errcheck // a folder loses nothing
	for _, pod := range record.Pods {
		for _, own := range pod.Containers {
			if sum, _ := files.DigestOf(in, own.Log); own.Log != "" && sum == own.SHA256 {
				sealed++
			}
		}
	}
	if sealed != 7 {
		t.Errorf("%d of 7 logs have a digest", sealed)
	}
}
