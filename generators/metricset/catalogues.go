package metricset

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/latchkey-dev/latchkey/generators/catalogue"
	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
)

// Catalogues are what a MetricSet chooses from: metrics and addons.
func Catalogues() []catalogue.Catalogue {
	return []catalogue.Catalogue{
		{Name: "metric", Does: "measures", Entries: metricEntries},
		{Name: "addon", Does: "does", Entries: addonEntries},
	}
}

func metricEntries() []catalogue.Entry {
	var entries []catalogue.Entry
	for _, metric := range metrics.List() {
		facts := []catalogue.Fact{
			{Name: "image", Value: cmp.Or(metric.Image, "yours: set image")},
			{Name: "link", Value: metric.URL},
			{Name: "pods", Value: fmt.Sprintf("%d or more", max(metric.MinPods, 1))},
		}
		if metric.Attached != "" {
			facts = append(facts, catalogue.Fact{Name: "joins", Value: "a MiniCluster or any workload, by the annotation latchkey.dev/attach-to"})
		}
		entries = append(entries, catalogue.Entry{
			Name: metric.Name, Family: metric.Family, Summary: metric.Summary, Facts: facts,
			Options: optionsOf(metric.Options()), Example: ExampleOfMetric(metric),
		})
	}
	return entries
}

func addonEntries() []catalogue.Entry {
	var entries []catalogue.Entry
	for _, addon := range addons.List() {
		facts := []catalogue.Fact{{Name: "image", Value: addon.Image}, {Name: "link", Value: addon.URL}}
		entries = append(entries, catalogue.Entry{
			Name: addon.Name, Family: addon.Family, Summary: addon.Summary, Facts: facts,
			Options: optionsOf(addon.Options()), Example: ExampleOfAddon(addon),
		})
	}
	return entries
}

// optionsOf describes options, given as a struct with their defaults. Options of one list stand together.
func optionsOf(pointer any) []catalogue.Option {
	var all []catalogue.Option
	for _, list := range []string{"options", "listOptions", "mapOptions"} {
		for _, option := range options.Describe(pointer) {
			if option.List() == list {
				all = append(all, catalogue.Option{List: list, Name: option.Name, Type: option.Schema.Kind(), Meaning: meaning(option)})
			}
		}
	}
	return all
}

// meaning says what an option is for, and what holds without it.
func meaning(option options.Option) string {
	text := option.Schema.Description
	if words := option.Schema.Words(); len(words) > 0 {
		text += ": " + strings.Join(words, ", ")
	}
	switch {
	case option.Default() != "":
		text += " (default " + option.Default() + ")"
	case option.Required:
		text += " (required)"
	}
	return text
}
