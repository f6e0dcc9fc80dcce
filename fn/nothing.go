package fn

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"

	"github.com/latchkey-dev/latchkey/fn/internal/callers"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// Seen counts items by kind, for example "3 objects: 2 ConfigMap, 1 Deployment".
func Seen(items []*Item) string {
	kinds := map[string]int{}
	for _, item := range items {
		kinds[item.Kind]++
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		parts = append(parts, fmt.Sprintf("%d %s", kinds[kind], cmp.Or(kind, "without a kind")))
	}
	return strings.TrimSuffix(text.Count(len(items), "object")+": "+strings.Join(parts, ", "), ": ")
}

// nothingDone warns if a caller has sent no source, or options that Latchkey does not read: otherwise nobody would say that
// nothing happens.
func (l *ResourceList) nothingDone(kinds generators.Registry) (found Results) {
	config := l.FunctionConfig
	isSource := func(item *Item) bool { return item.IsSource(kinds) || item.Source() != "" }
	for _, item := range l.Items {
		if item.IsLatchkey() && (config == nil || !config.IsLatchkey()) && hasOptions(item) {
			found = append(found, item.finding(krm.Warning,
				"this run does not read these options: name the file as configPath in the Kptfile, in --fn-config of kpt fn eval, or in transformers of the kustomization"))
		}
	}
	if slices.ContainsFunc(l.Items, isSource) || config != nil && isSource(config) {
		return found
	}
	warning := (&Item{}).finding(krm.Warning, "nothing is expanded, because there is no source: Latchkey was sent %s", Seen(l.Items))
	if config != nil && len(l.Items) == 1 && l.Items[0].IsLatchkey() && config.isCopy(l.Items[0]) && callers.Of(l.Items) != callers.Kpt {
		warning.Message = "nothing is expanded, because kustomize sent no resources: list Latchkey in transformers, and not in generators, of a kustomization that has the sources"
	}
	return append(found, warning)
}

// hasOptions tells whether a Latchkey says any option.
func hasOptions(item *Item) bool {
	spec := yamltext.Child(item.read.Node(), "spec")
	return spec != nil && len(spec.Content) > 0
}
