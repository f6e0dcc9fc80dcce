package validate

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/fn"
)

const gitHub = "github"

// forms are the forms of findings, the one for people first. Those for programs go to standard output.
var forms = []string{program.Text, gitHub, program.JSON}

// print prints findings in the form that the user wants.
func (o *options) print(found fn.Results) (err error) {
	switch o.form {
	case program.JSON: // as a caller of the function gets them
		err = o.EncodeJSON(map[string]fn.Results{"results": append(fn.Results{}, found...)})
	case gitHub:
		err = writeGitHub(o.Stdout, found)
	default:
		o.PrintFindings(found)
	}
	if err != nil {
		return fmt.Errorf("write findings: %w", err)
	}
	return nil
}

// writeGitHub writes workflow commands, which GitHub Actions shows beside the lines of a pull request. docs.github.com
// describes their form ("Workflow commands for GitHub Actions"). The escapes follow actions/toolkit,
// packages/core/src/command.ts.
func writeGitHub(out io.Writer, found fn.Results) error {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for _, f := range found {
		var properties []string
		if f.File != nil && f.File.Path != "" && f.File.Path != fn.StandardInput {
			properties = append(properties, "file="+property.Replace(filepath.ToSlash(filepath.Clean(f.File.Path))))
			if f.Line > 0 {
				properties = append(properties, "line="+strconv.Itoa(f.Line), "col="+strconv.Itoa(f.Column))
			}
		}
		properties = append(properties, "title="+property.Replace("latchkey "+rule(f)))
		shown := *f // GitHub shows the file and the level itself
		shown.File, shown.Severity = nil, ""
		if _, err := fmt.Fprintf(out, "::%s %s::%s\n", level(f), strings.Join(properties, ","), data.Replace(fn.Line(&shown))); err != nil {
			return err
		}
	}
	return nil
}

// rule returns the kind of a finding, by which programs group findings.
func rule(f *fn.Result) string {
	switch rule := f.Tags[fn.TagRule]; {
	case rule != "":
		return rule
	case f.ResourceRef != nil:
		return "Object"
	default:
		return "File"
	}
}

// level returns the severity of a finding in the words of GitHub.
func level(f *fn.Result) string {
	switch f.Severity {
	case "", "error":
		return "error"
	case "warning":
		return "warning"
	default:
		return "notice"
	}
}
