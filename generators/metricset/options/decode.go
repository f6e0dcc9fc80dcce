package options

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"mvdan.cc/sh/v3/syntax"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// Written holds the options of one metric or addon as a user wrote them.
type Written struct {
	Options     map[string]v1alpha2.OptionValue
	ListOptions map[string][]v1alpha2.OptionValue
	MapOptions  map[string]map[string]v1alpha2.OptionValue
}

// value is the value of one option: a text, a list or a mapping.
type value struct {
	text    v1alpha2.OptionValue
	list    []v1alpha2.OptionValue
	mapping map[string]v1alpha2.OptionValue
}

// all returns all values, by list and name.
func (w Written) all() map[string]map[string]value {
	all := map[string]map[string]value{"options": {}, "listOptions": {}, "mapOptions": {}}
	for name, text := range w.Options {
		all["options"][name] = value{text: text}
	}
	for name, list := range w.ListOptions {
		all["listOptions"][name] = value{list: list}
	}
	for name, mapping := range w.MapOptions {
		all["mapOptions"][name] = value{mapping: mapping}
	}
	return all
}

// Decode writes the given options into the struct that into points to. The struct holds the defaults. Decode returns
// all problems: unknown options, values of a wrong type, words and numbers that are not allowed, and missing options.
// at is the path of the metric or addon. If an option is given by its name and by an alias, the name wins.
func Decode(written Written, into any, at *field.Path) *Problems {
	p := newProblems(into, at)
	all := written.all()
	for _, list := range []string{"options", "listOptions", "mapOptions"} {
		for _, name := range slices.Sorted(maps.Keys(all[list])) {
			p.take(list, name, all[list])
		}
	}
	for _, field := range p.fields {
		switch {
		case p.failed[field.name]:
		case field.required && field.isEmpty():
			p.failed[field.name] = true
			p.Required(field.name, "%s is missing: %s", field.name, field.help)
		case field.runs:
			p.checkRuns(field)
		}
	}
	return p
}

// take reads one option. among has all options of the same list.
func (p *Problems) take(list, name string, among map[string]value) {
	at := p.at.Child(list, name)
	known := slices.IndexFunc(p.fields, func(f option) bool {
		return f.list() == list && (f.name == name || slices.Contains(f.aliases, name))
	})
	if known < 0 {
		if len(p.Errors) < findings.Most {
			p.Errors = append(p.Errors, p.unknown(at, list, name))
		}
		return
	}
	option := p.fields[known]
	if name != option.name {
		if _, both := among[option.name]; both {
			p.Forbidden(at, "%s is an older name of %s, which is given too: leave this one out", name, option.name)
			return
		}
		p.Findings.Warn(at, name, "%s is an older name of %s: use that one", name, option.name)
		p.places[option.name] = at
	}
	p.given[option.name] = true
	if err := option.set(at, among[name]); err != nil {
		p.failed[option.name] = true
		p.Errors = append(p.Errors, err)
		return
	}
	p.judge(option, at)
}

// unknown says what to write instead of an unknown option.
func (p *Problems) unknown(at *field.Path, list, name string) *field.Error {
	var names []string
	for _, other := range p.fields {
		switch {
		case other.list() == list:
			names = append(names, other.name)
		case other.name == name || slices.Contains(other.aliases, name):
			return field.Forbidden(at, "unknown option: it belongs under "+other.list())
		}
	}
	if len(names) == 0 {
		return field.Forbidden(at, fmt.Sprintf("unknown option: there are no %s here: leave it out", list))
	}
	return findings.Unknown(field.Forbidden(at, "unknown option: "), name, names)
}

// judge checks the values and the limits of the option's tags. An option with a maximum has a minimum too.
func (p *Problems) judge(o option, at *field.Path) {
	switch {
	case o.max != nil && o.value.Int() > int64(*o.max):
		p.failed[o.name] = true
		p.Invalid(o.name, "%d is too large: use a number from %d to %d", o.value.Int(), *o.min, *o.max)
	case o.min != nil && o.value.Int() < int64(*o.min):
		p.failed[o.name] = true
		p.Invalid(o.name, "%d is too small: use %d or more (%s)", o.value.Int(), *o.min, o.help)
	case len(o.values) > 0 && !slices.Contains(o.values, o.value.String()):
		p.failed[o.name] = true
		p.Errors = append(p.Errors, findings.NotOneOf(at, o.value.String(), o.values))
	}
}

// checkRuns reports a text for a shell, or a text in a list, that contains no command. It accepts an empty text, which
// stands for a default.
func (p *Problems) checkRuns(o option) {
	const message = "there is no command in %q: write one"
	at := p.Place(o.name)
	switch value := o.value.Interface().(type) {
	case string:
		if value != "" && !hasCommand(value) {
			p.failed[o.name] = true
			p.Findings.Invalid(at, value, message, value)
		}
	case []string:
		for i, text := range value {
			if !hasCommand(text) {
				p.failed[o.name] = true
				p.Findings.Invalid(at.Index(i), text, message, text)
			}
		}
	}
}

// hasCommand tells whether a shell finds a command in a text. It accepts a text that it cannot parse, because the text
// may be for another program.
func hasCommand(text string) bool {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	return err != nil || len(file.Stmts) > 0
}
