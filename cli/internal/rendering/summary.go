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
func (r *Result) summary() string {
	severities := map[krm.Severity]int{}
	for _, result := range r.Findings {
		severities[result.Severity]++
	}
	findings := fmt.Sprintf("%s, %s", text.Count(severities[krm.Error], "error"), text.Count(severities[krm.Warning], "warning"))
	sources := r.Sources()
	if fn.HasErrors(r.Findings) || ptr.Deref(r.Settings.Options.ValidateOnly, false) {
		return fmt.Sprintf("%s read, %d of them to expand: %s", text.Count(len(r.Input), "object"), sources, findings)
	}
	return fmt.Sprintf("%s (%s)", fn.Seen(r.Items), findings)
}

// Sources counts the sources that were read.
func (r *Result) Sources() (count int) {
	for _, item := range r.Input {
		if item.IsSource(r.Settings.Kinds) {
			count++
		}
	}
	return count
}

// Print prints the findings for people, if there is a result.
func (o *Options) Print(r *Result) {
	if r != nil {
		results.Print(o.Program, r.Findings)
	}
}

// SayCounts ends the output with the line that --summary asks for.
func (o *Options) SayCounts(r *Result) {
	if o.Summary {
		o.Say(r.summary())
	}
}
