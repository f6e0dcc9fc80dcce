package parse

import (
	"bytes"
	"slices"
	"strings"

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
func (t *timing) take(l line) bool {
	text := bytes.TrimSpace(l.text)
	if len(text) == 0 || len(text) > 200 || !mayTime(text) {
		return false
	}
	for _, f := range kinds()["time"].Lines {
		if found, ok := f.match(text); ok {
			t.keep(found, l)
			return true
		}
	}
	return false
}

// mayTime tells from the first character whether a line may have a time.
func mayTime(text []byte) bool {
	return strings.IndexByte("rusCFUSPEMVI0123456789", text[0]) >= 0
}

// keep adds the times of a line.
func (t *timing) keep(found []match, l line) {
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
