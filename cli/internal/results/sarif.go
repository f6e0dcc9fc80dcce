package results

import (
	"maps"
	"net/url"
	"path"
	"slices"

	"github.com/latchkey-dev/latchkey/cli/internal/program"
)

type object = map[string]any

// writeSARIF writes the findings as the log of one run. The source of its form is docs.oasis-open.org, "Static Analysis Results
// Interchange Format (SARIF) Version 2.1.0".
func writeSARIF(p *program.Program, findings []finding) error {
	rules := map[string]bool{}
	results, described := []object{}, []object{}
	for _, f := range findings {
		rules[f.rule()] = true
		result := object{"ruleId": f.rule(), "level": f.level("note"), "message": object{"text": f.text()}}
		if place := f.sarifPlace(); place != nil {
			result["locations"] = []object{{"physicalLocation": place}}
		}
		results = append(results, result)
	}
	for _, id := range slices.Sorted(maps.Keys(rules)) {
		described = append(described, object{"id": id})
	}
	driver := object{"name": "latchkey", "informationUri": "https://github.com/latchkey-dev/latchkey", "rules": described}
	return p.EncodeJSON(object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"version": "2.1.0",
		"runs":    []object{{"tool": object{"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}},
	})
}

// sarifPlace returns the place of a finding, or nil if its file has no name.
func (f finding) sarifPlace() object {
	name := f.path()
	if name == "" {
		return nil
	}
	uri := url.URL{Path: name}
	if path.IsAbs(name) {
		uri.Scheme = "file"
	}
	place := object{"artifactLocation": object{"uri": uri.String()}}
	if f.Line > 0 {
		place["region"] = object{"startLine": f.Line, "startColumn": f.Column}
	}
	return place
}
