package crds

import (
	_ "embed" // the definitions
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/version"
	"sigs.k8s.io/yaml"
)

// The definitions, one for each kind, as YAML.
var (
	//go:embed magalix.com_configmonitors.yaml
	ConfigMonitors string
	//go:embed voting.example.com_voteconfigs.yaml
	ExampleVoteConfigs string
	//go:embed latchkey.dev_latchkeys.yaml
	Latchkeys string
	//go:embed flux-framework.org_metricsets.yaml
	MetricSets string
	//go:embed flux-framework.org_miniclusters.yaml
	MiniClusters string
	//go:embed app.example.com_podsets.yaml
	PodSets string
	//go:embed latchkey.dev_studies.yaml
	Studies string
	//go:embed voting.schoolofdevops.com_voteconfigs.yaml
	VoteConfigs string
)

// A Schema describes the values of a field.
type Schema struct {
	Description string `json:"description"`
	Type        string `json:"type"`
	Default     any    `json:"default"`
	// Enum are the values that the field may have. It is empty if there is no list of them.
	Enum     []any    `json:"enum"`
	Required []string `json:"required"`
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
	// Versions, the oldest first: v1alpha1, v1beta1, v1.
	Versions []Version
}

// A Version is one version of a kind.
type Version struct {
	Name   string
	Schema *Schema
	// OpenAPI is the whole schema, as decoded JSON.
	OpenAPI map[string]any
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
				OpenAPIV3Schema json.RawMessage `json:"openAPIV3Schema"`
			} `json:"schema"`
		} `json:"versions"`
	} `json:"spec"`
}

// Parse reads a CustomResourceDefinition. One without a group, a kind, or a version with a schema is an error.
func Parse(text string) (Kind, error) {
	var found definition
	if err := yaml.Unmarshal([]byte(text), &found); err != nil {
		return Kind{}, err
	}
	kind := Kind{Group: found.Spec.Group, Name: found.Spec.Names.Kind}
	for _, v := range found.Spec.Versions {
		if v.Schema.OpenAPIV3Schema == nil {
			continue
		}
		read := Version{Name: v.Name}
		if err := errors.Join(json.Unmarshal(v.Schema.OpenAPIV3Schema, &read.Schema), json.Unmarshal(v.Schema.OpenAPIV3Schema, &read.OpenAPI)); err != nil {
			return Kind{}, err
		}
		kind.Versions = append(kind.Versions, read)
	}
	slices.SortFunc(kind.Versions, func(a, b Version) int { return version.CompareKubeAwareVersionStrings(a.Name, b.Name) })
	if kind.Group == "" || kind.Name == "" || len(kind.Versions) == 0 {
		return Kind{}, errors.New("this is no CustomResourceDefinition with a group, a kind and a schema: use what controller-gen writes")
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
	return slices.Sorted(maps.Keys(s.inner().Properties))
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
