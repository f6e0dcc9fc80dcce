package fn_test

import (
	"fmt"
	"os"

	"github.com/latchkey-dev/latchkey/fn"
)

// A file with a MiniCluster becomes the objects that one would apply.
func ExampleProcess() {
	items, problems := fn.ParseDocuments("cluster.yaml", []byte(`
apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: lammps
spec:
  containers:
  - image: ghcr.io/rse-ops/vanilla-lammps:tag-latest
    command: lmp -in in.reaxff.hns
`))
	list, err := fn.Process(&fn.ResourceList{Items: items, Results: problems}, fn.Settings{CommandLine: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, result := range list.Results {
		fmt.Fprintln(os.Stderr, fn.Line(result))
	}
	for _, item := range list.Items {
		fmt.Println(item)
	}
	// Output:
	// ConfigMap/lammps-entrypoint
	// Service/lammps
	// JobSet/lammps
}
