package parse

import (
	"bytes"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// timing reads the times of commands, which come between and after the lines of other programs.
type timing struct {
	source *source
	result *report.Result // or nil
}

func (t *timing) flush() {
	if t.result != nil {
		t.source.add(*t.result)
		t.result = nil
	}
}

// begin begins a result, unless one is open.
func (t *timing) begin() (begins bool) {
	if begins = t.result == nil; begins {
		result := t.source.newResult(kindOf("time"))
		t.result = &result
	}
	return begins
}

// take reads a line with times. It tells whether it was one.
func (t *timing) take(l *line) bool {
	if len(l.words) == 0 || len(l.words) > 200 || !mayTime[l.words[0]] {
		return false
	}
	for _, f := range kinds()["time"].Lines {
		if found, ok := f.match(l.words); ok {
			t.keep(found, l)
			return true
		}
	}
	return false
}

// mayTime are the first characters of the lines with times.
var mayTime = charactersOf("rusCFUSPEMVI0123456789")

// keep adds the times of a line.
func (t *timing) keep(found []match, l *line) {
	values := make([]report.Value, 0, len(found))
	title := ""
	for _, m := range found {
		switch m.name {
		case "failure": // GNU time says it before the times
			t.flush()
			t.begin()
			t.result.Fault = clean(bytes.TrimSpace(l.text))
			return
		case "label":
			title = clean(m.text)
			continue
		}
		values = append(values, report.Value{Field: fieldOf(kindOf("time"), m.name), Value: m.number, Time: l.time})
	}
	if title != "" || t.has(values[0].Name) {
		t.flush()
	}
	begins := t.begin()
	t.result.Values = append(t.result.Values, values...)
	t.source.doubt(t.result, values[len(values)-1].Field, l)
	if program, ok := t.source.active.(*output); ok && begins {
		t.result.Title = program.result.Title
	}
	if title != "" {
		t.result.Title = title
		t.flush()
	}
}

func (t *timing) has(name string) bool {
	return t.result != nil && slices.ContainsFunc(t.result.Values, func(v report.Value) bool { return v.Name == name })
}
