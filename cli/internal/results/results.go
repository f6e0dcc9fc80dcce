// Package results prints findings, for people and for programs.
package results

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/fn"
)

// Print prints findings for people, one on each line of standard error.
func Print(p *program.Program, results fn.Results) {
	for _, result := range results {
		fmt.Fprintln(p.Stderr, fn.Line(result))
	}
}

// writers are the forms for programs. They go to standard output.
var writers = map[string]func(*program.Program, []finding) error{
	program.JSON: writeJSON,
	"github":     writeGitHub,
}

// Forms returns the forms of findings, the one for people first.
func Forms() []string {
	return append([]string{program.Text}, slices.Sorted(maps.Keys(writers))...)
}

// A finding is a result as programs get it.
type finding struct{ *fn.Result }

// PrintAs prints findings in one of the [Forms].
func PrintAs(p *program.Program, form string, results fn.Results) error {
	write := writers[form]
	if write == nil {
		Print(p, results)
		return nil
	}
	findings := make([]finding, 0, len(results))
	for _, result := range results {
		findings = append(findings, finding{result})
	}
	if err := write(p, findings); err != nil {
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

// rule returns the kind of the finding. Programs group findings by it.
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

// writeJSON writes the results as a caller of the function gets them.
func writeJSON(p *program.Program, findings []finding) error {
	return p.EncodeJSON(map[string][]finding{"results": findings})
}

// writeGitHub writes workflow commands, which GitHub Actions shows beside the lines of a pull request. docs.github.com
// describes their form ("Workflow commands for GitHub Actions"). The escapes follow actions/toolkit,
// packages/core/src/command.ts.
func writeGitHub(p *program.Program, findings []finding) error {
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
		if _, err := fmt.Fprintf(p.Stdout, "::%s %s::%s\n", f.level(), strings.Join(properties, ","), data.Replace(f.text())); err != nil {
			return err
		}
	}
	return nil
}

// level returns the severity of a finding in the words of GitHub.
func (f finding) level() string {
	switch f.Severity {
	case "", "error":
		return "error"
	case "warning":
		return "warning"
	default:
		return "notice"
	}
}
