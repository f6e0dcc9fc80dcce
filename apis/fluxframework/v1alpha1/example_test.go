package v1alpha1_test

import (
	"fmt"

	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
)

func Example() {
	mc := v1alpha1.MiniCluster{}
	text := `
apiVersion: flux-framework.org/v1alpha1
kind: MiniCluster
metadata:
  name: lammps
spec:
  containers:
  - image: ghcr.io/rse-ops/lammps:flux-sched-focal
    command: lmp -in in.lammps
    cores: 4
`
	if err := yaml.Unmarshal([]byte(text), &mc); err != nil {
		fmt.Println(err)
		return
	}
	now, _, _ := mc.ConvertTo()
	fmt.Println(now.APIVersion, now.Spec.Flux.Container.Disable)
	fmt.Println(now.Spec.Network.HeadlessName, now.Legacy.Cores)
	// Output:
	// flux-framework.org/v1alpha2 true
	// flux-service 4
}
