package cli

import (
	"fmt"

	"github.com/latchkey-dev/latchkey/fn"
)

// duplicates finds objects that are there twice. Which of them kubectl leaves
// in the cluster depends on their order, so no one can mean it; kustomize
// refuses them as well. Sources and what is made from them fn looks after.
func duplicates(items []*fn.Item) fn.Results {
	seen := map[fn.Key]*fn.Item{}
	var results fn.Results
	for _, item := range items {
		if item.IsSource() || item.Generated() || item.Name == "" {
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
