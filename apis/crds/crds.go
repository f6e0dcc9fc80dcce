package crds

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

//go:embed *.yaml
var files embed.FS

// A Schema describes the values of a field.
type Schema struct {
	Description string   `json:"description"`
	Type        string   `json:"type"`
	Default     any      `json:"default"`
	Required    []string `json:"required"`
	// IntOrString says that the field takes a number or a text.
	IntOrString bool `json:"x-kubernetes-int-or-string"`
	// Properties has the fields of an object, Items describes the items of a list, AdditionalProperties the values of a
	// mapping.
	Properties           map[string]*Schema `json:"properties"`
	Items                *Schema            `json:"items"`
	AdditionalProperties *Schema            `json:"additionalProperties"`
}

// A Kind is a kind with its versions.
type Kind struct {
	Group, Name string
	// Versions, in alphabetical order.
	Versions []Version
}

// A Version is one version of a kind.
type Version struct {
	Name   string
	Schema *Schema
}

// definition is the part of a CustomResourceDefinition that this package reads.
type definition struct {
	Spec struct {
		Group string `json:"group"`
		Names struct {
			Kind string `json:"kind"`
		} `json:"names"`
		Versions []struct {
			Name   string `json:"name"`
			Schema struct {
				OpenAPIV3Schema *Schema `json:"openAPIV3Schema"`
			} `json:"schema"`
		} `json:"versions"`
	} `json:"spec"`
}

// Kinds returns every kind with a definition, sorted by name and group.
func Kinds() ([]Kind, error) {
	names, err := fs.Glob(files, "*.yaml")
	if err != nil {
		return nil, err
	}
	var kinds []Kind
	for _, name := range names {
		kind, err := read(name)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, func(a, b Kind) int {
		return strings.Compare(a.Name+" "+a.Group, b.Name+" "+b.Group)
	})
	return kinds, nil
}

func read(name string) (Kind, error) {
	data, err := files.ReadFile(name)
	if err != nil {
		return Kind{}, err
	}
	var found definition
	if err := yaml.Unmarshal(data, &found); err != nil {
		return Kind{}, err
	}
	kind := Kind{Group: found.Spec.Group, Name: found.Spec.Names.Kind}
	for _, version := range found.Spec.Versions {
		kind.Versions = append(kind.Versions, Version{Name: version.Name, Schema: version.Schema.OpenAPIV3Schema})
	}
	return kind, nil
}

// Field returns the schema of a field, and whether the field exists. It looks in the object, in the items of a list, or
// in the values of a mapping.
func (s *Schema) Field(name string) (*Schema, bool) {
	field, found := s.inner().Properties[name]
	return field, found
}

// Names returns the names of the fields, sorted.
func (s *Schema) Names() []string {
	var names []string
	for name := range s.inner().Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Requires tells whether the field is required.
func (s *Schema) Requires(name string) bool { return slices.Contains(s.inner().Required, name) }

// inner returns the schema that has the fields.
func (s *Schema) inner() *Schema {
	switch {
	case s.Items != nil:
		return s.Items.inner()
	case s.AdditionalProperties != nil:
		return s.AdditionalProperties.inner()
	default:
		return s
	}
}

// Kind returns the type of the field in words: text, whole number, list of text, mapping of names to objects.
func (s *Schema) Kind() string {
	switch {
	case s.IntOrString:
		return "number or text"
	case s.Items != nil:
		return "list of " + plural(s.Items.Kind())
	case s.AdditionalProperties != nil:
		return "mapping of names to " + plural(s.AdditionalProperties.Kind())
	}
	switch s.Type {
	case "string":
		return "text"
	case "integer":
		return "whole number"
	case "boolean":
		return "true or false"
	default:
		return s.Type
	}
}

func plural(kind string) string {
	if kind == "object" || kind == "whole number" {
		return kind + "s"
	}
	return kind
}
