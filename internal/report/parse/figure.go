package parse

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// figureForm is NAME=EXPRESSION, higher or lower, and further words.
var figureForm = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_.-]*)=(.+), *(higher|lower)(?:, *(.+))?$`)

const figureExample = `'fom=Throughput:\s+(\S+) unknowns/s, higher, unknowns/s'`

// NewFigures reads figures as the option --figure has them: fom=Throughput:\s+(\S+) unknowns/s, higher, unknowns/s. Each is a program
// of one form, which is looked for in all lines. The expression is one of Go (RE2), and its first group finds the number, to which k, M,
// G or T may belong. Higher or lower says what is better. A unit may follow, what to take of several values in a run, and "scales" for a
// figure that has a speed-up.
func NewFigures(texts []string) (all Programs, err error) {
	var problems []error
	for _, text := range texts {
		figure, err := newFigure(text)
		if err == nil && slices.ContainsFunc(all, func(p *program) bool { return p.Merit[0] == figure.Merit[0] }) {
			err = fmt.Errorf("the name %q is there twice", figure.Merit[0])
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("figure %q: %w", text, err))
			continue
		}
		all = append(all, figure)
	}
	return all, errors.Join(problems...)
}

func newFigure(text string) (*program, error) {
	parts := figureForm.FindStringSubmatch(text)
	if parts == nil {
		return nil, errors.New(`write NAME=EXPRESSION, higher or NAME=EXPRESSION, lower; a unit may follow: ` + figureExample)
	}
	pattern, err := regexp.Compile(parts[2])
	if err != nil {
		return nil, err
	}
	if pattern.NumSubexp() == 0 {
		return nil, fmt.Errorf(`the expression %q has no group that finds the number: put parentheses around what stands in its place, for example (\S+)`, parts[2])
	}
	field := report.Field{Name: parts[1], Title: parts[1], Better: report.Better(parts[3]), Doc: "the number in " + parts[2]}
	for word := range strings.SplitSeq(parts[4], ",") {
		switch word = strings.TrimSpace(word); {
		case word == "":
		case word == "scales":
			field.Scales = true
		case slices.Contains(takes, report.Take(word)):
			field.Take = report.Take(word)
		case field.Unit == "":
			field.Unit = word
		default:
			return nil, fmt.Errorf("%q and %q are two units: after the unit write first, last, min, max, mean or sum, or scales", field.Unit, word)
		}
	}
	return &program{
		Kind:  report.Kind{Name: "figure", Title: "figures of your own", Merit: []string{field.Name}, Fields: []report.Field{field}},
		Lines: []*form{{marks: []string{field.Name + ":si"}, pattern: func() *regexp.Regexp { return pattern }}},
	}, nil
}

// takes are what a user may write. The mean is not a choice elsewhere.
var takes = []report.Take{"mean", report.TakeFirst, report.TakeLast, report.TakeMin, report.TakeMax, report.TakeSum}

// Missing returns the figures of which a report has no number.
func (all Programs) Missing(r *report.Report) (names []string) {
	found := map[*report.Kind]bool{}
	for _, part := range []*report.Report{r, {Runs: r.Rest}} {
		for of := range part.Records() {
			found[of.Result.Kind] = true
		}
	}
	for _, p := range all {
		if !found[&p.Kind] {
			names = append(names, p.Merit[0])
		}
	}
	return names
}

// ownFigures looks for the figures of the user in a line, whatever program prints it.
func (s *source) ownFigures(l *line) {
	l.words = l.text // blanks count in an expression of the user
	for _, o := range s.figures {
		if len(o.result.Values) == 0 {
			o.result = s.newResult(&o.Kind)
		}
		found := o.Lines[0].pattern().FindSubmatch(l.text)
		if found != nil && found[1] != nil && !o.figure(l) {
			s.lost(l.number, "the figure "+o.Merit[0]+" is not a number: "+clean(found[1]))
		}
	}
}

// flushFigures adds the figures of an output that is over.
func (s *source) flushFigures() {
	for _, o := range s.figures {
		s.add(o.result)
		o.result = report.Result{}
	}
}
