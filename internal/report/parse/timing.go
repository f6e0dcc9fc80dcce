package parse

import (
	"bytes"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// timing reads the times of commands, which come between and after the lines of other programs.
type timing struct {
	source *source
	result report.Result // without a kind before the first time
}

func (t *timing) flush() {
	t.source.add(t.result)
	t.result = report.Result{}
}

// take reads a line with times. It tells whether it was one.
func (t *timing) take(l *line) bool {
	if len(l.words) == 0 || len(l.words) > 200 || !mayTime[l.words[0]] {
		return false
	}
	for _, f := range parsed()["time"].Lines {
		if found, ok := f.match(l.words); ok {
			t.keep(found, l)
			return true
		}
	}
	return false
}

// mayTime are the first characters of the lines with times.
var mayTime = charactersOf("rusCFUSPEMVI0123456789")

// keep adds the times of a line. A label before them ends the result.
func (t *timing) keep(found []match, l *line) {
	first := found[0]
	isLabel, isFailure := first.name == "label", first.name == "failure" // GNU time says a failure before the times
	if isLabel || isFailure || slices.ContainsFunc(t.result.Values, func(v report.Value) bool { return v.Name == first.name }) {
		t.flush()
	}
	if t.result.Kind == nil {
		t.result = t.source.newResult(kindOf("time"))
		if program, ok := t.source.active.(*output); ok && !isFailure {
			t.result.Title = program.result.Title
		}
	}
	if isFailure {
		t.result.Fault = clean(bytes.TrimSpace(l.text))
		return
	}
	for _, m := range found {
		if m.text == nil {
			t.result.Values = append(t.result.Values, report.Value{Field: fieldOf(t.result.Kind, m.name), Value: m.number, Time: l.time})
		}
	}
	t.source.doubt(&t.result, t.result.Values[len(t.result.Values)-1].Field, l)
	if isLabel {
		t.result.Title = clean(first.text)
		t.flush()
	}
}
