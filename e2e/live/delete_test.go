//go:build e2e

package live

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestDelete wants nothing left of a set, also after its JobSet was deleted alone, and nothing of its neighbour changed.
func TestDelete(t *testing.T) {
	t.Parallel()
	l := start(t, cluster("gone", "sleep 600", "")+"---\n"+cluster("gone-too", "sleep 600", ""))
	objects := func(set string) string {
		t.Helper()
		return l.Must(t, "", "get", "jobsets,jobs,services,configmaps,secrets,roles,rolebindings,serviceaccounts", "-o", "name", "-l", "latchkey.dev/set="+set)
	}
	neighbour := objects("gone-too")
	call(t, l, "", "delete", "gone").wants(t, 2, "JobSet/gone\n", "Secret/gone-curve\n", "nothing is deleted")
	l.Must(t, "", "delete", "jobset", "gone")
	if left := objects("gone"); strings.Count(left, "\n") != 6 {
		t.Errorf("without its JobSet the set has\n%s", left)
	}
	call(t, l, "", "delete", "gone", "--yes").wants(t, 0, "6 objects of gone")
	if left := objects("gone"); left != "" {
		t.Errorf("left are\n%s", left)
	}
	if now := objects("gone-too"); now != neighbour {
		t.Errorf("its neighbour has\n%s, and had\n%s", now, neighbour)
	}
	call(t, l, "", "delete", "gone-too", "--yes").wants(t, 0, "7 objects of gone-too")
	if pods := l.Must(t, "", "get", "pods", "-o", "name"); pods != "" {
		t.Errorf("pods are left: %s", pods)
	}
	lab.Holds(t, call(t, l, "", "delete", "gone").err, "there is no object of the set gone")
}
