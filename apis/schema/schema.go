package schema

import (
	"maps"
	"slices"
	"strings"
)

// A Schema describes the values of a field, in the words of the OpenAPI schemas of CustomResourceDefinitions.
type Schema struct {
	Description string `json:"description"`
	Type        string `json:"type"`
	Format      string `json:"format"`
	Default     any    `json:"default"`
	// Enum are the values that the field may have. It is empty if there is no list of them.
	Enum      []any    `json:"enum"`
	Minimum   *int64   `json:"minimum"`
	Maximum   *int64   `json:"maximum"`
	Pattern   string   `json:"pattern"`
	MinLength *int64   `json:"minLength"`
	MaxLength *int64   `json:"maxLength"`
	MinItems  *int64   `json:"minItems"`
	MaxItems  *int64   `json:"maxItems"`
	Required  []string `json:"required"`
	// IntOrString says that the field takes an integer or a string.
	IntOrString bool `json:"x-kubernetes-int-or-string"`
	// Free says that an object may have fields that are not listed.
	Free bool `json:"x-kubernetes-preserve-unknown-fields"`
	// ListType is atomic, set or map. No two items of a map have the same ListKeys.
	ListType string   `json:"x-kubernetes-list-type"`
	ListKeys []string `json:"x-kubernetes-list-map-keys"`
	// Properties has the fields of an object, Items describes the items of a list, AdditionalProperties the values of a
	// map.
	Properties           map[string]*Schema `json:"properties"`
	Items                *Schema            `json:"items"`
	AdditionalProperties *Schema            `json:"additionalProperties"`

	// Advice says of the schema of a whole object what to write in place of unknown fields. Its keys are paths such as
	// spec.containers[].cores, or names in small letters, which stand for a field at any place.
	Advice map[string]string `json:"-"`
	// Moves are the fields of older releases of a whole object that mean the same as a field of today, see [Schema.Moved].
	Moves []Move `json:"-"`
}

// ignored is the schema of what is not read.
var ignored = &Schema{}

// metadata is the schema of the metadata that a user writes. Other metadata comes from a server, or has no use in a manifest. It
// is ignored, so that the output of "kubectl get -o yaml" can be read.
var metadata = &Schema{Type: "object", Properties: map[string]*Schema{
	"name": text, "generateName": text, "namespace": text, "labels": texts, "annotations": texts,
	"creationTimestamp": ignored, "deletionGracePeriodSeconds": ignored, "deletionTimestamp": ignored, "finalizers": ignored,
	"generation": ignored, "managedFields": ignored, "ownerReferences": ignored, "resourceVersion": ignored, "selfLink": ignored, "uid": ignored,
}}

var (
	text  = &Schema{Type: "string"}
	texts = &Schema{Type: "object", AdditionalProperties: text}
)

// Object returns the schema of an object of a kind, given the schema in its CustomResourceDefinition, which leaves the metadata
// to the server. The status of an object is ignored.
func (s *Schema) Object() *Schema {
	object := *s
	object.Properties = map[string]*Schema{}
	maps.Copy(object.Properties, s.Properties)
	object.Properties["metadata"] = metadata
	if object.Properties["status"] != nil {
		object.Properties["status"] = ignored
	}
	return &object
}

// Field returns the schema of a field, and whether the field exists. It looks in the object, in the items of a list, or
// in the values of a map.
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

// Kind returns the type of the field in words: string, integer, list of strings, map of names to objects.
func (s *Schema) Kind() string { return s.kind("") }

// kind returns the same with an ending of its nouns: "s" for several.
func (s *Schema) kind(ending string) string {
	switch {
	case s.IntOrString:
		return "integer" + ending + " or string" + ending
	case s.Items != nil:
		return "list" + ending + " of " + s.Items.kind("s")
	case s.AdditionalProperties != nil:
		return "map" + ending + " of names to " + s.AdditionalProperties.kind("s")
	}
	return s.Type + ending
}

// meaning returns the first sentence of the description in parentheses, or "".
func (s *Schema) meaning() string {
	if s == nil || s.Description == "" {
		return ""
	}
	sentence, _, _ := strings.Cut(strings.ReplaceAll(s.Description, "\n", " "), ". ")
	if name, rest, found := strings.Cut(sentence, " is "); found && !strings.Contains(name, " ") {
		sentence = rest // "Size is the number of pods"
	}
	return " (" + strings.TrimSuffix(sentence, ".") + ")"
}
