package options

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/apis/schema"
)

// Written holds the options of one metric or addon as a user wrote them.
type Written struct {
	Options     map[string]v1alpha2.OptionValue            `yaml:"options"`
	ListOptions map[string][]v1alpha2.OptionValue          `yaml:"listOptions"`
	MapOptions  map[string]map[string]v1alpha2.OptionValue `yaml:"mapOptions"`
}

// Decode writes the given options into the struct that into points to. The struct holds the defaults. Decode returns
// all problems: what [schema.Check] finds, and missing options. at is the path of the metric or addon. An option that is given by an
// alias gets a warning.
func Decode(written Written, into any, at *field.Path) *Problems {
	p := &Problems{at: at, fields: Describe(into)}
	var document yaml.Node
	if err := document.Encode(written); err != nil {
		panic(err) // strings can always be written
	}
	aliases := findings.Fields{}
	for i := 0; i < len(document.Content); i += 2 {
		p.take(document.Content[i].Value, document.Content[i+1].Content, aliases)
	}
	problems := schema.Check(&document, schemaOf(p.fields))
	for i := range p.fields {
		o := &p.fields[i]
		here := o.List() + "." + o.Name
		o.failed = slices.ContainsFunc(problems, func(e *field.Error) bool {
			return e.Field == here || strings.HasPrefix(e.Field, here+"[")
		})
	}
	for _, problem := range aliases.Written(problems) {
		problem.Field = at.String() + "." + problem.Field
		p.Errors = append(p.Errors, problem)
	}
	p.fill()
	return p
}

// take prepares the names and values of one list for the schema: an alias becomes the name, a string the number or boolean that it
// stands for, and a required value that is empty is taken away. aliases gets the paths of aliases.
func (p *Problems) take(list string, entries []*yaml.Node, aliases findings.Fields) {
	for i := 0; i < len(entries); i += 2 {
		name, value := entries[i], entries[i+1]
		at := slices.IndexFunc(p.fields, func(o Option) bool {
			return o.List() == list && (o.Name == name.Value || slices.Contains(o.Aliases, name.Value))
		})
		if at < 0 {
			continue
		}
		o := &p.fields[at]
		if name.Value != o.Name {
			o.under = p.at.Child(list, name.Value)
			p.Findings.Warn(o.under, name.Value, "%s is an older name of %s: use the newer name", name.Value, o.Name)
			aliases[list+"."+o.Name] = list + "." + name.Value
			name.Value = o.Name
		}
		switch {
		case o.Required && strings.TrimSpace(value.Value) == "" && len(value.Content) == 0:
			o.value.SetZero()
			*value = yaml.Node{Kind: yaml.ScalarNode, Tag: yaml.NodeTagNull}
		case list == "options":
			*value = *schema.Scalar(value.Value, o.Schema)
		}
		o.written = value
	}
}

// schemaOf describes the options of a metric or an addon by list and name.
func schemaOf(options []Option) *schema.Schema {
	lists := map[string]*schema.Schema{}
	for _, list := range []string{"options", "listOptions", "mapOptions"} {
		lists[list] = &schema.Schema{Type: "object", Properties: map[string]*schema.Schema{}}
	}
	advice := map[string]string{}
	for _, o := range options {
		list := lists[o.List()]
		list.Properties[o.Name] = o.Schema
		if o.Required && o.isEmpty() {
			list.Required = append(list.Required, o.Name)
		}
		for _, alias := range o.Aliases { // in another list
			advice[strings.ToLower(alias)] = fmt.Sprintf("it is called %q now, and belongs under %s", o.Name, o.List())
		}
	}
	return &schema.Schema{Type: "object", Properties: lists, Advice: advice}
}

// fill writes the values without problems into the struct.
func (p *Problems) fill() {
	for _, o := range p.fields {
		if o.written != nil && !o.failed {
			o.value.SetZero() // not into the lists and maps of the defaults
			if err := schema.Fill(o.written, o.Schema, o.value.Addr().Interface()); err != nil {
				p.Errors = append(p.Errors, field.InternalError(p.Place(o.Name), err))
			}
		}
	}
}
