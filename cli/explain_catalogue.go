package cli

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/generators/metricset"
	"github.com/latchkey-dev/latchkey/generators/metricset/addons"
	"github.com/latchkey-dev/latchkey/generators/metricset/metrics"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
)

func (e explainer) metrics() error {
	return table(e.out, "", func(row func(...string)) {
		row("METRIC", "FAMILY", "MEASURES")
		for _, metric := range metrics.List() {
			row(metric.Name, metric.Family, metric.Summary)
		}
	})
}

func (e explainer) addons() error {
	return table(e.out, "", func(row func(...string)) {
		row("ADDON", "FAMILY", "DOES")
		for _, addon := range addons.List() {
			row(addon.Name, addon.Family, addon.Summary)
		}
	})
}

func (e explainer) metric(name string) error {
	metric, known := metrics.Named(name)
	if !known {
		return unknown("a metric", name, metrics.Names())
	}
	err := table(e.out, "", func(row func(...string)) {
		row("METRIC:", metric.Name)
		row("FAMILY:", metric.Family)
		row("MEASURES:", metric.Summary)
		row("IMAGE:", cmp.Or(metric.Image, "yours: set image"))
		row("LINK:", metric.URL)
		row("PODS:", fmt.Sprintf("%d or more", max(metric.MinPods, 1)))
		if metric.Attached != "" {
			row("JOINS:", "a MiniCluster, by the annotation latchkey.dev/attach-to")
		}
	})
	if err != nil {
		return err
	}
	return e.rest(metric.Options(), metricset.ExampleOfMetric(metric))
}

func (e explainer) addon(name string) error {
	addon, known := addons.Named(name)
	if !known {
		return unknown("an addon", name, addons.Names())
	}
	err := table(e.out, "", func(row func(...string)) {
		row("ADDON:", addon.Name)
		row("FAMILY:", addon.Family)
		row("DOES:", addon.Summary)
		if addon.Image != "" {
			row("IMAGE:", addon.Image)
		}
		if addon.URL != "" {
			row("LINK:", addon.URL)
		}
	})
	if err != nil {
		return err
	}
	return e.rest(addon.Options(), metricset.ExampleOfAddon(addon))
}

// rest prints the options, by the list that they stand in, and an example.
func (e explainer) rest(opts, example any) error {
	described := options.Describe(opts)
	for _, list := range []string{"options", "listOptions", "mapOptions"} {
		heading := fmt.Sprintf("\n%s:\n", list)
		err := table(e.out, "  ", func(row func(...string)) {
			for _, option := range described {
				if option.List == list {
					fmt.Fprint(e.out, heading)
					heading = ""
					row(option.Name, "<"+option.Type+">", meaning(option))
				}
			}
		})
		if err != nil {
			return err
		}
	}
	text, err := yaml.Marshal(example)
	if err != nil {
		return fmt.Errorf("write the example: %w", err)
	}
	node, err := kyaml.Parse(string(text))
	if err != nil {
		return fmt.Errorf("order the example: %w", err)
	}
	inOrder(node.YNode())
	fmt.Fprint(e.out, "\nEXAMPLE:\n")
	for line := range strings.Lines(node.MustString()) {
		fmt.Fprint(e.out, "  "+line)
	}
	return nil
}

// inOrder puts the fields of each mapping into the order in which people write them: the name first.
func inOrder(node *kyaml.Node) {
	if node.Kind == kyaml.MappingNode {
		fields := slices.Collect(slices.Chunk(node.Content, 2))
		slices.SortStableFunc(fields, func(a, b []*kyaml.Node) int { return cmp.Compare(place(a[0].Value), place(b[0].Value)) })
		node.Content = slices.Concat(fields...)
	}
	for _, child := range node.Content {
		inOrder(child)
	}
}

// place is where a field comes among others; those that have none come last.
func place(field string) int {
	if at, ok := kyaml.FieldOrder[field]; ok {
		return at
	}
	return math.MaxInt
}

// meaning says what an option is for, and what holds without it.
func meaning(option options.Description) string {
	text := option.Meaning
	if len(option.Values) > 0 {
		text += ": " + strings.Join(option.Values, ", ")
	}
	switch {
	case option.Default != "":
		text += " (default " + option.Default + ")"
	case option.Required:
		text += " (required)"
	}
	return text
}

// table writes rows with their columns below each other.
func table(out io.Writer, indent string, fill func(row func(cells ...string))) error {
	columns := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fill(func(cells ...string) { fmt.Fprintln(columns, indent+strings.Join(cells, "\t")) })
	return columns.Flush()
}
