package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/fn"
)

// formatText is the form for people: one line for each finding, on standard error.
const formatText = "text"

// reports are the forms for programs. They go to standard output.
var reports = map[string]func(io.Writer, []finding) error{
	formatJSON: reportJSON,
	"sarif":    reportSARIF,
	"github":   reportGitHub,
}

// reportFormats returns the values of -o, the default first.
func reportFormats() []string {
	return append([]string{formatText}, slices.Sorted(maps.Keys(reports))...)
}

// A finding is a result as programs get it.
type finding struct{ *fn.Result }

// report prints findings in the chosen form.
func (r *renderer) report(results fn.Results) error {
	write := reports[r.reportFormat]
	if write == nil {
		r.command.report(results)
		return nil
	}
	findings := make([]finding, 0, len(results))
	for _, result := range results {
		findings = append(findings, finding{fn.PrintableResult(result)})
	}
	if err := write(r.command.Stdout, findings); err != nil {
		return fmt.Errorf("write findings: %w", err)
	}
	return nil
}

// path returns the file of a finding as programs know it, or "".
func (f finding) path() string {
	if f.File == nil || f.File.Path == "" || f.File.Path == fn.StandardInput {
		return ""
	}
	return filepath.ToSlash(filepath.Clean(f.File.Path))
}

// text returns a finding without its file, which programs show themselves.
func (f finding) text() string {
	where := *f.Result
	where.File = nil
	where.Severity = ""
	return fn.Line(&where)
}

// rule returns the kind of the finding, by which programs group findings.
func (f finding) rule() string {
	switch rule := f.Tags[fn.TagRule]; {
	case rule != "":
		return rule
	case f.ResourceRef != nil:
		return "Object"
	default:
		return "File"
	}
}

// reportJSON writes the results as a caller of the function gets them.
func reportJSON(w io.Writer, findings []finding) error {
	return encodeJSON(w, map[string][]finding{"results": findings})
}

// encodeJSON writes a value for programs and people.
func encodeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// reportGitHub writes workflow commands, which GitHub Actions shows beside the lines of a pull request. docs.github.com
// describes their form ("Workflow commands for GitHub Actions"). The escapes are those of actions/toolkit,
// packages/core/src/command.ts.
func reportGitHub(w io.Writer, findings []finding) error {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for _, f := range findings {
		var properties []string
		if path := f.path(); path != "" {
			properties = append(properties, "file="+property.Replace(path))
			if f.Line > 0 {
				properties = append(properties, "line="+strconv.Itoa(f.Line), "col="+strconv.Itoa(f.Column))
			}
		}
		properties = append(properties, "title="+property.Replace("latchkey "+f.rule()))
		if _, err := fmt.Fprintf(w, "::%s %s::%s\n", f.level("notice"), strings.Join(properties, ","), data.Replace(f.text())); err != nil {
			return err
		}
	}
	return nil
}

// level returns the severity of a finding in the words of other programs. They differ only in the word for information.
func (f finding) level(information string) string {
	switch f.Severity {
	case "", "error":
		return "error"
	case "warning":
		return "warning"
	default:
		return information
	}
}
