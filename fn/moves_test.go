package fn_test

import (
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/fn"
)

// madeOf returns the objects that documents make, and the findings, a line each.
func madeOf(t *testing.T, documents string) (made, said string) {
	t.Helper()
	items, results := fn.ParseDocuments("in.yaml", []byte(documents))
	out := processed(t, &fn.ResourceList{Items: items, Results: results}, fn.Settings{CommandLine: true})
	var lines strings.Builder
	for _, result := range out.Results {
		lines.WriteString(fn.Line(result) + "\n")
	}
	return textOf(t, out.Items), lines.String()
}

// TestFieldsOfReleases wants the fields of older releases read as fields of today, with a warning where they are written.
func TestFieldsOfReleases(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, input string
		// made are strings of the output, and said is all that is said.
		made []string
		said string
	}{
		{
			name: "MiniCluster v1alpha2",
			input: `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata: {name: a, namespace: hpc}
spec:
  size: 1
  flux: {container: {cores: 2}}
  containers:
  - image: ubuntu
    command: hostname
    securityContext:
      privileged: true
      addCapabilities: [SYS_ADMIN]
      fsGroup: 500
    existingVolumes:
      data: {path: /data, claimName: claim}
`,
			made: []string{"- SYS_ADMIN", "privileged: true", "fsGroup: 500", "claimName: claim", "mountPath: /data"},
			said: `in.yaml:15:13: MiniCluster/hpc/a: spec.containers[0].existingVolumes[data]: warning: this is a field of an older release, which is read as spec.containers[0].volumes[data]: use that field
in.yaml:12:24: MiniCluster/hpc/a: spec.containers[0].securityContext.addCapabilities: warning: this is a field of an older release, which is read as spec.containers[0].securityContext.capabilities.add: use that field
in.yaml:13:16: MiniCluster/hpc/a: spec.containers[0].securityContext.fsGroup: warning: this is a field of an older release, which is read as spec.pod.securityContext.fsGroup: use that field
in.yaml:6:29: MiniCluster/hpc/a: spec.flux.container.cores: warning: this is a field of an older release, where it had no effect: leave it out
`,
		},
		{
			name: "wrong values",
			input: `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata: {name: a, namespace: hpc}
spec:
  containers:
  - image: ubuntu
    command: hostname
    securityContext: {addCapabilities: SYS_ADMIN, fsGroup: many}
    existingVolumes: {data: {path: data, claimName: claim}}
`,
			said: `in.yaml:8:40: MiniCluster/hpc/a: spec.containers[0].securityContext.addCapabilities: "SYS_ADMIN" is a string: use a list, with a dash before each item
in.yaml:8:60: MiniCluster/hpc/a: spec.containers[0].securityContext.fsGroup: "many" is a string: use an integer, for example 64
in.yaml:9:29: MiniCluster/hpc/a: spec.containers[0].existingVolumes[data]: warning: this is a field of an older release, which is read as spec.containers[0].volumes[data]: use that field
in.yaml:8:40: MiniCluster/hpc/a: spec.containers[0].securityContext.addCapabilities: warning: this is a field of an older release, which is read as spec.containers[0].securityContext.capabilities.add: use that field
in.yaml:8:60: MiniCluster/hpc/a: spec.containers[0].securityContext.fsGroup: warning: this is a field of an older release, which is read as spec.pod.securityContext.fsGroup: use that field
`,
		},
		{
			name: "in both places",
			input: `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata: {name: a, namespace: hpc}
spec:
  containers:
  - {image: ubuntu, command: hostname, securityContext: {addCapabilities: [SYS_ADMIN], capabilities: {add: [SYS_PTRACE]}}}
`,
			said: `in.yaml:6:58: MiniCluster/hpc/a: spec.containers[0].securityContext.addCapabilities: this is a field of an older release, and spec.containers[0].securityContext.capabilities.add, which means the same, is there too: keep only that field
`,
		},
		{
			name: "MiniCluster v1alpha1",
			input: `apiVersion: flux-framework.org/v1alpha1
kind: MiniCluster
metadata: {name: a, namespace: hpc}
spec:
  size: 1
  podLabels: {app: lmp}
  containers:
  - {image: ubuntu, command: hostname, runFlux: true, fluxLogLevel: 3, fluxOptionFlags: -ompi=pmix, preCommand: echo before}
  - {name: web, image: nginx, command: nginx, fluxLogLevel: 3, postStartExec: touch /tmp/x, securityContext: {capabilities: {add: [NET_ADMIN]}, runAsUser: 5}}
`,
			made: []string{"app: lmp", "ompi=pmix", "echo before", "touch /tmp/x", "- NET_ADMIN", "runAsUser: 5"},
			said: `in.yaml:8:69: MiniCluster/hpc/a: spec.containers[0].fluxLogLevel: warning: this is a field of an older release, which is read as spec.flux.logLevel: use that field
in.yaml:9:61: MiniCluster/hpc/a: spec.containers[1].fluxLogLevel: warning: this is a field of an older release, which is read as spec.flux.logLevel: use that field
in.yaml:8:89: MiniCluster/hpc/a: spec.containers[0].fluxOptionFlags: warning: this is a field of an older release, which is read as spec.flux.optionFlags: use that field
in.yaml:9:79: MiniCluster/hpc/a: spec.containers[1].postStartExec: warning: this is a field of an older release, which is read as spec.containers[1].lifeCycle.postStartExec: use that field
in.yaml:8:113: MiniCluster/hpc/a: spec.containers[0].preCommand: warning: this is a field of an older release, which is read as spec.containers[0].commands.pre: use that field
in.yaml:9:131: MiniCluster/hpc/a: spec.containers[1].securityContext.capabilities.add: warning: this is a field of an older release, which is read as spec.containers[1].securityContext.addCapabilities: use that field
in.yaml:9:156: MiniCluster/hpc/a: spec.containers[1].securityContext.runAsUser: warning: this is a field of an older release, which is read as spec.containers[1].fluxUser.uid: use that field
in.yaml:6:14: MiniCluster/hpc/a: spec.podLabels: warning: this is a field of an older release, which is read as spec.pod.labels: use that field
`,
		},
		{
			name: "MetricSet v1alpha1",
			input: `apiVersion: flux-framework.org/v1alpha1
kind: MetricSet
metadata: {name: a, namespace: hpc}
spec:
  storage: {volume: {path: /data, hostPath: /data}}
  metrics:
  - {name: io-sysstat, rate: 7, completions: 3}
  - {name: io-fio, rate: 10}
`,
			made: []string{`value: "7"`},
			said: `in.yaml:7:46: MetricSet/hpc/a: spec.metrics[0].completions: warning: this is a field of an older release, which is read as spec.metrics[0].options.completions: use that field
in.yaml:7:30: MetricSet/hpc/a: spec.metrics[0].rate: warning: this is a field of an older release, which is read as spec.metrics[0].options.rate: use that field
in.yaml:8:26: MetricSet/hpc/a: spec.metrics[1].rate: warning: this is a field of an older release, where it had no effect: leave it out
`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			made, said := madeOf(t, c.input)
			if said != c.said {
				t.Errorf("said:\n%s\nwant:\n%s", said, c.said)
			}
			for _, want := range c.made {
				if !strings.Contains(made, want) {
					t.Errorf("there is no %q in:\n%s", want, made)
				}
			}
		})
	}
}
