package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/fn"
)

// summary counts the objects of a run, or its findings if there are any: "7 objects: 1 ConfigMap, 1 JobSet, ...".
func summary(m made, results fn.Results) string {
	severities := map[krm.Severity]int{}
	for _, result := range results {
		severities[result.Severity]++
	}
	findings := fmt.Sprintf("%s, %s", counted(severities[krm.Error], "error"), counted(severities[krm.Warning], "warning"))
	sources := 0
	for _, item := range m.input {
		if item.IsSource(m.settings.Kinds) {
			sources++
		}
	}
	if fn.HasErrors(results) || ptr.Deref(m.settings.Options.ValidateOnly, false) {
		return fmt.Sprintf("%s read, %d of them to expand: %s", counted(len(m.input), "object"), sources, findings)
	}
	kinds := map[string]int{}
	for _, item := range m.items {
		kinds[item.Kind]++
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		parts = append(parts, fmt.Sprintf("%d %s", kinds[kind], kind))
	}
	return fmt.Sprintf("%s: %s (%s)", counted(len(m.items), "object"), strings.Join(parts, ", "), findings)
}

// counted returns a number with its noun: "1 object", "2 objects".
func counted(number int, noun string) string {
	if number != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", number, noun)
}

// sayCounts ends the output with the line that --summary asks for, if the input could be processed.
func (r *renderer) sayCounts() {
	if r.summary && r.counts != "" {
		r.command.say(r.counts)
	}
}
