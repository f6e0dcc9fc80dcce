// Package schema is the command that prints JSON schemas of the kinds, for editors and validators.
package schema

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
)

// object is a JSON schema, or a part of one.
type object = map[string]any

// New returns the command.
func New(p *program.Program) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [KIND]",
		Short: "Print the JSON schema of a kind, or of all, for editors",
		Long: `Print the JSON schema of a kind with all its versions, or of all kinds, for
editors and validators. It is made from the definitions that explain reads.

The schema of all kinds takes every object of another kind as it is.`,
		Example: `  latchkey schema >latchkey.schema.json
  latchkey schema minicluster >minicluster.json`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			all, _ := p.Documented() // after an error there are none
			return names(all), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := p.Documented()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return p.EncodeJSON(schemaOf(all))
			}
			if len(args) > 1 {
				return exit.Usagef("name one kind, or none for all kinds")
			}
			one := slices.DeleteFunc(slices.Clone(all), func(kind crds.Kind) bool { return !strings.EqualFold(kind.Name, args[0]) })
			if len(one) == 0 {
				return exit.Usagef("there is no kind %q: %s", args[0], suggest.Remedy(strings.ToLower(args[0]), names(all)))
			}
			schema := schemaOf(one)
			schema["required"] = []string{"apiVersion", "kind"}
			schema["properties"] = object{"kind": object{"const": one[0].Name}, "apiVersion": object{"enum": versions(one)}}
			return p.EncodeJSON(schema)
		},
	}
}

// names returns the names of the kinds as a user types them, sorted.
func names(all []crds.Kind) (names []string) {
	for _, kind := range all {
		names = append(names, strings.ToLower(kind.Name))
	}
	return slices.Compact(names)
}

// versions returns the values of apiVersion of the kinds.
func versions(all []crds.Kind) (versions []string) {
	for _, kind := range all {
		for _, v := range kind.Versions {
			versions = append(versions, kind.Group+"/"+v.Name)
		}
	}
	return versions
}

// schemaOf returns a schema (draft 7) that judges each object by its apiVersion and kind.
func schemaOf(all []crds.Kind) object {
	var rules []any
	for _, kind := range all {
		for _, v := range kind.Versions {
			strict(v.OpenAPI)
			fields := v.OpenAPI["properties"].(object)
			fields["metadata"] = object{"type": "object"}
			rules = append(rules, object{
				"if": object{
					"required":   []string{"apiVersion", "kind"},
					"properties": object{"apiVersion": object{"const": kind.Group + "/" + v.Name}, "kind": object{"const": kind.Name}},
				},
				"then": v.OpenAPI,
			})
		}
	}
	return object{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "allOf": rules}
}

// strict turns what OpenAPI says in its own way into JSON schema: numbers that may be strings, and fields that are unknown.
func strict(schema object) {
	if schema["x-kubernetes-int-or-string"] == true {
		delete(schema, "anyOf")
		schema["type"] = []string{"integer", "string"}
	}
	fields, isStruct := schema["properties"].(object)
	if isStruct && schema["additionalProperties"] == nil && schema["x-kubernetes-preserve-unknown-fields"] != true {
		schema["additionalProperties"] = false
	}
	for _, field := range fields {
		strict(field.(object))
	}
	for _, inner := range []string{"items", "additionalProperties"} {
		if below, ok := schema[inner].(object); ok {
			strict(below)
		}
	}
}
