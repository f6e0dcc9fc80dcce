package parse

import (
	"fmt"
	"reflect"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// A checker fills a struct from YAML and notes each mistake with its place.
type checker struct {
	file     string
	places   map[string]*yaml.Node // by path: fields[2].better
	mistakes []error
}

// decodeStrict fills a struct whose fields are texts, numbers, booleans, lists and structs. Unknown fields are mistakes.
func decodeStrict(file string, text []byte, into any) *checker {
	c := &checker{file: file, places: map[string]*yaml.Node{}}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		c.mistakes = append(c.mistakes, fmt.Errorf("%s: %w", file, err))
		return c
	}
	if len(document.Content) == 0 {
		c.mistakes = append(c.mistakes, fmt.Errorf("%s: the file is empty: latchkey explain program says what is in it", file))
		return c
	}
	c.fill("", document.Content[0], reflect.ValueOf(into).Elem())
	return c
}

// wrong notes a mistake at a path, or at the nearest one above that is there.
func (c *checker) wrong(path, what string) {
	node := c.places[path]
	for at := path; node == nil && at != ""; node = c.places[at] {
		at = at[:max(strings.LastIndexAny(at, ".["), 0)]
		path = at
	}
	if node == nil {
		node = c.places[""]
	}
	if node == nil {
		return // it is no YAML, which is said already
	}
	c.mistakes = append(c.mistakes, fmt.Errorf("%s:%d:%d: %s", c.file, node.Line, node.Column, strings.TrimPrefix(path+": "+what, ": ")))
}

func (c *checker) fill(path string, node *yaml.Node, into reflect.Value) {
	c.places[path] = node
	want := map[reflect.Kind]yaml.Kind{reflect.Struct: yaml.MappingNode, reflect.Slice: yaml.SequenceNode}[into.Kind()]
	if want == 0 {
		want = yaml.ScalarNode
	}
	if node.Kind != want {
		c.wrong(path, "it should be "+map[yaml.Kind]string{yaml.MappingNode: "an object", yaml.SequenceNode: "a list", yaml.ScalarNode: "one value"}[want])
		return
	}
	switch into.Kind() {
	case reflect.Struct:
		c.object(path, node, into)
	case reflect.Slice:
		for i, element := range node.Content {
			into.Set(reflect.Append(into, reflect.New(into.Type().Elem()).Elem()))
			c.fill(fmt.Sprintf("%s[%d]", path, i), element, into.Index(i))
		}
	case reflect.String:
		into.SetString(node.Value)
	default:
		if err := node.Decode(into.Addr().Interface()); err != nil {
			c.wrong(path, fmt.Sprintf("%q is no %s", node.Value, map[reflect.Kind]string{reflect.Bool: "true or false", reflect.Float64: "number"}[into.Kind()]))
		}
	}
}

// object fills a struct from an object.
func (c *checker) object(path string, node *yaml.Node, into reflect.Value) {
	fields, names := map[string]int{}, []string(nil)
	for i := range into.NumField() {
		name := into.Type().Field(i).Tag.Get("yaml")
		fields[name] = i
		names = append(names, name)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		at := strings.TrimPrefix(path+"."+key.Value, ".")
		c.places[at] = key
		field, known := fields[key.Value]
		switch {
		case !known:
			c.wrong(at, "unknown field: "+suggest.Remedy(key.Value, names))
		case seen[key.Value]:
			c.wrong(at, "it is there twice")
		default:
			c.fill(at, node.Content[i+1], into.Field(field))
		}
		seen[key.Value] = true
	}
}

// Explain returns an example of a description, what forms of lines can have, and the fields with their meaning.
func Explain() string {
	var out strings.Builder
	out.WriteString(explanation)
	explain(&out, reflect.TypeFor[description](), "  ")
	return out.String()
}

const explanation = `A program is described by a YAML file, which "latchkey report --programs FILE|DIR" reads:

  name: laplace
  begin: ['Laplace solver {version!}']
  end: ['Done.']
  lines:
  - 'Grid {nx} x {ny} on {ranks} ranks'
  - 'Solved in {time} s'
  figures: [time]
  tasks: ranks
  problem: {total: nx*ny}
  fields:
  - {name: time, unit: s, better: lower, doc: time to solve the system}

A form is a line with marks in place of what differs. One blank stands for one or more. What follows the form in the line does not count.

  {name}       a number
  {name:time}  a time: 62.003, 1:02.003, 0:01:02 or 1m2.003s
  {name:si}    a number with k, M, G or T, if it has one
  {name!}      a word without blanks
  {name...}    a text up to what comes next in the form, or to the end of the line
  {}           a number or word that is not kept
  {{           a brace
  $            the end of the line

Fields:
`

func explain(out *strings.Builder, of reflect.Type, indent string) {
	for f := range of.Fields() {
		inner := f.Type
		kind := map[reflect.Kind]string{reflect.String: "text", reflect.Bool: "true or false", reflect.Float64: "number", reflect.Struct: "object"}[inner.Kind()]
		if inner.Kind() == reflect.Slice {
			if inner = inner.Elem(); inner.Kind() == reflect.Struct {
				kind = "list of objects"
			} else {
				kind = "list of texts"
			}
		}
		fmt.Fprintf(out, "%s%s <%s>: %s\n", indent, f.Tag.Get("yaml"), kind, f.Tag.Get("doc"))
		if inner.Kind() == reflect.Struct {
			explain(out, inner, indent+"  ")
		}
	}
}
