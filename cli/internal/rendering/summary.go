package rendering

import (
	"fmt"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/cli/internal/results"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// summary counts the objects of a run, or its findings if there are any: "7 objects: 1 ConfigMap, 1 JobSet, ...".
func (m *Made) summary() string {
	severities := map[krm.Severity]int{}
	for _, result := range m.Findings {
		severities[result.Severity]++
	}
	findings := fmt.Sprintf("%s, %s", text.Count(severities[krm.Error], "error"), text.Count(severities[krm.Warning], "warning"))
	sources := m.Sources()
	if fn.HasErrors(m.Findings) || ptr.Deref(m.Settings.Options.ValidateOnly, false) {
		return fmt.Sprintf("%s read, %d of them to expand: %s", text.Count(len(m.Input), "object"), sources, findings)
	}
	return fmt.Sprintf("%s (%s)", fn.Seen(m.Items), findings)
}

// Sources counts the sources that were read.
func (m *Made) Sources() (count int) {
	for _, item := range m.Input {
		if item.IsSource(m.Settings.Kinds) {
			count++
		}
	}
	return count
}

// Print prints the findings for people, if there is a result.
func (o *Options) Print(m *Made) {
	if m != nil {
		results.Print(o.Program, m.Findings)
	}
}

// SayCounts ends the output with the line that --summary asks for.
func (o *Options) SayCounts(m *Made) {
	if o.Summary {
		o.Say(m.summary())
	}
}
