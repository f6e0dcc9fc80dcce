package transform_test

import (
	"fmt"

	"github.com/latchkey-dev/latchkey/generators/transform"
)

func Example() {
	item := &transform.Item{
		Group: "apps", Kind: "Deployment", Name: "dev-frontend", FormerNames: []string{"frontend"},
		Content: func() map[string]any { return map[string]any{"spec": map[string]any{"replicas": 2}} },
	}
	fmt.Println(item, item.IsCalled("frontend"), item.At("spec", "replicas"), item.At("spec", "replicas", "none"))
	// Output:
	// Deployment/dev-frontend true 2 <nil>
}
