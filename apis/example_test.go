package apis_test

import (
	"fmt"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis"
)

func ExampleDecode() {
	document := yaml.MustParse(`
kind: Latchkey
spec:
  ttlSeconds: one hour
  quue: team-a
  maxRestarts: 3
`)
	var object struct {
		Kind string `json:"kind"`
		Spec struct {
			TTLSeconds  int32  `json:"ttlSeconds"`
			MaxRestarts int32  `json:"maxRestarts"`
			Queue       string `json:"queue"`
		} `json:"spec"`
	}
	for _, problem := range apis.Decode(document.YNode(), &object) {
		fmt.Printf("%s: %s\n", problem.Field, problem.Detail)
	}
	fmt.Println(object.Spec.MaxRestarts)
	// Output:
	// spec.ttlSeconds: "one hour" is a string: use a whole number, for example 64
	// spec.quue: unknown field: did you mean "queue"?
	// 3
}
