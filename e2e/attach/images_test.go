//go:build e2e

package attach

import (
	"bytes"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestWrongImage wants a set to fail if the image of a metric cannot start, before any broker has a node. The ten minutes and
// three pods of the key job are shortened to eight seconds and one pod.
func TestWrongImage(t *testing.T) {
	t.Parallel()
	r := lab.NewRun(t, lab.Case{Name: "wrong-image", End: "Failed", Edit: func(t *testing.T, r *lab.Run) {
		for _, short := range [][2]string{{"activeDeadlineSeconds: 600\n", "activeDeadlineSeconds: 8\n"}, {"backoffLimit: 2\n", "backoffLimit: 0\n"}} {
			if bytes.Count(r.Set.Manifest, []byte(short[0])) != 1 {
				t.Errorf("%q is not there once", short[0])
			}
			r.Set.Manifest = bytes.Replace(r.Set.Manifest, []byte(short[0]), []byte(short[1]), 1)
		}
	}, During: func(t *testing.T, r *lab.Run) {
		lab.Until(t, "the name of the image in the key job's pod", lab.PodLimit, func() bool {
			said, _ := r.Kubectl("", "get", "pods", "-o", "jsonpath={.items[*].status.initContainerStatuses[*].state.waiting}")
			return strings.Contains(said, "no-such-metric:1")
		})
	}})
	r.Play(t)
	if brokers := r.Brokers(); len(brokers) > 0 {
		t.Errorf("%d pods of brokers were made", len(brokers))
	}
}
