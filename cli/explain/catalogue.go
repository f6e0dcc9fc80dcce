package explain

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

	"github.com/latchkey-dev/latchkey/generators/catalogue"
)

// list prints the entries of a catalogue, one a line.
func (o *options) list(list catalogue.Catalogue) error {
	return table(o.Stdout, "", func(row func(...string)) {
		row(strings.ToUpper(list.Name), "FAMILY", strings.ToUpper(list.Does))
		for _, entry := range list.Entries() {
			row(entry.Name, entry.Family, entry.Summary)
		}
	})
}

// entry prints one entry of a catalogue: its description, its options by list, and an example.
func (o *options) entry(list catalogue.Catalogue, name string) error {
	entries := list.Entries()
	at := slices.IndexFunc(entries, func(entry catalogue.Entry) bool { return entry.Name == name })
	if at < 0 {
		return unknown(withArticle(list.Name), name, namesIn(list))
	}
	entry := entries[at]
	facts := []catalogue.Fact{{Name: list.Name, Value: name}, {Name: "family", Value: entry.Family}, {Name: list.Does, Value: entry.Summary}}
	err := table(o.Stdout, "", func(row func(...string)) {
		for _, fact := range append(facts, entry.Facts...) {
			row(strings.ToUpper(fact.Name)+":", fact.Value)
		}
	})
	if err != nil {
		return err
	}
	for rest := entry.Options; len(rest) > 0; {
		end := slices.IndexFunc(rest, func(option catalogue.Option) bool { return option.List != rest[0].List })
		if end < 0 {
			end = len(rest)
		}
		fmt.Fprintf(o.Stdout, "\n%s:\n", rest[0].List)
		if err := o.options(rest[:end]); err != nil {
			return err
		}
		rest = rest[end:]
	}
	return o.example(entry.Example)
}

func (o *options) options(options []catalogue.Option) error {
	return table(o.Stdout, "  ", func(row func(...string)) {
		for _, option := range options {
			row(option.Name, "<"+option.Type+">", option.Meaning)
		}
	})
}

func namesIn(list catalogue.Catalogue) []string {
	var names []string
	for _, entry := range list.Entries() {
		names = append(names, entry.Name)
	}
	return names
}

// withArticle returns a noun with "a" or "an" before it.
func withArticle(noun string) string {
	if strings.ContainsAny(noun[:1], "aeiou") {
		return "an " + noun
	}
	return "a " + noun
}

// example prints an object as a user would write it.
func (o *options) example(example any) error {
	text, err := yaml.Marshal(example)
	if err != nil {
		return fmt.Errorf("write the example: %w", err)
	}
	node, err := kyaml.Parse(string(text))
	if err != nil {
		return fmt.Errorf("order the example: %w", err)
	}
	inOrder(node.YNode())
	fmt.Fprint(o.Stdout, "\nEXAMPLE:\n")
	for line := range strings.Lines(node.MustString()) {
		fmt.Fprint(o.Stdout, "  "+line)
	}
	return nil
}

// inOrder sorts the fields of each mapping in the order that people use: the name first.
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

// place returns the position of a field among others. Unknown fields come last.
func place(field string) int {
	if at, ok := kyaml.FieldOrder[field]; ok {
		return at
	}
	return math.MaxInt
}

// table writes rows with aligned columns.
func table(out io.Writer, indent string, fill func(row func(cells ...string))) error {
	columns := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fill(func(cells ...string) { fmt.Fprintln(columns, indent+strings.Join(cells, "\t")) })
	return columns.Flush()
}
