//go:build e2e

package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// TestValidateServer wants rules that only the server knows, at the field of the file.
func TestValidateServer(t *testing.T) {
	t.Parallel()
	l := lab.Need(t)
	file := filepath.Join(t.TempDir(), "sets.yaml")
	validate := func(text string) result {
		t.Helper()
		lab.WriteFile(t, file, text)
		return call(t, l, "", "validate", "--server", "--allow-empty", "-n", l.Namespace, file)
	}
	const exotic = `apiVersion: batch/v1
kind: Job
metadata: {name: exotic}
spec:
  template:
    metadata:
      annotations:
        a b: c
    spec:
      restartPolicy: Never
      securityContext:
        seccompProfile: {type: Localhost}
        sysctls:
        - {name: net..x, value: "1"}
      containers:
      - name: a
        image: docker.io/library/busybox:latest
        securityContext:
          appArmorProfile: {type: Loud}
        resources:
          limits: {cpu: "1", hugepages-2Mi: 3Mi}
`
	job := "Job/" + l.Namespace + "/exotic: "
	validate(exotic).wants(t, 1,
		file+":7:7: "+job+"spec.template.metadata.annotations: the server says: Invalid value",
		file+":12:25: "+job+"spec.template.spec.securityContext.seccompProfile: the server says: Required value",
		file+":14:18: "+job+"spec.template.spec.securityContext.sysctls[0].name: the server says: Invalid value",
		file+":19:35: "+job+"spec.template.spec.containers[0].securityContext.appArmorProfile.type: the server says: Unsupported value",
		"hugepages-2Mi",
	)
	set := strings.Replace(cluster("checked", "hostname", ""), "  namespace: default\n", "", 1)
	validate(set).wants(t, 0, "")
	l.Must(t, "", "label", "namespace", l.Namespace, "pod-security.kubernetes.io/warn=restricted")
	validate(set).wants(t, 0, `/checked: warning: the server says: would violate PodSecurity "restricted:latest"`)
	l.Must(t, "", "label", "namespace", l.Namespace, "pod-security.kubernetes.io/enforce=restricted")
	validate(set).wants(t, 1, `/checked: the server says: violates PodSecurity "restricted:latest"`)
	if made := l.Must(t, "", "get", "jobs,pods,jobsets", "-o", "name"); made != "" {
		t.Errorf("validate has made %s", made)
	}
}

// TestRestricted asks a namespace that enforces "restricted" about pods of each shape, rendered with podSecurity: Restricted.
// Latchkey refuses a set at rendering, or the server takes all its pods.
func TestRestricted(t *testing.T) {
	t.Parallel()
	l := lab.Need(t)
	l.Must(t, "", "label", "namespace", l.Namespace, "pod-security.kubernetes.io/enforce=restricted")
	render := func(name string) result {
		text, err := os.ReadFile(filepath.Join(lab.ExamplesDir, name, "input.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		return call(t, l, string(text), "render", "-n", l.Namespace, "--pod-security", "Restricted", "-")
	}
	for _, name := range []string{"metric-io-sysstat", "metric-perf-bpftrace", "volumes", "attach-jobset"} {
		render(name).wants(t, 1, "the option podSecurity=Restricted refuses ")
	}
	for _, name := range []string{"sidecar-service", "lammps-pidstat", "metric-io-fio", "metric-network-osu-benchmark", "addon-perf-hpctoolkit"} {
		rendered := render(name)
		rendered.wants(t, 0)
		judged := call(t, l, rendered.out, "validate", "--server", "--allow-empty", "-n", l.Namespace, "-")
		judged.wants(t, 0)
		if strings.Contains(judged.err, "PodSecurity") {
			t.Errorf("%s:\n%s", name, judged.err)
		}
	}
}
