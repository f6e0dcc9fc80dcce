package crate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/latchkey-dev/latchkey/internal/runs"
)

// An entity is an object of the graph. It has the properties of RO-Crate 1.1 and of Process Run Crate that are used here.
type entity struct {
	ID          string `json:"@id"`
	Type        string `json:"@type"`
	Name        string `json:"name,omitempty"`
	Description string `json:"description,omitempty"`

	// Of the folder, of its parts, and of the file about it.
	About          *ref   `json:"about,omitempty"`
	ConformsTo     *ref   `json:"conformsTo,omitempty"`
	DatePublished  string `json:"datePublished,omitempty"`
	License        *ref   `json:"license,omitempty"`
	Author         refs   `json:"author,omitempty"`
	Keywords       string `json:"keywords,omitempty"`
	HasPart        refs   `json:"hasPart,omitempty"`
	Mentions       refs   `json:"mentions,omitempty"`
	EncodingFormat string `json:"encodingFormat,omitempty"`
	ContentSize    string `json:"contentSize,omitempty"`

	// Of a run.
	StartTime      string `json:"startTime,omitempty"`
	EndTime        string `json:"endTime,omitempty"`
	ActionStatus   *ref   `json:"actionStatus,omitempty"`
	Error          string `json:"error,omitempty"`
	Agent          *ref   `json:"agent,omitempty"`
	Instrument     refs   `json:"instrument,omitempty"`
	ContainerImage refs   `json:"containerImage,omitempty"`
	Object         refs   `json:"object,omitempty"`
	Environment    refs   `json:"environment,omitempty"`
	Result         refs   `json:"result,omitempty"`

	// Of a value, a program, an image and a person.
	Value           any    `json:"value,omitempty"`
	UnitText        string `json:"unitText,omitempty"`
	URL             string `json:"url,omitempty"`
	SoftwareVersion string `json:"softwareVersion,omitempty"`
	Version         string `json:"version,omitempty"`
	AdditionalType  *ref   `json:"additionalType,omitempty"`
	Registry        string `json:"registry,omitempty"`
	Tag             string `json:"tag,omitempty"`
	SHA256          string `json:"sha256,omitempty"`
	Affiliation     *ref   `json:"affiliation,omitempty"`
}

// A ref is a reference to an entity.
type ref struct {
	ID string `json:"@id"`
}

// refs are written as one if there is one: RO-Crate is in the compacted form of JSON-LD.
type refs []ref

// MarshalJSON implements [json.Marshaler].
func (r refs) MarshalJSON() ([]byte, error) {
	if len(r) == 1 {
		return json.Marshal(r[0])
	}
	return json.Marshal([]ref(r))
}

// A graph has entities in the order in which they were added, each once.
type graph struct {
	entities []entity
	has      map[string]bool
}

// add adds an entity, unless there is one of its ID, and returns a reference to it.
func (g *graph) add(e entity) ref {
	if !g.has[e.ID] {
		g.has[e.ID] = true
		g.entities = append(g.entities, e)
	}
	return ref{e.ID}
}

// encode returns the document, with an entity in each line.
func (g *graph) encode() ([]byte, error) {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\"@context\": [%q, %q],\n\"@graph\": [\n", specification+"/context", "https://w3id.org/ro/terms/workflow-run/context")
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false) // commands have < and &
	for i, one := range g.entities {
		if i > 0 {
			out.WriteString(",")
		}
		if err := encoder.Encode(one); err != nil {
			return nil, fmt.Errorf("encode %s: %w", runs.CrateFile, err)
		}
	}
	out.WriteString("]}\n")
	return out.Bytes(), nil
}

// local returns the ID of an entity that only this crate has: "#parameter/nodes=2".
func local(kind, name string) string { return (&url.URL{Fragment: kind + "/" + name}).String() }

// inFolder returns the ID of a file, or of a folder with / at its end.
func inFolder(path string) string { return (&url.URL{Path: path}).String() }

// versioned returns the ID of a version of a program that has a page.
func versioned(page, version string) string { return page + (&url.URL{Fragment: version}).String() }
