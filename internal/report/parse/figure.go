package parse

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// Figures are figures that the user looks for in all logs.
type Figures struct {
	kind     *report.Kind
	patterns []*regexp.Regexp // of each field of the kind
}

// figureForm is NAME=EXPRESSION, higher or NAME=EXPRESSION, lower, UNIT.
var figureForm = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_.-]*)=(.+), *(higher|lower)(?:, *([^,]+))?$`)

// NewFigures reads figures as the option --figure has them: fom=Throughput:\s+(\S+) unknowns/s, higher, unknowns/s. The
// expression is one of Go (RE2), and its first group finds the number. Higher or lower says what is better. A unit may follow.
func NewFigures(texts []string) (*Figures, error) {
	f := &Figures{kind: &report.Kind{Name: "figure", Title: "figures of your own"}}
	var problems []error
	for _, text := range texts {
		if err := f.add(text); err != nil {
			problems = append(problems, fmt.Errorf("figure %q: %w", text, err))
		}
	}
	return f, errors.Join(problems...)
}

func (f *Figures) add(text string) error {
	parts := figureForm.FindStringSubmatch(text)
	if parts == nil {
		return errors.New(`write NAME=EXPRESSION, higher or NAME=EXPRESSION, lower; a unit may follow: 'fom=Throughput:\s+(\S+) unknowns/s, higher, unknowns/s'`)
	}
	pattern, err := regexp.Compile(parts[2])
	if err != nil {
		return err
	}
	if pattern.NumSubexp() == 0 {
		return fmt.Errorf(`%q has no group: put parentheses around the number, for example (\S+)`, parts[2])
	}
	if slices.Contains(f.kind.Merit, parts[1]) {
		return fmt.Errorf("the name %q is there twice", parts[1])
	}
	better := map[string]report.Better{"higher": report.Higher, "lower": report.Lower}[parts[3]]
	f.kind.Fields = append(f.kind.Fields, report.Field{Name: parts[1], Title: parts[1], Unit: parts[4], Better: better, Doc: "the number in " + parts[2]})
	f.kind.Merit = append(f.kind.Merit, parts[1])
	f.patterns = append(f.patterns, pattern)
	return nil
}

// figures finds the figures of the user between the lines of all programs.
type figures struct {
	*Figures // or nil
	between
}

func (f *figures) take(l line) {
	if f.Figures == nil {
		return
	}
	for i, pattern := range f.patterns {
		found := pattern.FindSubmatch(l.text)
		if found == nil {
			continue
		}
		value, ok := number(found[1])
		if !ok {
			continue
		}
		f.between.add(f.kind, report.Value{Field: f.kind.Fields[i], Value: value, Time: l.time})
	}
}
