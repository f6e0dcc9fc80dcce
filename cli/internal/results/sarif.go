package results

import (
	"maps"
	"net/url"
	"path"
	"slices"

	"github.com/latchkey-dev/latchkey/cli/internal/program"
)

// The part of SARIF that findings need. The source is docs.oasis-open.org, "Static Analysis Results Interchange Format
// (SARIF) Version 2.1.0".
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID string `json:"id"`
	}
	sarifResult struct {
		RuleID  string `json:"ruleId"`
		Level   string `json:"level"`
		Message struct {
			Text string `json:"text"`
		} `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifLocation struct {
		Physical struct {
			Artifact struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
			Region *sarifRegion `json:"region,omitempty"`
		} `json:"physicalLocation"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
	}
)

// writeSARIF writes the findings as the log of one run.
func writeSARIF(p *program.Program, findings []finding) error {
	rules := map[string]bool{}
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	for _, f := range findings {
		rules[f.rule()] = true
		result := sarifResult{RuleID: f.rule(), Level: f.level("note"), Locations: f.sarifLocations()}
		result.Message.Text = f.text()
		run.Results = append(run.Results, result)
	}
	run.Tool.Driver = sarifDriver{Name: "latchkey", InformationURI: "https://github.com/latchkey-dev/latchkey", Rules: []sarifRule{}}
	for _, id := range slices.Sorted(maps.Keys(rules)) {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{id})
	}
	return p.EncodeJSON(sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

// sarifLocations returns the place of a finding, or nothing if its file has no name.
func (f finding) sarifLocations() []sarifLocation {
	name := f.path()
	if name == "" {
		return nil
	}
	uri := url.URL{Path: name}
	if path.IsAbs(name) {
		uri.Scheme = "file"
	}
	location := sarifLocation{}
	location.Physical.Artifact.URI = uri.String()
	if f.Line > 0 {
		location.Physical.Region = &sarifRegion{f.Line, f.Column}
	}
	return []sarifLocation{location}
}
