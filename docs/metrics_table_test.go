package docs_test

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
)

// TestMetricTables compares the tables of metrics and addons in the documents with the code.
func TestMetricTables(t *testing.T) {
	replaceTable(t, "docs/metrics.md", "metrics", metricTable())
	replaceTable(t, "docs/metrics.md", "addons", addonTable())
}

// TestAttachedMetrics compares the metrics that docs/attach.md says to be attachable with the catalogue.
func TestAttachedMetrics(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("docs/attach.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "## What can be attached")
	table, _, _ = strings.Cut(table, "| all others |")
	for _, metric := range metrics.List() {
		if isNamed := strings.Contains(table, "| `"+metric.Name+"` |"); isNamed != (metric.Attached != "") {
			t.Errorf("docs/attach.md names %s among what can be attached: %t", metric.Name, isNamed)
		}
	}
}

func metricTable() string {
	var table strings.Builder
	table.WriteString("| metric | measures | image | options | example |\n| --- | --- | --- | --- | --- |\n")
	for _, metric := range metrics.List() {
		name, image := metric.Name, "yours"
		if metric.URL != "" {
			name = "[" + name + "](" + metric.URL + ")"
		}
		if metric.Image != "" {
			image = "`" + metric.Image + "`"
		}
		fmt.Fprintf(&table, "| %s | %s | %s | %s | %s |\n", name, metric.Summary, image,
			optionNames(metric.Options()), exampleOf(metric.Name))
	}
	return table.String()
}

func addonTable() string {
	var table strings.Builder
	table.WriteString("| addon | does | options |\n| --- | --- | --- |\n")
	for _, addon := range addons.List() {
		fmt.Fprintf(&table, "| %s | %s | %s |\n", addon.Name, addon.Summary, optionNames(addon.Options()))
	}
	return table.String()
}

// optionNames lists options. Required options are bold, and lists and maps have their type behind them.
func optionNames(pointer any) string {
	var names []string
	for _, option := range options.Describe(pointer) {
		name := "`" + option.Name + "`"
		if option.Required && option.Default() == "" {
			name = "**" + name + "**"
		}
		if option.List() != "options" {
			name += " (" + option.Schema.Kind() + ")"
		}
		names = append(names, name)
	}
	return cmp.Or(strings.Join(names, ", "), "none")
}

func exampleOf(metric string) string {
	folder := path.Join("examples", "metric-"+metric)
	if _, err := os.Stat(folder); err != nil {
		return ""
	}
	return "[" + folder + "](../" + folder + "/)"
}
