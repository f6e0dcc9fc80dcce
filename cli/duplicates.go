package cli

import (
	"fmt"

	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
)

// duplicates finds objects that are there twice. Which of them kubectl leaves in the cluster depends on their order, so
// this is always a mistake. kustomize refuses them too. Package fn checks sources and generated objects.
func duplicates(items []*fn.Item, kinds generators.Registry) fn.Results {
	seen := map[fn.Key]*fn.Item{}
	var results fn.Results
	for _, item := range items {
		if item.IsSource(kinds) || item.Generated() || item.Name == "" {
			continue
		}
		key := item.Key()
		if first := seen[key]; first != nil {
			results = append(results, item.Problem(fmt.Sprintf("there are two of this name, the other one in %s: remove one of the two", first.File)))
			continue
		}
		seen[key] = item
	}
	return results
}
