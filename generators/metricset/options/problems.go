package options

import (
	"cmp"
	"path"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// Problems collects the problems in the options of one metric or addon. Its methods take the name of the option. Every
// message is complete: it says what is wrong and what to do.
type Problems struct {
	findings.Findings

	at     *field.Path
	fields []Option
}

// Place returns the path at which an option is written. An option that is not written gets the path that it would have.
func (p *Problems) Place(name string) *field.Path {
	o := p.field(name)
	return cmp.Or(o.under, p.at.Child(o.List(), name))
}

// Failed tells whether an option has an error already, so that it gets no second one.
func (p *Problems) Failed(name string) bool { return p.field(name).failed }

// Given tells whether a user wrote the option.
func (p *Problems) Given(name string) bool { return p.field(name).written != nil }

// field panics for a name without a tag, because that is a mistake in the metric.
func (p *Problems) field(name string) *Option {
	at := slices.IndexFunc(p.fields, func(o Option) bool { return o.Name == name })
	if at < 0 {
		panic("options: there is no option " + name)
	}
	return &p.fields[at]
}

// Invalid adds an error about the value of an option. Findings.Invalid takes a path, for one about a part of the value.
func (p *Problems) Invalid(name, format string, args ...any) {
	p.Findings.Invalid(p.Place(name), p.field(name).shown(), format, args...)
}

// Required adds an error about an option that is missing.
func (p *Problems) Required(name, format string, args ...any) {
	p.Findings.Required(p.Place(name), format, args...)
}

// Warn adds a warning about the value of an option.
func (p *Problems) Warn(name, format string, args ...any) {
	p.Findings.Warn(p.Place(name), p.field(name).shown(), format, args...)
}

// Directory reports a path in a container that is not absolute or is the root. It accepts the empty path.
func (p *Problems) Directory(name string) {
	o := p.field(name)
	directory := o.value.String()
	if !o.failed && p.Findings.Directory(p.Place(name), directory) && path.Clean(directory) == "/" {
		p.Invalid(name, "%q is the root of the container: choose a directory below it", directory)
	}
}

// NodePath reports a path on a node that is not absolute. It accepts the empty path.
func (p *Problems) NodePath(name string) {
	if o := p.field(name); !o.failed {
		p.Findings.NodePath(p.Place(name), o.value.String())
	}
}

// Name reports a name of an object, or of a part of one, that breaks a rule, for example validation.IsDNS1123Label. It
// accepts the empty name.
func (p *Problems) Name(name string, rule func(string) []string) {
	o := p.field(name)
	text := o.value.String()
	if text != "" && !o.failed && len(rule(text)) > 0 {
		p.Invalid(name, "%q is not allowed here: use lower-case letters, digits and \"-\", no \"-\" at either end", text)
	}
}

// shown returns the value of an option for a result. Lists and maps are omitted.
func (o Option) shown() any {
	switch value := o.value.Interface().(type) {
	case string, int, bool:
		return value
	default:
		return field.OmitValueType{}
	}
}
