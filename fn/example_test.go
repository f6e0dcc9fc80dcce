package fn_test

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/latchkey-dev/latchkey/fn"
)

// A program that is nothing but a function hands its streams and its kinds to Run.
func ExampleRun() {
	list := strings.NewReader(`
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: votes.example.org/v1
  kind: Ballot
  metadata:
    name: pets
  spec:
    options:
    - {id: a, label: Cats, colour: "#FF6B6B"}
    - {id: b, label: Dogs, color: "#4ECDC4"}
`)
	code := fn.Run(list, io.Discard, os.Stdout, ballot())
	fmt.Println("exit code", code)
	// Output:
	// Ballot/pets: spec.options[0].colour: unknown field: did you mean "color"?
	// Ballot/pets: spec.options[0].color: the option has no color: use "#" and six hexadecimal digits in quotes, for example "#FF6B6B" (without quotes "#" begins a comment)
	// exit code 1
}

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
		fmt.Println(item.Kind)
	}
	// Output:
	// ConfigMap
	// Service
	// JobSet
}
