package v1alpha2_test

import (
	"fmt"

	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

func Example() {
	mc := v1alpha2.MiniCluster{}
	text := `
apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: lammps
spec:
  size: 4
  containers:
  - image: ghcr.io/converged-computing/metric-lammps:latest
    command: lmp -in in.lammps
`
	if err := yaml.Unmarshal([]byte(text), &mc); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(*mc.Spec.Size, mc.Spec.Tasks == nil, mc.Spec.Containers[0].HasCommand())
	// Output:
	// 4 true true
}
