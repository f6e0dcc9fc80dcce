package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/generators/catalogue"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// list prints the entries of a catalogue, one a line.
func (o *options) list(list catalogue.Catalogue) {
	rows := [][]string{{strings.ToUpper(list.Name), "FAMILY", strings.ToUpper(list.Does)}}
	for _, entry := range list.Entries() {
		rows = append(rows, []string{entry.Name, entry.Family, entry.Summary})
	}
	o.out.WriteString(text.Table("", rows))
}

// entry prints one entry of a catalogue: its description, its options by list, and an example.
func (o *options) entry(list catalogue.Catalogue, name string) error {
	entries := list.Entries()
	at := slices.IndexFunc(entries, func(entry catalogue.Entry) bool { return entry.Name == name })
	if at < 0 {
		return unknown(withArticle(list.Name), name, namesIn(list))
	}
	entry := entries[at]
	rows := [][]string{{strings.ToUpper(list.Name) + ":", name}, {"FAMILY:", entry.Family}, {strings.ToUpper(list.Does) + ":", entry.Summary}}
	for _, fact := range entry.Facts {
		if fact.Value != "" {
			rows = append(rows, []string{strings.ToUpper(fact.Name) + ":", fact.Value})
		}
	}
	o.out.WriteString(text.Table("", rows))
	for rest := entry.Options; len(rest) > 0; {
		end := slices.IndexFunc(rest, func(option catalogue.Option) bool { return option.List != rest[0].List })
		if end < 0 {
			end = len(rest)
		}
		var rows [][]string
		for _, option := range rest[:end] {
			rows = append(rows, []string{option.Name, "<" + option.Type + ">", option.Meaning})
		}
		o.out.WriteString("\n" + rest[0].List + ":\n" + text.Table("  ", rows))
		rest = rest[end:]
	}
	return o.example(entry.Example)
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
	written, err := yaml.Marshal(example)
	if err != nil {
		return fmt.Errorf("write the example: %w", err)
	}
	node, err := kyaml.Parse(string(written))
	if err != nil {
		return fmt.Errorf("order the example: %w", err)
	}
	inOrder(node.YNode())
	fmt.Fprint(&o.out, "\nEXAMPLE:\n")
	for line := range strings.Lines(node.MustString()) {
		fmt.Fprint(&o.out, "  "+line)
	}
	return nil
}

// inOrder sorts the fields of each map in the order that people use: the name first.
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
