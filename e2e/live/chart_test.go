//go:build e2e

package live

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// chart is what a chart for the operator makes: a here-document in pre, a launcher that repeats its job, and a monitor beside it that
// sees the processes and writes into memory.
const chart = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: chart
  namespace: default
spec:
  size: 2
  shareProcessNamespace: true
  containers:
  - image: docker.io/library/ubuntu:latest
    name: app
    runFlux: true
    launcher: true
    command: bash /tmp/run.sh
    commands:
      pre: |
        cat <<'END' >/tmp/run.sh
        #!/bin/bash
        for i in $(seq 1 2); do
          echo "FLUX-RUN START app-iter-$i"
          flux run -N2 -n2 bash -c 'echo "rank $FLUX_TASK_RANK of iteration" && sleep 2'
          echo "FLUX-RUN END app-iter-$i"
        done
        touch /shm/done
        END
    volumes:
      shm: {emptyDir: true, emptyDirMedium: memory, path: /shm}
    resources: {requests: {cpu: 20m}}
  - image: docker.io/library/ubuntu:latest
    name: monitor
    runFlux: false
    command: bash -c 'until [ -e /shm/done ]; do sleep 1; done; echo the monitor saw $(cat /proc/*/comm 2>/dev/null | grep -c flux-broker) brokers'
    volumes:
      shm: {emptyDir: true, emptyDirMedium: memory, path: /shm}
    resources: {requests: {cpu: 20m}}
`

// TestChart runs what a chart makes, without the operator.
func TestChart(t *testing.T) {
	lab.Rare(t)
	t.Parallel()
	l := start(t, chart)
	folder := t.TempDir()
	call(t, l, "", "logs", "chart", "--wait", "-o", folder, insecure).wants(t, 0)
	call(t, l, "", "logs", "chart", insecure).wants(t, 0, "FLUX-RUN START app-iter-2", "rank 1 of iteration", "FLUX-RUN END app-iter-2")
	lab.Holds(t, strings.Join(slices.Collect(maps.Values(lab.FilesOf(t, folder))), "\n"), "the monitor saw 1 brokers")
}
