package crds

import (
	_ "embed" // the definitions
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/version"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis/schema"
)

// The definitions, one for each kind, as JSON.
var (
	//go:embed magalix.com_configmonitors.json
	ConfigMonitors string
	//go:embed voting.example.com_voteconfigs.json
	ExampleVoteConfigs string
	//go:embed latchkey.dev_latchkeys.json
	Latchkeys string
	//go:embed flux-framework.org_metricsets.json
	MetricSets string
	//go:embed flux-framework.org_miniclusters.json
	MiniClusters string
	//go:embed app.example.com_podsets.json
	PodSets string
	//go:embed latchkey.dev_studies.json
	Studies string
	//go:embed voting.schoolofdevops.com_voteconfigs.json
	VoteConfigs string
)

// A Kind is a kind with its versions.
type Kind struct {
	Group, Name string
	// Versions, the oldest first: v1alpha1, v1beta1, v1.
	Versions []Version
}

// A Version is one version of a kind.
type Version struct {
	Name   string
	Schema *schema.Schema
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

// Parse reads a CustomResourceDefinition, as YAML or JSON. One without a group, a kind, or a version with a schema is an error.
func Parse(text string) (Kind, error) {
	found, err := read(text)
	if err != nil {
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
		return Kind{}, errors.New("this is not a CustomResourceDefinition with a group, a kind and a schema: use what controller-gen writes")
	}
	return kind, nil
}

// read reads a definition. Ours are JSON, because reading YAML takes ten times as long.
func read(text string) (found definition, err error) {
	data := []byte(text)
	if !strings.HasPrefix(text, "{") {
		if data, err = yaml.YAMLToJSON(data); err != nil {
			return found, err
		}
	}
	return found, json.Unmarshal(data, &found)
}

// Object returns the schema for objects of one version of a CustomResourceDefinition. The schema also has what is to be said about fields
// of earlier versions, and which fields of earlier releases mean the same as one of today.
func Object(text, version string) (*schema.Schema, error) {
	found, err := read(text)
	if err != nil {
		return nil, err
	}
	for _, v := range found.Spec.Versions {
		if v.Name != version || v.Schema.OpenAPIV3Schema == nil {
			continue
		}
		var s *schema.Schema
		if err := json.Unmarshal(v.Schema.OpenAPIV3Schema, &s); err != nil {
			return nil, err
		}
		s = s.Object()
		s.Advice, s.Moves = adviceFor(found.Spec.Names.Kind, version), moves[found.Spec.Names.Kind+" "+version]
		return s, nil
	}
	return nil, fmt.Errorf("the definition of %s has no schema of %s: make it with controller-gen", found.Spec.Names.Kind, version)
}
