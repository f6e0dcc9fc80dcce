package main

import (
	"fmt"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/generators"
)

// definitions are the kinds with their fields, in the order of the registry, Latchkey's configuration last.
func definitions() ([]crds.Kind, error) {
	known, err := generators.NewRegistry()
	if err != nil {
		return nil, err
	}
	var all []crds.Kind
	for _, kind := range known.Kinds() {
		described, err := crds.Parse(kind.CRD)
		if err != nil {
			return nil, err
		}
		all = append(all, described)
	}
	own, err := crds.Parse(crds.Latchkeys)
	return append(all, own), err
}

// kind writes the fields of the newest version of a kind.
func kind(name string) func(*strings.Builder) error {
	return func(text *strings.Builder) error {
		all, err := definitions()
		for _, kind := range all {
			if kind.Name == name {
				newest := kind.Versions[len(kind.Versions)-1]
				fmt.Fprintf(text, "This is version `%s/%s`. `latchkey explain %s.spec` tells the same.\n", kind.Group, newest.Name, strings.ToLower(name))
				for _, older := range kind.Versions[:len(kind.Versions)-1] {
					fmt.Fprintf(text, "For `%s` see `latchkey explain %s.spec --api-version %s`.\n", older.Name, strings.ToLower(name), older.Name)
				}
				tables(text, "##", newest.Schema)
			}
		}
		return err
	}
}

func otherKinds(text *strings.Builder) error {
	all, err := definitions()
	for _, kind := range all {
		switch kind.Name {
		case "MiniCluster", "MetricSet", "Study", "Latchkey":
			continue
		}
		for _, version := range kind.Versions {
			fmt.Fprintf(text, "## %s, %s/%s\n\n%s\n", kind.Name, kind.Group, version.Name, prose(version.Schema.Description))
			tables(text, "###", version.Schema)
		}
	}
	return err
}

// tables writes the fields of spec and data of a kind. The others are the same for all kinds.
func tables(text *strings.Builder, heading string, schema *schema.Schema) {
	for _, name := range []string{"data", "spec"} {
		if field, found := schema.Field(name); found {
			table(text, heading, name, field)
		}
	}
}

// table writes a table of an object's fields, and then a table of each object among the fields.
func table(text *strings.Builder, heading, path string, object *schema.Schema) {
	fmt.Fprintf(text, "\n%s %s\n\n| field | meaning |\n| --- | --- |\n", heading, path)
	for _, name := range object.Names() {
		field, _ := object.Field(name)
		fmt.Fprintf(text, "| `%s`<br>%s | %s |\n", name, facts(field, object.Requires(name)), prose(field.Description))
	}
	for _, name := range object.Names() {
		if field, _ := object.Field(name); len(field.Names()) > 0 {
			table(text, heading, path+"."+name, field)
		}
	}
}

// facts are the type of a field, whether it is required, its default and its values.
func facts(schema *schema.Schema, required bool) string {
	text := schema.Kind()
	if required {
		text += ", required"
	}
	switch value := schema.Default.(type) {
	case nil:
	case float64: // as JSON numbers are decoded
		text += fmt.Sprintf(", default `%.0f`", value)
	default:
		text += fmt.Sprintf(", default `%v`", value)
	}
	if len(schema.Enum) > 0 {
		var words []string
		for _, value := range schema.Enum {
			words = append(words, fmt.Sprintf("`%v`", value))
		}
		text += ": " + strings.Join(words, ", ")
	}
	return text
}
