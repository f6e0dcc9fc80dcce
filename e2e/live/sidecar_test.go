//go:build e2e

package live

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// kernel is a set with perf-bpftrace. The image has bpftrace too: a node tells few names of an image.
const kernel = `apiVersion: flux-framework.org/v1alpha2
kind: MetricSet
metadata:
  name: NAME
  namespace: default
spec:
  metrics:
  - name: perf-bpftrace
    image: ghcr.io/converged-computing/metric-lammps:latest
    addons:
    - name: application
      options: {image: ghcr.io/converged-computing/metric-lammps:latest, command: sleep 60}
`

// TestSidecarFails takes from perf-bpftrace what it needs: a capability, and the types of the kernel, over which it mounts an empty
// folder. The status names the reason and the pod while the application runs and after it. The log has one line. The application
// runs to its end.
func TestSidecarFails(t *testing.T) {
	t.Parallel()
	const capability, mount, volume = "                  add:\n                  - SYS_ADMIN\n", "volumeMounts:\n", "volumes:\n"
	for name, test := range map[string]struct {
		edit *strings.Replacer
		why  string
	}{
		"no-right": {strings.NewReplacer(capability, ""), "this container lacks the capability SYS_ADMIN, which bpftrace needs: run it as root, and let no policy take the capability away"},
		"no-types": {strings.NewReplacer(
			mount, mount+"              - {mountPath: /sys/kernel/btf, name: nothing}\n", volume, volume+"            - {emptyDir: {}, name: nothing}\n",
		), "the kernel of this node has no type information (BTF) at /sys/kernel/btf/vmlinux: it must be built with CONFIG_DEBUG_INFO_BTF"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := lab.Need(t)
			lab.TakeSlot(t)
			manifest := l.RenderText(t, strings.Replace(kernel, "NAME", name, 1)).Manifest
			l.Apply(t, []byte(test.edit.Replace(string(manifest))))
			untilStatus(t, l, name, "application  running since ") // the sidecar starts first
			_, last := untilStatus(t, l, name, "sidecar      app: 1 of 1 running, reports an error: "+test.why+" (pod "+name+"-m-0-0-")
			last.wants(t, 0, "application  running since ")
			said := call(t, l, "", "logs", name, "-o", t.TempDir(), "--wait", insecure)
			said.wants(t, 0)
			_, last = untilStatus(t, l, name, "completed after")
			last.wants(t, 0, "application  ended with status 0 ", "sidecar      app: ended with status 1: "+test.why+" (pod "+name+"-m-0-0-")
			pod := strings.TrimSpace(l.Must(t, "", "get", "pods", "-o", "name", "--selector=jobset.sigs.k8s.io/jobset-name="+name))
			_, log, _ := strings.Cut(l.Must(t, "", "logs", insecure, pod, "--container=app"), "METADATA END")
			if log = strings.TrimSpace(log); log != "latchkey: error: "+test.why {
				t.Errorf("the log says %q", log)
			}
		})
	}
}
