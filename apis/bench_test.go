package apis_test

import (
	"testing"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// cluster is a MiniCluster of usual size.
const cluster = `
apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: lammps
  labels: {team: a, cost: b}
spec:
  size: 4
  tasks: 16
  logging: {quiet: true}
  containers:
  - image: ghcr.io/converged-computing/metric-lammps:latest
    workingDir: /opt/lammps/examples/reaxff/HNS
    command: lmp -v x 2 -v y 2 -v z 2 -in in.reaxc.hns -nocite
    commands: {pre: echo hello, post: echo bye}
    environment: {OMP_NUM_THREADS: "1", MODE: fast}
    resources: {limits: {cpu: 2, memory: 4Gi}, requests: {cpu: 500m}}
    volumes:
      data: {path: /data, claimName: data}
  pod:
    nodeSelector: {pool: compute}
`

func BenchmarkDecode(b *testing.B) {
	node := yaml.MustParse(cluster).YNode()
	b.ReportAllocs()
	for b.Loop() {
		if problems := apis.Decode(node, &v1alpha2.MiniCluster{}); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}

// BenchmarkParse measures parsing alone, for comparison with Decode: the text must be parsed in any case.
func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		yaml.MustParse(cluster)
	}
}
